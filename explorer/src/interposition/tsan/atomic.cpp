// The hooks that -fsanitize=thread puts in place of atomic operations, in Clang's and GCC's forms,
// and the library functions that compilers call for operations too wide for the plainest processor.
#include "interposition/call_site.h"
#include "interposition/tsan/atomic_operations.h"

// The names and shapes are fixed by the compilers; orders arrive as __ATOMIC_* numbers.
#define EXPLORER_MODIFY(bits, type, name, expression)                                          \
  type __tsan_atomic##bits##_##name(volatile type* object, type operand, int order) {          \
    return explorer::atomic_modify<type>(object, order, explorer::call_site(), [=](type old) { \
      (void)old;                                                                               \
      return static_cast<type>(expression);                                                    \
    });                                                                                        \
  }

#define EXPLORER_COMPARE(bits, type, name, weak)                                               \
  int __tsan_atomic##bits##_compare_exchange_##name(volatile type* object, type* expected,     \
                                                    type desired, int order, int failure) {    \
    return explorer::atomic_compare_exchange<type>(object, *expected, desired, order, failure, \
                                                   weak, explorer::call_site())                \
               ? 1                                                                             \
               : 0;                                                                            \
  }

#define EXPLORER_ATOMIC(bits, type)                                                           \
  type __tsan_atomic##bits##_load(const volatile type* object, int order) {                   \
    return explorer::atomic_load<type>(object, order, explorer::call_site());                 \
  }                                                                                           \
  void __tsan_atomic##bits##_store(volatile type* object, type value, int order) {            \
    explorer::atomic_store<type>(object, value, order, explorer::call_site());                \
  }                                                                                           \
  EXPLORER_MODIFY(bits, type, exchange, operand)                                              \
  EXPLORER_MODIFY(bits, type, fetch_add, old + operand)                                       \
  EXPLORER_MODIFY(bits, type, fetch_sub, old - operand)                                       \
  EXPLORER_MODIFY(bits, type, fetch_and, old& operand)                                        \
  EXPLORER_MODIFY(bits, type, fetch_or, old | operand)                                        \
  EXPLORER_MODIFY(bits, type, fetch_xor, old ^ operand)                                       \
  EXPLORER_MODIFY(bits, type, fetch_nand, ~(old & operand))                                   \
  EXPLORER_COMPARE(bits, type, strong, false)                                                 \
  EXPLORER_COMPARE(bits, type, weak, true)                                                    \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type* object, type expected,       \
                                                  type desired, int order, int failure) {     \
    explorer::atomic_compare_exchange<type>(object, expected, desired, order, failure, false, \
                                            explorer::call_site());                           \
    return expected;                                                                          \
  }

extern "C" {

EXPLORER_ATOMIC(8, std::uint8_t)
EXPLORER_ATOMIC(16, std::uint16_t)
EXPLORER_ATOMIC(32, std::uint32_t)
EXPLORER_ATOMIC(64, std::uint64_t)
EXPLORER_ATOMIC(128, explorer::Uint128)

void __tsan_atomic_thread_fence(int order) { explorer::atomic_fence(order, explorer::call_site()); }
// Orders a thread against its own signal handlers only.
void __tsan_atomic_signal_fence(int) {}

}  // extern "C"

// Library functions have names that the compilers know and will not have redefined.
#define EXPLORER_WIDE_MODIFY(name)                                                          \
  Uint128 explorer_wide_##name(volatile void* object, Uint128 operand,                      \
                               int order) asm("__atomic_" #name "_16");                     \
  Uint128 explorer_wide_##name(volatile void* object, Uint128 operand, int order) {         \
    return __tsan_atomic128_##name(static_cast<volatile Uint128*>(object), operand, order); \
  }

extern "C" {

using explorer::Uint128;

Uint128 explorer_wide_load(const volatile void* object, int order) asm("__atomic_load_16");
Uint128 explorer_wide_load(const volatile void* object, int order) {
  return explorer::atomic_load(static_cast<const volatile Uint128*>(object), order,
                               explorer::call_site());
}

void explorer_wide_store(volatile void* object, Uint128 value, int order) asm("__atomic_store_16");
void explorer_wide_store(volatile void* object, Uint128 value, int order) {
  explorer::atomic_store(static_cast<volatile Uint128*>(object), value, order,
                         explorer::call_site());
}

bool explorer_wide_compare_exchange(volatile void* object, void* expected, Uint128 desired,
                                    int order, int failure) asm("__atomic_compare_exchange_16");
bool explorer_wide_compare_exchange(volatile void* object, void* expected, Uint128 desired,
                                    int order, int failure) {
  return explorer::atomic_compare_exchange(static_cast<volatile Uint128*>(object),
                                           *static_cast<Uint128*>(expected), desired, order,
                                           failure, false, explorer::call_site());
}

EXPLORER_WIDE_MODIFY(exchange)
EXPLORER_WIDE_MODIFY(fetch_add)
EXPLORER_WIDE_MODIFY(fetch_sub)
EXPLORER_WIDE_MODIFY(fetch_and)
EXPLORER_WIDE_MODIFY(fetch_or)
EXPLORER_WIDE_MODIFY(fetch_xor)

}  // extern "C"
