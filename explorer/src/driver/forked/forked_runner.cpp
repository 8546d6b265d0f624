// One forked child per execution: globals, statics and whatever else a program changes are as they
// were in the parent, every time.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "driver/forked/board.h"
#include "driver/forked/remote_strategy.h"
#include "driver/forked/report_codec.h"
#include "driver/in_process.h"
#include "driver/runner.h"
#include "runtime/context/raw_syscall.h"
#include "runtime/context/thread_pool.h"
#include "runtime/crash_guard.h"
#include "runtime/threads/watchdog.h"

namespace explorer {
namespace {

Board::Site flat(const AccessSite& site) {
  return {.thread = site.thread,
          .is_write = site.is_write,
          .is_atomic = site.is_atomic,
          .size = site.size,
          .step = site.step,
          .address = site.address,
          .pc = site.stack.empty() ? 0 : site.stack.front()};
}

AccessSite full(const Board::Site& site) {
  AccessSite result;
  result.thread = site.thread;
  result.is_write = site.is_write;
  result.is_atomic = site.is_atomic;
  result.size = site.size;
  result.step = site.step;
  result.address = site.address;
  if (site.pc != 0) result.stack.push_back(site.pc);
  return result;
}

void put_text(Board& board, std::string_view text) {
  board.text_size = static_cast<std::uint32_t>(std::min(text.size(), Board::kMaxText));
  std::memcpy(board.text, text.data(), board.text_size);
}

std::string_view text_of(const Board& board) { return {board.text, board.text_size}; }

void put_ending(Board& board, const Execution& execution) {
  const Evidence& evidence = execution.evidence();
  board.finding = evidence.kind;
  board.finding_thread = evidence.thread;
  board.finding_object = evidence.object;
  board.without_steps = evidence.without_steps;
  board.fault.present = evidence.fault.has_value();
  if (evidence.fault) {
    board.fault.kind = evidence.fault->kind;
    board.fault.current = flat(evidence.fault->current);
    board.fault.previous = flat(evidence.fault->previous);
  }
  board.switches = execution.switches();
  board.heap_begin = execution.heap_begin();
  put_text(board, evidence.message);
}

Evidence evidence_of(const Board& board) {
  Evidence evidence;
  evidence.kind = board.finding;
  evidence.thread = board.finding_thread;
  evidence.object = board.finding_object;
  evidence.without_steps = board.without_steps;
  evidence.message = text_of(board);
  if (board.fault.present) {
    evidence.fault = MemoryFault{.kind = board.fault.kind,
                                 .current = full(board.fault.current),
                                 .previous = full(board.fault.previous)};
  }
  return evidence;
}

class ForkedRunner final : public Runner {
 public:
  ForkedRunner(Backend backend, const std::function<void()>& body)
      : kind_(backend), body_(body), board_(map_board()) {}
  ~ForkedRunner() override {
    if (board_ != nullptr) unmap_board(board_);
  }

  void begin_search() override {}

  bool run(Strategy& strategy, std::uint64_t execution, const Options& options) override {
    if (!strategy.begin_execution(execution)) return false;
    ending_.trace.clear();
    ending_.evidence = {};
    const int child = start([&] { run_in_child(options); });
    if (child < 0) {
      ending_.evidence.kind = FindingKind::internal_error;
      ending_.evidence.message = "the system refuses to fork";
    } else if (serve(*board_, child, strategy, ending_.trace)) {
      reap(child);
      ending_.evidence = evidence_of(*board_);
      ending_.steps = ending_.trace.events.size();
      ending_.switches = board_->switches;
      ending_.heap_begin = board_->heap_begin;
    } else {
      ending_.evidence.kind = FindingKind::crash;
      ending_.evidence.message = describe_death(reap(child));
    }
    strategy.end_execution(failed());
    return true;
  }

  const Ending& ending() const override { return ending_; }

  void tell(const Ending& failure, const Options& options, bool unguarded,
            Report& report) override {
    // Told by a child: the program's globals must be as new here, too.
    const int child = start([&] {
      const CrashGuard guard;
      const Watchdog watchdog;
      Execution& execution = *new Execution(context_kind());
      execution.begin_search();
      tell_here(execution, body_, failure, options, unguarded, report);
      put_text(*board_, encode_telling(report));
      board_->question = Board::Question::ended;
      board_->pass_to(Board::Turn::parent);
    });
    if (child > 0) reap(child);
    const bool told = child > 0 && board_->turn == static_cast<std::uint32_t>(Board::Turn::parent);
    if (told && decode_telling(text_of(*board_), report)) return;
    report.finding = {};
    report.finding.kind = failure.evidence.kind;
    report.finding.summary =
        std::string(name(failure.evidence.kind)) + ": " + failure.evidence.message;
    report.story.finding = report.finding;
  }

  const char* backend() const override {
    return context_kind() == ContextBackend::Kind::fibers ? "fibers" : "kernel threads";
  }

 private:
  [[nodiscard]] ContextBackend::Kind context_kind() const {
    const bool fibers =
        kind_ != Backend::kernel_threads && ContextBackend::available(ContextBackend::Kind::fibers);
    return fibers ? ContextBackend::Kind::fibers : ContextBackend::Kind::kernel_threads;
  }

  // Forks a child that does `work` and ends. Negative on failure.
  template <typename Work>
  int start(const Work& work) {
    if (board_ == nullptr) return -1;
    board_->turn = static_cast<std::uint32_t>(Board::Turn::child);
    board_->note_count = 0;
    board_->text_size = 0;
    const pid_t child = fork();
    if (child != 0) return child;
    ThreadPool::instance().forget_after_fork();
    work();
    raw_syscall(SYS_exit_group, 0);
    return 0;
  }

  void run_in_child(const Options& options) {
    RemoteStrategy strategy(*board_);
    const CrashGuard guard;
    const Watchdog watchdog;
    Execution& execution = *new Execution(context_kind());
    execution.begin_search();
    const Execution::Settings settings{.strategy = &strategy,
                                       .options = &options,
                                       .told = false,
                                       .watched = {},
                                       .watched_heap_begin = 0};
    execution.run(settings, body_);
    put_ending(*board_, execution);
    strategy.ask(Board::Question::ended);
  }

  static int reap(int child) {
    int status = 0;
    waitpid(child, &status, 0);
    return status;
  }

  static std::string describe_death(int status) {
    if (WIFSIGNALED(status))
      return "the process was killed by signal " + std::to_string(WTERMSIG(status));
    return "the process ended with status " + std::to_string(WEXITSTATUS(status));
  }

  Backend kind_;
  const std::function<void()>& body_;
  Board* board_;
  Ending ending_;
};

}  // namespace

std::unique_ptr<Runner> make_forked_runner(Backend backend, const std::function<void()>& body) {
  return std::make_unique<ForkedRunner>(backend, body);
}

}  // namespace explorer
