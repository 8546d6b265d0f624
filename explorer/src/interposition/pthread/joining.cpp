// Joins that no standard has and that wait for a time: reported by name.
#include <pthread.h>

#include "interposition/uncontrolled/refusal.h"

extern "C" {

EXPLORER_REFUSE(int, pthread_tryjoin_np, (pthread_t thread, void** result) noexcept,
                (thread, result))
EXPLORER_REFUSE(int, pthread_timedjoin_np, (pthread_t thread, void** result, const timespec* time),
                (thread, result, time))
EXPLORER_REFUSE(int, pthread_clockjoin_np,
                (pthread_t thread, void** result, clockid_t clock, const timespec* time),
                (thread, result, clock, time))

}  // extern "C"
