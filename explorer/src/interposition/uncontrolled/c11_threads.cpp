// Calls that reach the C library's threads and locks from within, past the functions that the
// explorer stands in for: reported by name.
#include <pthread.h>
#include <threads.h>

#include "interposition/uncontrolled/refusal.h"

extern "C" {

EXPLORER_REFUSE(int, pthread_tryjoin_np, (pthread_t thread, void** result) noexcept,
                (thread, result))
EXPLORER_REFUSE(int, pthread_timedjoin_np, (pthread_t thread, void** result, const timespec* time),
                (thread, result, time))
EXPLORER_REFUSE(int, pthread_clockjoin_np,
                (pthread_t thread, void** result, clockid_t clock, const timespec* time),
                (thread, result, clock, time))

// The threads of C11: inside the C library they do not pass by any pthread_ function.
EXPLORER_REFUSE(int, thrd_create, (thrd_t * thread, thrd_start_t routine, void* argument),
                (thread, routine, argument))
EXPLORER_REFUSE(int, thrd_join, (thrd_t thread, int* result), (thread, result))
EXPLORER_REFUSE(int, mtx_lock, (mtx_t * mutex), (mutex))
EXPLORER_REFUSE(int, mtx_timedlock, (mtx_t* __restrict mutex, const timespec* __restrict deadline),
                (mutex, deadline))
EXPLORER_REFUSE(int, mtx_trylock, (mtx_t * mutex), (mutex))
EXPLORER_REFUSE(int, cnd_wait, (cnd_t * condvar, mtx_t* mutex), (condvar, mutex))
EXPLORER_REFUSE(int, cnd_timedwait,
                (cnd_t* __restrict condvar, mtx_t* __restrict mutex,
                 const timespec* __restrict deadline),
                (condvar, mutex, deadline))

}  // extern "C"
