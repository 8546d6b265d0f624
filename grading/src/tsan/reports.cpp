#include "grading/src/tsan/reports.h"

#include <fcntl.h>
#include <link.h>

#include <cstddef>

#include "grading/src/channel/channel.h"
#include "grading/src/channel/message.h"
#include "grading/src/raw_syscall.h"
#include "grading/src/tsan/hooks.h"
#include "grading/src/uninstrumented.h"

namespace grading::tsan {

GRADING_UNINSTRUMENTED_BEGIN

namespace {

constexpr std::uintptr_t kDeepestStack = 64;

struct Executable {
  std::uintptr_t load_address = 0;
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};
constinit Executable executable;
int reported = 0;
int fences_used = 0;

using channel::Message;

// Return addresses become addresses inside the call, as symbolizers want them. Frames of shared
// libraries are nobody's to see.
void put_stack(Message& message, const char* key, void* const* trace) {
  message.begin_array(key);
  for (std::uintptr_t i = 0; i < kDeepestStack && trace[i] != nullptr; ++i) {
    const auto pc = reinterpret_cast<std::uintptr_t>(trace[i]) - 1;
    if (pc < executable.begin || pc >= executable.end) continue;
    message.element(static_cast<std::int64_t>(pc - executable.load_address));
  }
  message.end_array();
}

void put_thread(Message& message, int thread) {
  if (thread == 0) {
    message.text("thread", "main");
    return;
  }
  char label[16] = {'T'};
  std::size_t length = 1;
  char digits[12];
  std::size_t count = 0;
  for (auto rest = static_cast<unsigned>(thread); count == 0 || rest != 0; rest /= 10) {
    digits[count++] = static_cast<char>('0' + rest % 10);
  }
  while (count > 0) label[length++] = digits[--count];
  message.text("thread", label, length);
}

// Every getter below fills what it can; an index out of range is the only error there is.
void put_accesses(Message& message, void* report, int count) {
  message.begin_array("accesses");
  for (int i = 0; i < count; ++i) {
    int thread = 0;
    int size = 0;
    int write = 0;
    int atomic = 0;
    void* address = nullptr;
    void* trace[kDeepestStack + 1];
    for (void*& pc : trace) pc = nullptr;
    __tsan_get_report_mop(report, static_cast<std::uintptr_t>(i), &thread, &address, &size, &write,
                          &atomic, trace, kDeepestStack);
    message.begin_object().flag("write", write != 0).flag("atomic", atomic != 0);
    message.number("size", size);
    message.hexadecimal("address", reinterpret_cast<std::uintptr_t>(address));
    put_thread(message, thread);
    put_stack(message, "stack", trace);
    message.end_object();
  }
  message.end_array();
}

void put_location(Message& message, void* report) {
  const char* type = nullptr;
  void* address = nullptr;
  std::uintptr_t start = 0;
  std::uintptr_t size = 0;
  int thread = 0;
  int descriptor = 0;
  int suppressable = 0;
  void* trace[kDeepestStack + 1];
  for (void*& pc : trace) pc = nullptr;
  __tsan_get_report_loc(report, 0, &type, &address, &start, &size, &thread, &descriptor,
                        &suppressable, trace, kDeepestStack);
  message.begin_object("location").text("what", type == nullptr ? "" : type);
  message.number("size", static_cast<std::int64_t>(size));
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (at >= executable.begin && at < executable.end) {
    message.number("offset", static_cast<std::int64_t>(at - executable.load_address));
  }
  put_thread(message, thread);
  put_stack(message, "stack", trace);
  message.end_object();
}

void put_threads(Message& message, void* report, int count) {
  message.begin_array("threads");
  for (int i = 0; i < count; ++i) {
    int thread = 0;
    unsigned long long kernel_thread = 0;
    int running = 0;
    int parent = 0;
    const char* role = nullptr;
    void* trace[kDeepestStack + 1];
    for (void*& pc : trace) pc = nullptr;
    __tsan_get_report_thread(report, static_cast<std::uintptr_t>(i), &thread, &kernel_thread,
                             &running, &role, &parent, trace, kDeepestStack);
    message.begin_object();
    put_thread(message, thread);
    message.text("name", role == nullptr ? "" : role).flag("running", running != 0);
    put_stack(message, "stack", trace);
    message.end_object();
  }
  message.end_array();
}

void put_stacks(Message& message, void* report, int count) {
  message.begin_array("stacks");
  for (int i = 0; i < count; ++i) {
    void* trace[kDeepestStack + 1];
    for (void*& pc : trace) pc = nullptr;
    __tsan_get_report_stack(report, static_cast<std::uintptr_t>(i), trace, kDeepestStack);
    message.begin_object();
    put_stack(message, "stack", trace);
    message.end_object();
  }
  message.end_array();
}

// The executable comes first.
int note_executable(dl_phdr_info* info, std::size_t, void*) {
  executable.load_address = info->dlpi_addr;
  executable.begin = ~std::uintptr_t{0};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD) continue;
    const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
    if (begin < executable.begin) executable.begin = begin;
    if (begin + segment.p_memsz > executable.end) executable.end = begin + segment.p_memsz;
  }
  return 1;
}

}  // namespace

void link_options();

void install() {
  link_options();
  dl_iterate_phdr(note_executable, nullptr);
  // The runner has the structured report; the printed one would mix with what the learner prints.
  if (channel::connected() && &__sanitizer_set_report_fd != nullptr) {
    const long nowhere =
        raw_syscall(SYS_openat, AT_FDCWD, as_argument("/dev/null"), O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) __sanitizer_set_report_fd(reinterpret_cast<void*>(nowhere));
  }
}

int reports() { return __atomic_load_n(&reported, __ATOMIC_RELAXED); }
void forget_reports() { __atomic_store_n(&reported, 0, __ATOMIC_RELAXED); }

// Runs inside the sanitizer's report, with its locks held: nothing instrumented or intercepted.
void on_report(void* report) {
  __atomic_fetch_add(&reported, 1, __ATOMIC_RELAXED);
  if (!channel::connected() || &__tsan_get_report_data == nullptr) return;
  const char* description = nullptr;
  int count = 0;
  int stacks = 0;
  int accesses = 0;
  int locations = 0;
  int mutexes = 0;
  int threads = 0;
  int unique_threads = 0;
  void* sleep_trace[1] = {nullptr};
  __tsan_get_report_data(report, &description, &count, &stacks, &accesses, &locations, &mutexes,
                         &threads, &unique_threads, sleep_trace, 1);
  Message message("race");
  message.text("kind", description == nullptr ? "" : description);
  // The sanitizer does not understand fences: what it says of code that uses them is no proof.
  message.flag("fences", __atomic_load_n(&fences_used, __ATOMIC_RELAXED) != 0);
  put_accesses(message, report, accesses);
  if (locations > 0) put_location(message, report);
  put_stacks(message, report, stacks);
  put_threads(message, report, threads);
  message.send();
}

void note_fence() { __atomic_store_n(&fences_used, 1, __ATOMIC_RELAXED); }

GRADING_UNINSTRUMENTED_END

}  // namespace grading::tsan

GRADING_UNINSTRUMENTED_BEGIN

// Called by ThreadSanitizer after it has printed a report.
extern "C" void __tsan_on_report(void* report) { grading::tsan::on_report(report); }

// The linker puts this in front of the sanitizer's own (--wrap=__tsan_atomic_thread_fence).
extern "C" void __real___tsan_atomic_thread_fence(int order) __attribute__((weak));
extern "C" void __wrap___tsan_atomic_thread_fence(int order) {
  grading::tsan::note_fence();
  if (&__real___tsan_atomic_thread_fence != nullptr) __real___tsan_atomic_thread_fence(order);
}

GRADING_UNINSTRUMENTED_END
