// Which controlled thread is running the program's own code, if any.
#pragma once

namespace explorer {

struct ControlledThread;

// Null while the calling thread is not controlled, or is inside the explorer: interposed functions
// then pass through. Lives in the controlled thread's own thread-local storage, which every hook
// looks at; the explorer is linked into executables only.
[[gnu::tls_model("local-exec")]] extern constinit thread_local ControlledThread* current_user;

// Marks the calling controlled thread as inside the explorer for a scope.
class InsideExplorer {
 public:
  explicit InsideExplorer(ControlledThread& self) : self_(self) { current_user = nullptr; }
  ~InsideExplorer() { current_user = &self_; }
  InsideExplorer(const InsideExplorer&) = delete;
  InsideExplorer& operator=(const InsideExplorer&) = delete;

 private:
  ControlledThread& self_;
};

}  // namespace explorer
