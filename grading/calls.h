// What graders hand to the toolkit to be called. As std::function and a reference to one, and far
// sooner compiled: without optimisation, a std::function costs some twenty functions for each
// lambda, these three and one. A grader has over a hundred lambdas, and learners wait for it.
//
// Thread-safety: as a value's.
#pragma once

#include <concepts>
#include <functional>
#include <type_traits>
#include <utility>

namespace grading {

template <typename Signature>
class Call;

// Owns a callable. Copies copy it.
template <typename Result, typename... Arguments>
class Call<Result(Arguments...)> {
 public:
  Call() = default;

  template <typename Callable>
    requires(!std::same_as<Callable, Call>)
  Call(Callable callable)  // NOLINT(google-explicit-constructor): stands for the callable.
      : callable_(new Callable(static_cast<Callable&&>(callable))),
        call_(&call_it<Callable>),
        manage_(&manage_it<Callable>) {}

  Call(const Call& other)
      : callable_(other.manage_ == nullptr ? nullptr : other.manage_(other.callable_, true)),
        call_(other.call_),
        manage_(other.manage_) {}
  Call(Call&& other) noexcept
      : callable_(std::exchange(other.callable_, nullptr)),
        call_(other.call_),
        manage_(std::exchange(other.manage_, nullptr)) {}
  Call& operator=(Call other) noexcept {
    std::swap(callable_, other.callable_);
    std::swap(call_, other.call_);
    std::swap(manage_, other.manage_);
    return *this;
  }
  ~Call() {
    if (manage_ != nullptr) manage_(callable_, false);
  }

  // Requires: made from a callable, and not moved from.
  Result operator()(Arguments... arguments) const {
    return call_(callable_, static_cast<Arguments&&>(arguments)...);
  }

 private:
  template <typename Callable>
  static Result call_it(void* callable, Arguments... arguments) {
    if constexpr (std::is_member_pointer_v<Callable>) {
      return std::invoke(*static_cast<Callable*>(callable), static_cast<Arguments&&>(arguments)...);
    } else {
      return (*static_cast<Callable*>(callable))(static_cast<Arguments&&>(arguments)...);
    }
  }
  // One function for both, since each costs time.
  template <typename Callable>
  static void* manage_it(void* callable, bool copy) {
    if (copy) return new Callable(*static_cast<const Callable*>(callable));
    delete static_cast<Callable*>(callable);
    return nullptr;
  }

  void* callable_ = nullptr;
  Result (*call_)(void*, Arguments...) = nullptr;
  void* (*manage_)(void*, bool) = nullptr;
};

template <typename Signature>
class CallRef;

// Refers to a callable that outlives it: for parameters.
template <typename Result, typename... Arguments>
class CallRef<Result(Arguments...)> {
 public:
  template <typename Callable>
    requires(!std::same_as<Callable, CallRef>)
  CallRef(const Callable& callable)  // NOLINT(google-explicit-constructor): as above.
      : callable_(&callable), call_(&call_it<Callable>) {}
  CallRef(Result (*function)(Arguments...))  // NOLINT(google-explicit-constructor): as above.
      : callable_(reinterpret_cast<const void*>(function)), call_(&call_function) {}

  Result operator()(Arguments... arguments) const {
    return call_(callable_, static_cast<Arguments&&>(arguments)...);
  }

 private:
  static Result call_function(const void* function, Arguments... arguments) {
    return reinterpret_cast<Result (*)(Arguments...)>(const_cast<void*>(function))(
        static_cast<Arguments&&>(arguments)...);
  }
  template <typename Callable>
  static Result call_it(const void* callable, Arguments... arguments) {
    return (*static_cast<const Callable*>(callable))(static_cast<Arguments&&>(arguments)...);
  }

  const void* callable_;
  Result (*call_)(const void*, Arguments...);
};

}  // namespace grading
