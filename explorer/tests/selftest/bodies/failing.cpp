// Ways to fail that have nothing to do with a primitive.
#include <unistd.h>

#include <cassert>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using explorer::FindingKind;
using selftest::Registration;

const Registration freed({"touching_freed_memory_is_found", FindingKind::use_after_free, [] {
                            int* value = new int(1);
                            std::thread a([&] { delete value; });
                            a.join();
                            *value = 2;
                          }});

const Registration freed_twice({"freeing_twice_is_found", FindingKind::use_after_free, [] {
                                  void* volatile block = std::malloc(8);
                                  std::free(block);
                                  std::free(block);
                                }});

const Registration heap({"the_heap_is_usable", FindingKind::none, [] {
                           std::string text;
                           std::thread a([&] {
                             for (int i = 0; i < 100; ++i) text += "text";
                           });
                           a.join();
                           void* block = std::calloc(3, 5);
                           // NOLINTNEXTLINE(bugprone-suspicious-realloc-usage)
                           block = std::realloc(block, 5000);
                           std::free(block);
                           std::free(std::aligned_alloc(64, 128));
                           if (text.size() != 400) explorer::fail("the text is incomplete");
                         }});

const Registration copied({"memcpy_races_like_any_access", FindingKind::data_race, [] {
                             const auto block = std::make_unique<char[]>(64);
                             char copy[64];
                             std::thread a([&] { block[20] = 'x'; });
                             std::memcpy(copy, block.get(), sizeof copy);
                             a.join();
                             if (copy[20] == 'y') explorer::fail("nobody wrote that");
                           }});

// Undefined, and meant to be: UndefinedBehaviorSanitizer has no business here.
__attribute__((no_sanitize("undefined"))) void write_to(int* place) { *place = 1; }

const Registration null_pointer({"a_null_pointer_crashes", FindingKind::crash, [] {
                                   int* volatile nowhere = nullptr;
                                   std::thread a([&] { write_to(nowhere); });
                                   a.join();
                                 }});

int depth(int levels) {
  volatile char space[4096];
  space[0] = static_cast<char>(levels);
  return levels == 0 ? space[0] : depth(levels - 1) + space[0];
}

const Registration overflow({"a_stack_overflow_crashes", FindingKind::crash, [] {
                               std::thread a([] { (void)depth(1'000'000); });
                               a.join();
                             }});

const Registration thrown({"an_exception_leaving_a_thread_crashes", FindingKind::crash, [] {
                             std::thread a([] { throw std::runtime_error("left alone"); });
                             a.join();
                           }});

const Registration thrown_by_body({"an_exception_leaving_the_body_crashes", FindingKind::crash,
                                   [] { throw std::runtime_error("left alone"); }});

const Registration aborts({"abort_crashes", FindingKind::crash, [] { std::abort(); }});
const Registration exits({"exit_crashes", FindingKind::crash, [] { std::exit(0); }});

const Registration asserts({"a_failed_assertion_is_a_wrong_result", FindingKind::wrong_result, [] {
                              bool holds = false;
                              std::thread a([&] { holds = false; });
                              a.join();
                              assert(holds);
                            }});

const Registration chosen({"every_choice_is_tried", FindingKind::wrong_result, [] {
                             if (explorer::choose(3) == 2) explorer::fail("the third");
                           }});

const Registration handled({"exceptions_may_be_handled", FindingKind::none, [] {
                              const auto attempt = [] {
                                try {
                                  throw std::runtime_error("caught");
                                } catch (const std::runtime_error&) {
                                  std::this_thread::yield();
                                }
                              };
                              std::thread a(attempt);
                              attempt();
                              a.join();
                              if (std::uncaught_exceptions() != 0) explorer::fail("still flying");
                            }});

const Registration blocking({"a_read_that_blocks_is_unsupported", FindingKind::unsupported,
                             [] {
                               int ends[2];
                               if (pipe(ends) != 0) return;
                               char byte = 0;
                               (void)!read(ends[0], &byte, 1);
                             },
                             [](explorer::Options& o) { o.max_schedules = 1; }});

const Registration forking({"fork_is_unsupported", FindingKind::unsupported, [] { (void)fork(); }});
const Registration running({"system_is_unsupported", FindingKind::unsupported,
                            [] { (void)!std::system("true"); }});

}  // namespace
