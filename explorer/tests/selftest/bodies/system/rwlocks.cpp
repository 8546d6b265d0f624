// Reader-writer locks that prefer readers or writers.
#include <pthread.h>
#include <time.h>

#include <cerrno>
#include <thread>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using explorer::FindingKind;
using selftest::Registration;

class Lock {
 public:
  explicit Lock(int kind) {
    pthread_rwlockattr_t attributes;
    pthread_rwlockattr_init(&attributes);
    pthread_rwlockattr_setkind_np(&attributes, kind);
    pthread_rwlock_init(&lock_, &attributes);
    pthread_rwlockattr_destroy(&attributes);
  }
  ~Lock() { pthread_rwlock_destroy(&lock_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  void read() { pthread_rwlock_rdlock(&lock_); }
  bool try_to_read() { return pthread_rwlock_tryrdlock(&lock_) == 0; }
  void write() { pthread_rwlock_wrlock(&lock_); }
  bool write_within_an_hour() {
    timespec end{};
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 3600;
    return pthread_rwlock_timedwrlock(&lock_, &end) == 0;
  }
  void unlock() { pthread_rwlock_unlock(&lock_); }

 private:
  pthread_rwlock_t lock_{};
};

void read_twice_beside_a_writer(int kind) {
  Lock lock(kind);
  std::thread writer([&] {
    lock.write();
    lock.unlock();
  });
  lock.read();
  lock.read();
  lock.unlock();
  lock.unlock();
  writer.join();
}

const Registration preferred(
    {"reading_again_where_writers_are_preferred_is_a_deadlock", FindingKind::deadlock,
     [] { read_twice_beside_a_writer(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP); }});
const Registration unpreferred({"reading_again_where_readers_are_preferred_is_allowed",
                                FindingKind::none,
                                [] { read_twice_beside_a_writer(PTHREAD_RWLOCK_PREFER_READER_NP); },
                                nullptr, true});

const Registration once_each({"readers_and_preferred_writers_take_turns", FindingKind::none,
                              [] {
                                Lock lock(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
                                int value = 0;
                                const auto read = [&] {
                                  lock.read();
                                  if (value > 1) explorer::fail("one writer only");
                                  lock.unlock();
                                };
                                std::thread writer([&] {
                                  lock.write();
                                  ++value;
                                  lock.unlock();
                                });
                                std::thread reader(read);
                                read();
                                writer.join();
                                reader.join();
                              },
                              nullptr, true});

const Registration tried({"trying_to_read_again_fails_where_a_preferred_writer_waits",
                          FindingKind::wrong_result, [] {
                            Lock lock(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
                            lock.read();
                            std::thread writer([&] {
                              lock.write();
                              lock.unlock();
                            });
                            if (!lock.try_to_read()) explorer::fail("a writer waits");
                            lock.unlock();
                            lock.unlock();
                            writer.join();
                          }});

const Registration gives_up({"a_preferred_writer_that_gives_up_lets_readers_in", FindingKind::none,
                             [] {
                               Lock lock(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
                               lock.read();
                               std::thread writer([&] {
                                 if (lock.write_within_an_hour()) explorer::fail("it is read");
                               });
                               lock.read();
                               writer.join();
                               lock.unlock();
                               lock.unlock();
                             },
                             [](explorer::Options& options) { options.spurious_wakes = 0; }});

}  // namespace
