// System calls past the C library, whose `syscall` this program redefines.
#pragma once

#include <sys/syscall.h>

#include <atomic>
#include <cstdint>

namespace explorer {

// Returns what the kernel returns: a negative errno on failure.
inline long raw_syscall(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0,
                        long f = 0) {
#if defined(__x86_64__)
  long result = 0;
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long x8 asm("x8") = number;
  register long x0 asm("x0") = a;
  register long x1 asm("x1") = b;
  register long x2 asm("x2") = c;
  register long x3 asm("x3") = d;
  register long x4 asm("x4") = e;
  register long x5 asm("x5") = f;
  asm volatile("svc 0"
               : "+r"(x0)
               : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
               : "memory");
  return x0;
#else
#error "No system call instruction known for this processor."
#endif
}

inline long raw_futex(std::atomic<std::uint32_t>* word, int operation, std::uint32_t value) {
  return raw_syscall(SYS_futex, reinterpret_cast<long>(word), operation, static_cast<long>(value));
}

}  // namespace explorer
