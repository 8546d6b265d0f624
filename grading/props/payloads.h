// Elements for containers under test, each with a property that careless code trips over.
//
// Thread-safety: as an int's, except where stated. Everything lives as long as the behaviour's body
// wants: make fuses and counts inside the body, before the object under test.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <utility>

namespace grading {

// Can be moved, and neither copied nor made from nothing. Knows when it has been moved from.
class Parcel {
 public:
  static constexpr int kGone = -1;

  explicit Parcel(int value) : value_(value) {}
  Parcel(Parcel&& other) noexcept : value_(std::exchange(other.value_, kGone)) {}
  Parcel& operator=(Parcel&& other) noexcept {
    value_ = std::exchange(other.value_, kGone);
    return *this;
  }
  Parcel(const Parcel&) = delete;
  Parcel& operator=(const Parcel&) = delete;
  ~Parcel() = default;

  [[nodiscard]] int value() const { return value_; }
  [[nodiscard]] bool gone() const { return value_ == kGone; }

 private:
  int value_;
};

// What elements throw on purpose.
class Blown : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "an element's own exception"; }
};

// Makes one move or copy of Fused elements throw: the n-th from now on among those made by threads
// that stand inside a Fuse::Here. Any thread may do anything at any time; orders nothing.
class Fuse {
 public:
  // While it lives, the calling thread's moves and copies count.
  class Here {
   public:
    explicit Here(const Fuse& fuse) : before_(std::exchange(here_, &fuse)) {}
    Here(const Here&) = delete;
    Here& operator=(const Here&) = delete;
    ~Here() { here_ = before_; }

   private:
    const Fuse* before_;
  };

  // Requires: n >= 1.
  void blow_at(int n) { left_.store(n, std::memory_order_relaxed); }

  // Whether the move that was to throw has not come.
  [[nodiscard]] bool intact() const { return left_.load(std::memory_order_relaxed) > 0; }

  void put_out() { left_.store(0, std::memory_order_relaxed); }

 private:
  friend class Fused;
  void pass() {
    if (here_ != this || !intact()) return;
    if (left_.fetch_sub(1, std::memory_order_relaxed) == 1) throw Blown();
  }

  static inline thread_local const Fuse* here_ = nullptr;
  std::atomic<int> left_{0};
};

// Can be copied and moved, and throws when its fuse says so; its source is then as it was.
class Fused {
 public:
  Fused(int value, Fuse& fuse) : value_(value), fuse_(&fuse) {}
  Fused(const Fused& other) : value_(other.passed()), fuse_(other.fuse_) {}
  // NOLINTNEXTLINE(performance-noexcept-move-constructor)
  Fused(Fused&& other) noexcept(false) : value_(other.passed()), fuse_(other.fuse_) {
    other.value_ = Parcel::kGone;
  }
  // NOLINTNEXTLINE(bugprone-unhandled-self-assignment): assigning itself passes the fuse, too.
  Fused& operator=(const Fused& other) {
    value_ = other.passed();
    fuse_ = other.fuse_;
    return *this;
  }
  // NOLINTNEXTLINE(performance-noexcept-move-constructor)
  Fused& operator=(Fused&& other) noexcept(false) {
    const int value = other.passed();
    if (this != &other) other.value_ = Parcel::kGone;
    value_ = value;
    fuse_ = other.fuse_;
    return *this;
  }
  ~Fused() = default;

  [[nodiscard]] int value() const { return value_; }

 private:
  [[nodiscard]] int passed() const {
    fuse_->pass();
    return value_;
  }

  int value_;
  Fuse* fuse_;
};

// Counts how many of its kind there are. As classes from before C++11 do, it copies when moved.
class Counted {
 public:
  using Count = std::atomic<int>;

  explicit Counted(Count& count) : count_(&count) { add(1); }
  Counted(const Counted& other) : count_(other.count_) { add(1); }
  Counted& operator=(const Counted& other) {
    if (this == &other) return *this;
    add(-1);
    count_ = other.count_;
    add(1);
    return *this;
  }
  ~Counted() { add(-1); }

 private:
  void add(int n) const { count_->fetch_add(n, std::memory_order_relaxed); }

  Count* count_;
};

// Calls somebody when it is destroyed, unless it has been moved from. Can be moved only.
class Farewell {
 public:
  explicit Farewell(const std::function<void()>& call) : call_(&call) {}
  Farewell(Farewell&& other) noexcept : call_(std::exchange(other.call_, nullptr)) {}
  Farewell& operator=(Farewell&& other) noexcept {
    Farewell old(std::exchange(call_, std::exchange(other.call_, nullptr)));
    return *this;
  }
  Farewell(const Farewell&) = delete;
  Farewell& operator=(const Farewell&) = delete;
  ~Farewell() {
    if (call_ != nullptr) (*call_)();
  }

 private:
  explicit Farewell(const std::function<void()>* call) : call_(call) {}

  const std::function<void()>* call_;
};

}  // namespace grading
