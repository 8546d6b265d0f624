// What is asked of threads of the C library's own, which are not controlled: reported by name.
#include <aio.h>
#include <netdb.h>

#include "interposition/uncontrolled/refusal.h"

extern "C" {

EXPLORER_REFUSE(int, aio_read, (aiocb * request) noexcept, (request))
EXPLORER_REFUSE(int, aio_write, (aiocb * request) noexcept, (request))
EXPLORER_REFUSE(int, aio_fsync, (int operation, aiocb* request) noexcept, (operation, request))
EXPLORER_REFUSE(int, aio_suspend, (const aiocb* const requests[], int count, const timespec* time),
                (requests, count, time))
EXPLORER_REFUSE(int, lio_listio,
                (int mode, aiocb* const requests[], int count, sigevent* event) noexcept,
                (mode, requests, count, event))
EXPLORER_REFUSE(int, aio_read64, (aiocb64 * request) noexcept, (request))
EXPLORER_REFUSE(int, aio_write64, (aiocb64 * request) noexcept, (request))
EXPLORER_REFUSE(int, aio_fsync64, (int operation, aiocb64* request) noexcept, (operation, request))
EXPLORER_REFUSE(int, aio_suspend64,
                (const aiocb64* const requests[], int count, const timespec* time),
                (requests, count, time))
EXPLORER_REFUSE(int, lio_listio64,
                (int mode, aiocb64* const requests[], int count, sigevent* event) noexcept,
                (mode, requests, count, event))
EXPLORER_REFUSE(int, getaddrinfo_a, (int mode, gaicb* requests[], int count, sigevent* event),
                (mode, requests, count, event))
EXPLORER_REFUSE(int, gai_suspend, (const gaicb* const requests[], int count, const timespec* time),
                (requests, count, time))

}  // extern "C"
