// Memory that a forked execution shares with the process that drives it.
//
// The two take turns: the child asks its strategy's questions here, the parent answers them with
// the real strategy. What happened between two questions is noted in order. Plain data except for
// the turn; pages are touched only as far as they are used.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "explorer/finding.h"
#include "races/race.h"
#include "scheduling/strategy.h"
#include "trace/trace.h"

namespace explorer {

struct Board {
  static constexpr std::size_t kMaxThreads = std::size_t{1} << 16;
  static constexpr std::size_t kMaxNotes = std::size_t{1} << 18;
  static constexpr std::size_t kMaxText = std::size_t{1} << 24;

  enum class Turn : std::uint32_t { child, parent };
  enum class Question : std::uint8_t { thread, value, more_room, ended };

  // An executed event, or a created thread (event.operation.peer by event.thread).
  struct Note {
    bool created = false;
    Event event;
  };
  struct Site {
    ThreadIndex thread;
    bool is_write;
    bool is_atomic;
    std::uint8_t size;
    std::uint32_t step;
    std::uintptr_t address;
    std::uintptr_t pc;
  };
  struct Fault {
    bool present;
    MemoryFault::Kind kind;
    Site current;
    Site previous;
  };

  std::atomic<std::uint32_t> turn;
  Question question;

  // For Question::thread.
  std::uint32_t step;
  ThreadIndex current;
  bool current_runnable;
  bool current_spinning;
  bool unnoticed;
  std::uint32_t runnable_count;
  std::uint32_t pending_count;
  // For Question::value.
  ChoiceKind kind;
  ThreadIndex thread;
  std::uint16_t count;

  std::uint16_t answer;

  // For Question::ended.
  FindingKind finding;
  ThreadIndex finding_thread;
  ObjectIndex finding_object;
  bool without_steps;
  Fault fault;
  std::uint64_t switches;
  std::uintptr_t heap_begin;
  std::uint32_t text_size;  // The finding's message, or a whole report.

  std::uint32_t note_count;
  ThreadIndex runnable[kMaxThreads];
  Operation pending[kMaxThreads];
  Note notes[kMaxNotes];
  char text[kMaxText];

  // Hands the turn over.
  void pass_to(Turn next);
  // Blocks until it is the caller's turn, at most `milliseconds`. False when time is up.
  bool wait_for(Turn mine, int milliseconds);
};

// Mapped until the process ends or unmap_board(). Null when the system has no memory.
[[nodiscard]] Board* map_board();
void unmap_board(Board* board);

}  // namespace explorer
