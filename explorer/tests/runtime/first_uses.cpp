// What the libraries prepare once in a process, for the first who asks.
#include "first_uses.h"

#include <exception>
#include <future>
#include <memory>
#include <sstream>
#include <thread>

namespace first_uses {
namespace {

template <typename Use>
void by_two_threads(const Use& use) {
  std::thread a(use);
  use();
  a.join();
}

}  // namespace

void of_exceptions() {
  by_two_threads([] {
    try {
      throw 1;
    } catch (int) {
      std::this_thread::yield();
    }
  });
}

void of_a_shared_exception() {
  const std::exception_ptr shared = std::make_exception_ptr(1);
  by_two_threads([shared] {
    try {
      std::rethrow_exception(shared);
    } catch (int& value) {
      value = 2;
      std::this_thread::yield();
    }
  });
}

void of_streams() {
  by_two_threads([] {
    std::ostringstream text;
    text << 1 << ' ' << 2.5;
  });
}

void of_error_categories() {
  by_two_threads([] {
    std::promise<int> promise;
    promise.set_value(1);
    try {
      promise.set_value(2);
    } catch (const std::future_error& error) {
      static_cast<void>(error.code().message());
    }
  });
}

// Their locks are a static of the C++ library.
void of_atomic_shared_pointers() {
  std::shared_ptr<int> shared;
  by_two_threads([&] { std::atomic_store(&shared, std::make_shared<int>(1)); });
}

}  // namespace first_uses
