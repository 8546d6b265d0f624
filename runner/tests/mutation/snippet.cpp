#include "snippet.h"

#include "mutation/syntax/parse.h"
#include "system/text.h"

namespace runner {

namespace {

constexpr const char* kLibrary = R"cpp(
  namespace std {
  struct mutex {
    void lock();
    void unlock();
  };
  template <class M>
  struct lock_guard {
    explicit lock_guard(M&);
    ~lock_guard();
  };
  template <class M>
  struct unique_lock {
    explicit unique_lock(M&);
    ~unique_lock();
    void lock();
    void unlock();
  };
  namespace chrono {
  template <class R>
  struct duration {
    duration(R);
  };
  template <class C>
  struct time_point {
    using clock = C;
  };
  template <class C>
  bool operator>=(time_point<C>, time_point<C>);
  struct steady_clock {
    using time_point = chrono::time_point<steady_clock>;
    static time_point now();
  };
  struct system_clock {
    using time_point = chrono::time_point<system_clock>;
    static time_point now();
  };
  }  // namespace chrono
  template <class T>
  bool operator>=(chrono::time_point<T>, chrono::time_point<T>);
  enum class cv_status { no_timeout, timeout };
  struct stop_token {};
  struct condition_variable {
    void notify_one();
    void notify_all();
    void wait(unique_lock<mutex>&);
    template <class P>
    void wait(unique_lock<mutex>&, P);
    template <class P>
    bool wait(unique_lock<mutex>&, stop_token, P);
    template <class C>
    cv_status wait_until(unique_lock<mutex>&, chrono::time_point<C>);
    template <class C, class P>
    bool wait_until(unique_lock<mutex>&, chrono::time_point<C>, P);
  };
  enum class memory_order { relaxed, acquire, release, acq_rel, seq_cst };
  inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
  inline constexpr memory_order memory_order_acquire = memory_order::acquire;
  inline constexpr memory_order memory_order_release = memory_order::release;
  template <class T>
  struct atomic {
    T load(memory_order = memory_order::seq_cst) const;
    void store(T, memory_order = memory_order::seq_cst);
    T exchange(T, memory_order = memory_order::seq_cst);
  };
  struct thread {
    void join();
  };
  }  // namespace std
  void g();
  void h();
  int number();
  bool stopping();
  struct Guard {
    explicit Guard(int);
    ~Guard();
  };
)cpp";

constexpr const char* kBegin = R"cpp(
  struct Subject {
    std::mutex m, n;
    std::condition_variable cv;
    std::atomic<int> atomic;
    std::thread worker;
    bool ready;
    int a, b;
    void run(const char* sql);
    void f() {
)cpp";

constexpr const char* kEnd = R"cpp(
  }
  }
  ;
)cpp";

}  // namespace

SyntaxTree snippet(const std::string& body) {
  return parse_cpp("/snippet.h", std::string(kLibrary) + kBegin + body + kEnd, {"-std=c++20"});
}

std::vector<Mutant> mutants_of_snippet(const std::string& body) {
  std::vector<Mutant> mutants = mutants_of(snippet(body));
  std::erase_if(mutants, [](const Mutant& mutant) { return mutant.function != "f"; });
  return mutants;
}

std::vector<std::string> mutated(const std::string& name, const std::string& body) {
  std::vector<std::string> texts;
  for (const Mutant& mutant : mutants_of_snippet(body)) {
    if (mutant.operator_name == name) texts.push_back(mutant.mutated);
  }
  return texts;
}

std::vector<std::string> bodies(const std::string& name, const std::string& body) {
  const std::size_t begin = std::string(kLibrary).size() + std::string(kBegin).size();
  std::vector<std::string> texts;
  for (const Mutant& mutant : mutants_of_snippet(body)) {
    if (mutant.operator_name != name) continue;
    const std::size_t end = mutant.source.size() - std::string(kEnd).size();
    texts.push_back(mutant.source.substr(begin, end - begin));
  }
  return texts;
}

}  // namespace runner
