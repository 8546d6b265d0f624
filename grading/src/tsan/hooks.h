// The part of ThreadSanitizer's interface that has no public header: what its debugging API offers
// to look into a report (compiler-rt, tsan_debugging.cpp; the same since LLVM 8). Weak, so that
// they are null in a build without the sanitizer.
#pragma once

#include <cstdint>

extern "C" {

int __tsan_get_report_data(void* report, const char** description, int* count, int* stacks,
                           int* accesses, int* locations, int* mutexes, int* threads,
                           int* unique_threads, void** sleep_trace, std::uintptr_t trace_size)
    __attribute__((weak));
int __tsan_get_report_stack(void* report, std::uintptr_t index, void** trace,
                            std::uintptr_t trace_size) __attribute__((weak));
int __tsan_get_report_mop(void* report, std::uintptr_t index, int* thread, void** address,
                          int* size, int* write, int* atomic, void** trace,
                          std::uintptr_t trace_size) __attribute__((weak));
int __tsan_get_report_loc(void* report, std::uintptr_t index, const char** type, void** address,
                          std::uintptr_t* start, std::uintptr_t* size, int* thread, int* descriptor,
                          int* suppressable, void** trace, std::uintptr_t trace_size)
    __attribute__((weak));
int __tsan_get_report_mutex(void* report, std::uintptr_t index, std::uintptr_t* id, void** address,
                            int* destroyed, void** trace, std::uintptr_t trace_size)
    __attribute__((weak));
int __tsan_get_report_thread(void* report, std::uintptr_t index, int* thread,
                             unsigned long long* kernel_thread, int* running, const char** name,
                             int* parent, void** trace, std::uintptr_t trace_size)
    __attribute__((weak));
void __sanitizer_set_report_fd(void* descriptor) __attribute__((weak));

}  // extern "C"
