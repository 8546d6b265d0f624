#include "grading/src/channel/channel.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

#include <atomic>
#include <climits>
#include <cstdint>
#include <initializer_list>

#include "grading/src/raw_syscall.h"
#include "grading/src/uninstrumented.h"

namespace grading::channel {

GRADING_UNINSTRUMENTED_BEGIN

namespace {

constexpr std::size_t kSecretLength = 32;
constexpr std::size_t kLargestLine = std::size_t{32} * 1024;

// `turn`: whose move it is. The line passes from a sender to the carrier and back.
enum Turn : std::uint32_t { kStarting, kIdle, kLineReady, kUnavailable };

struct State {
  std::uint32_t turn = kStarting;
  std::uint32_t senders = 0;  // A lock: 0 free, 1 held, 2 held and waited for.
  int socket = -1;
  int process = 0;
  bool open = false;
  std::uint64_t next_number = 0;
  std::size_t length = 0;
  char secret[kSecretLength] = {};
  char line[kLargestLine] = {};
};

// Initialised by the compiler: usable before, and not reset by, the constructors of this program.
constinit State state;

// The builtins instead of std::atomic, whose member functions the sanitizer would instrument.
std::uint32_t load(const std::uint32_t& word) { return __atomic_load_n(&word, __ATOMIC_ACQUIRE); }
void store(std::uint32_t& word, std::uint32_t value) {
  __atomic_store_n(&word, value, __ATOMIC_RELEASE);
}
std::uint32_t exchange(std::uint32_t& word, std::uint32_t value) {
  return __atomic_exchange_n(&word, value, __ATOMIC_ACQ_REL);
}

void futex_wait(std::uint32_t& word, std::uint32_t expected) {
  raw_syscall(SYS_futex, as_argument(&word), FUTEX_WAIT_PRIVATE, expected, 0);
}
void futex_wake(std::uint32_t& word) {
  raw_syscall(SYS_futex, as_argument(&word), FUTEX_WAKE_PRIVATE, INT_MAX);
}

void lock_senders() {
  std::uint32_t free = 0;
  if (__atomic_compare_exchange_n(&state.senders, &free, 1U, false, __ATOMIC_ACQUIRE,
                                  __ATOMIC_RELAXED)) {
    return;
  }
  while (exchange(state.senders, 2) != 0) futex_wait(state.senders, 2);
}

void unlock_senders() {
  if (exchange(state.senders, 0) == 2) futex_wake(state.senders);
}

void write_line() {
  std::size_t done = 0;
  while (done < state.length) {
    const long written = raw_syscall(SYS_write, state.socket, as_argument(state.line + done),
                                     static_cast<long>(state.length - done));
    if (written == -EINTR || written == -EAGAIN) continue;
    if (written <= 0) return;  // The runner is gone; nobody is left to tell.
    done += static_cast<std::size_t>(written);
  }
}

// Unknown to the sanitizer and never returning: nothing but raw system calls in here.
void* carry_lines(void*) {
  const bool alone = raw_syscall(SYS_unshare, CLONE_FILES) == 0;
  store(state.turn, alone ? kIdle : kUnavailable);
  futex_wake(state.turn);
  if (!alone) return nullptr;
  for (;;) {
    const std::uint32_t turn = load(state.turn);
    if (turn != kLineReady) {
      futex_wait(state.turn, turn);
      continue;
    }
    write_line();
    store(state.turn, kIdle);
    futex_wake(state.turn);
  }
}

bool start_carrier() {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  // The C library's own, past the sanitizer: it need not and must not know of this thread.
  auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  if (create == nullptr) return false;
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  const bool started = create(&thread, nullptr, carry_lines, nullptr) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (!started) return false;
  while (load(state.turn) == kStarting) futex_wait(state.turn, kStarting);
  return load(state.turn) == kIdle;
}

bool read_secret(int socket) {
  char line[kSecretLength + 1];
  std::size_t done = 0;
  while (done < sizeof line) {
    const long count = raw_syscall(SYS_read, socket, as_argument(line + done),
                                   static_cast<long>(sizeof line - done));
    if (count == -EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  if (line[kSecretLength] != '\n') return false;
  for (std::size_t i = 0; i < kSecretLength; ++i) {
    state.secret[i] = line[i];
    line[i] = 0;
  }
  return true;
}

int parse_descriptor(const char* text) {
  int value = 0;
  if (*text == '\0') return -1;
  for (; *text != '\0'; ++text) {
    if (*text < '0' || *text > '9' || value > 100'000) return -1;
    value = value * 10 + (*text - '0');
  }
  return value;
}

// 101 is the first priority that programs may use: before every static object of the learner's.
__attribute__((constructor(101))) void open_channel() {
  const char* named = getenv("KATA_CHANNEL");
  if (named == nullptr) return;
  const int given = parse_descriptor(named);
  unsetenv("KATA_CHANNEL");
  if (given < 0 || !read_secret(given)) return;
  long moved = -1;
  for (int lowest : {60'000, 900, 200}) {
    moved = raw_syscall(SYS_fcntl, given, F_DUPFD_CLOEXEC, lowest);
    if (moved >= 0) break;
  }
  state.socket = moved >= 0 ? static_cast<int>(moved) : given;
  if (moved >= 0) raw_syscall(SYS_close, given);
  state.process = static_cast<int>(raw_syscall(SYS_getpid));
  // The carrier keeps its copy of the descriptor; without one, lines go out from here.
  if (start_carrier()) raw_syscall(SYS_close, state.socket);
  state.open = true;
}

void append(const char* text, std::size_t length) {
  for (std::size_t i = 0; i < length; ++i) state.line[state.length++] = text[i];
}

void append_number(std::uint64_t value) {
  char digits[20];
  std::size_t count = 0;
  do {
    digits[count++] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  while (count > 0) state.line[state.length++] = digits[--count];
}

}  // namespace

bool connected() { return state.open && raw_syscall(SYS_getpid) == state.process; }

GRADING_NO_BUILTIN void send_line(const char* json, std::size_t length) {
  if (!connected() || length + kSecretLength + 32 > kLargestLine) return;
  lock_senders();
  state.length = 0;
  append(state.secret, kSecretLength);
  append(" ", 1);
  append_number(state.next_number++);
  append(" ", 1);
  append(json, length);
  append("\n", 1);
  if (load(state.turn) == kIdle) {
    store(state.turn, kLineReady);
    futex_wake(state.turn);
    while (load(state.turn) == kLineReady) futex_wait(state.turn, kLineReady);
  } else {
    write_line();
  }
  unlock_senders();
}

GRADING_UNINSTRUMENTED_END

}  // namespace grading::channel
