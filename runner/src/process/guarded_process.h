// A running guard with its program: starting it, ending it, and the pipes to both.
//
// Thread-safety: one owner; several objects may live in several threads.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "process/run.h"

namespace runner {

// Owns a file descriptor.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) reset(other.release());
    return *this;
  }

  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] bool open() const { return number_ >= 0; }
  int release() {
    const int number = number_;
    number_ = -1;
    return number;
  }
  void reset(int number = -1);

 private:
  int number_ = -1;
};

// Reads what is there without blocking and appends it to `text`. False at the end of the stream.
[[nodiscard]] bool read_available(int descriptor, std::string& text);

class GuardedProcess {
 public:
  GuardedProcess(const Command& command, const Limits& limits);
  // Nothing of it is left when this returns.
  ~GuardedProcess();
  GuardedProcess(const GuardedProcess&) = delete;
  GuardedProcess& operator=(const GuardedProcess&) = delete;

  [[nodiscard]] Descriptor& output() { return output_; }
  [[nodiscard]] Descriptor& channel() { return channel_; }
  [[nodiscard]] int report() const { return report_.get(); }
  [[nodiscard]] pid_t guard() const { return guard_; }
  // 0 until it has been started.
  [[nodiscard]] pid_t program() const { return program_; }

  // Takes in what the guard has reported. False when the guard has finished or died.
  bool read_reports();
  // Kills the program, its descendants and, should it not do its duty, the guard.
  void terminate();

  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] bool swept() const { return swept_; }
  [[nodiscard]] int wait_status() const { return wait_status_; }
  [[nodiscard]] int start_error() const { return start_error_; }
  [[nodiscard]] int left_behind() const { return left_behind_; }
  [[nodiscard]] std::int64_t cpu_micro() const { return cpu_micro_; }

 private:
  Descriptor output_;
  Descriptor channel_;
  Descriptor report_;
  std::string unread_;
  pid_t guard_ = 0;
  pid_t program_ = 0;
  bool reaped_ = false;
  bool ended_ = false;
  bool swept_ = false;
  int wait_status_ = 0;
  int start_error_ = 0;
  int left_behind_ = 0;
  std::int64_t cpu_micro_ = 0;
};

}  // namespace runner
