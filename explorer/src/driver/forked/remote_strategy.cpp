#include "driver/forked/remote_strategy.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/context/raw_syscall.h"

namespace explorer {
namespace {

constexpr int kLookMilliseconds = 100;

void take_notes(Board& board, Strategy& strategy, Trace& trace) {
  for (std::uint32_t i = 0; i < board.note_count; ++i) {
    const Board::Note& note = board.notes[i];
    if (note.created) {
      strategy.thread_created(note.event.thread, note.event.operation.peer);
    } else {
      trace.events.push_back(note.event);
      strategy.executed(note.event);
    }
  }
  board.note_count = 0;
}

void answer_thread(Board& board, Strategy& strategy, Trace& trace) {
  SchedulingPoint point;
  point.step = board.step;
  point.current = board.current;
  point.current_runnable = board.current_runnable;
  point.current_spinning = board.current_spinning;
  point.unnoticed = board.unnoticed;
  point.runnable = {board.runnable, board.runnable_count};
  point.pending = {board.pending, board.pending_count};
  board.answer = strategy.choose_thread(point);
  trace.choices.push_back({ChoiceKind::thread, static_cast<std::uint16_t>(board.runnable_count),
                           board.answer, board.step, board.answer == usual_thread(point)});
}

void answer_value(Board& board, Strategy& strategy, Trace& trace) {
  board.answer = strategy.choose_value(board.kind, board.thread, board.count);
  if (board.answer >= board.count) board.answer = 0;
  trace.choices.push_back({board.kind, board.count, board.answer, board.step, false});
}

}  // namespace

void RemoteStrategy::ask(Board::Question question) {
  board_.question = question;
  board_.pass_to(Board::Turn::parent);
  while (!board_.wait_for(Board::Turn::child, kLookMilliseconds)) {
    constexpr long kInit = 1;
    if (raw_syscall(SYS_getppid) == kInit) raw_syscall(SYS_exit_group, 1);
  }
}

Board::Note& RemoteStrategy::add_note() {
  if (board_.note_count == Board::kMaxNotes) ask(Board::Question::more_room);
  return board_.notes[board_.note_count++];
}

void RemoteStrategy::executed(const Event& event) {
  board_.step = event.step + 1;
  add_note() = {false, event};
}

void RemoteStrategy::thread_created(ThreadIndex parent, ThreadIndex child) {
  Board::Note& note = add_note();
  note.created = true;
  note.event.thread = parent;
  note.event.operation.peer = child;
}

ThreadIndex RemoteStrategy::choose_thread(const SchedulingPoint& point) {
  board_.step = point.step;
  board_.current = point.current;
  board_.current_runnable = point.current_runnable;
  board_.current_spinning = point.current_spinning;
  board_.unnoticed = point.unnoticed;
  board_.runnable_count = static_cast<std::uint32_t>(point.runnable.size());
  board_.pending_count = static_cast<std::uint32_t>(point.pending.size());
  std::copy(point.runnable.begin(), point.runnable.end(), board_.runnable);
  std::copy(point.pending.begin(), point.pending.end(), board_.pending);
  ask(Board::Question::thread);
  return board_.answer;
}

std::uint16_t RemoteStrategy::choose_value(ChoiceKind kind, ThreadIndex thread,
                                           std::uint16_t count) {
  board_.kind = kind;
  board_.thread = thread;
  board_.count = count;
  ask(Board::Question::value);
  return board_.answer;
}

bool serve(Board& board, int child, Strategy& strategy, Trace& trace) {
  for (;;) {
    while (!board.wait_for(Board::Turn::parent, kLookMilliseconds)) {
      siginfo_t info{};
      const bool gone =
          waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
          info.si_pid == child;
      // It may have asked just before it died.
      if (gone && !board.wait_for(Board::Turn::parent, 0)) {
        take_notes(board, strategy, trace);
        return false;
      }
    }
    take_notes(board, strategy, trace);
    switch (board.question) {
      case Board::Question::thread:
        answer_thread(board, strategy, trace);
        break;
      case Board::Question::value:
        answer_value(board, strategy, trace);
        break;
      case Board::Question::more_room:
        break;
      case Board::Question::ended:
        board.pass_to(Board::Turn::child);
        return true;
    }
    board.pass_to(Board::Turn::child);
  }
}

}  // namespace explorer
