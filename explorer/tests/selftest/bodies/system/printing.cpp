// C streams that end in a pipe of the program's own: what has room is printed, the rest is
// reported.
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <iostream>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using explorer::FindingKind;
using selftest::Registration;

constexpr std::array<char, 5000> kMuch{};

void once(explorer::Options& options) { options.max_schedules = 1; }

// A pipe in which there is no room for another page.
class Full {
 public:
  Full() {
    int ends[2];
    if (pipe(ends) != 0) std::abort();
    from_ = ends[0];
    stream_ = fdopen(ends[1], "w");
    // What a pipe of the usual size takes.
    for (int i = 0; i < 16; ++i) (void)!write(ends[1], kMuch.data(), 4096);
  }
  ~Full() {
    std::fclose(stream_);
    close(from_);
  }
  Full(const Full&) = delete;
  Full& operator=(const Full&) = delete;

  [[nodiscard]] FILE* stream() const { return stream_; }
  void take_a_page() const {
    std::array<char, 4096> page{};
    (void)!read(from_, page.data(), page.size());
  }

 private:
  int from_ = -1;
  FILE* stream_ = nullptr;
};

const Registration written({"writing_a_block_to_the_stream_of_a_full_pipe_is_unsupported",
                            FindingKind::unsupported,
                            [] {
                              const Full full;
                              std::fwrite(kMuch.data(), 1, kMuch.size(), full.stream());
                            },
                            once});

const Registration formatted({"printing_to_the_stream_of_a_full_pipe_is_unsupported",
                              FindingKind::unsupported,
                              [] {
                                const Full full;
                                for (;;) std::fprintf(full.stream(), "%100d", 7);
                              },
                              once});

const Registration unbuffered({"a_byte_to_the_unbuffered_stream_of_a_full_pipe_is_unsupported",
                               FindingKind::unsupported,
                               [] {
                                 const Full full;
                                 std::setvbuf(full.stream(), nullptr, _IONBF, 0);
                                 std::fputc('x', full.stream());
                               },
                               once});

const Registration flushed({"flushing_the_stream_of_a_full_pipe_is_unsupported",
                            FindingKind::unsupported,
                            [] {
                              const Full full;
                              std::fputs("few", full.stream());
                              std::fflush(full.stream());
                            },
                            once});

const Registration closed({"closing_the_stream_of_a_full_pipe_is_unsupported",
                           FindingKind::unsupported,
                           [] {
                             const Full full;
                             std::fputs("few", full.stream());
                           },
                           once});

const Registration roomy({"a_stream_may_print_what_its_pipe_has_room_for", FindingKind::none,
                          [] {
                            const Full full;
                            std::fputs("few", full.stream());
                            full.take_a_page();
                            if (std::fflush(full.stream()) != 0) explorer::fail("not written");
                            full.take_a_page();
                            std::fprintf(full.stream(), "%s", "more");
                          },
                          once});

// Whoever is refused leaves standard output as it is.
void apart(explorer::Options& options) {
  options.max_schedules = 1;
  options.isolation = explorer::Isolation::forked;
}

// Standard output, which usually others read, as the other end of a pipe of the program's own.
class OutputInto {
 public:
  explicit OutputInto(FILE* stream) : output_(dup(STDOUT_FILENO)) {
    std::fflush(stdout);
    dup2(fileno(stream), STDOUT_FILENO);
  }
  ~OutputInto() {
    std::fflush(stdout);
    dup2(output_, STDOUT_FILENO);
    close(output_);
  }
  OutputInto(const OutputInto&) = delete;
  OutputInto& operator=(const OutputInto&) = delete;

 private:
  int output_;
};

const Registration all_flushed({"flushing_all_streams_with_one_of_a_full_pipe_is_unsupported",
                                FindingKind::unsupported,
                                [] {
                                  const Full full;
                                  std::fputs("few", full.stream());
                                  std::fflush(nullptr);
                                },
                                apart});

const Registration put({"putting_more_than_its_own_full_pipe_takes_is_unsupported",
                        FindingKind::unsupported,
                        [] {
                          const Full full;
                          const OutputInto output(full.stream());
                          for (;;) std::puts("to myself");
                        },
                        apart});

const Registration printed({"printing_more_than_its_own_full_pipe_takes_is_unsupported",
                            FindingKind::unsupported,
                            [] {
                              const Full full;
                              const OutputInto output(full.stream());
                              for (;;) std::printf("%100d", 7);
                            },
                            apart});

const Registration byte_by_byte({"putting_bytes_into_its_own_full_pipe_is_unsupported",
                                 FindingKind::unsupported,
                                 [] {
                                   const Full full;
                                   const OutputInto output(full.stream());
                                   for (;;) putchar_unlocked('x');
                                 },
                                 apart});

const Registration streamed({"streaming_into_its_own_full_pipe_is_unsupported",
                             FindingKind::unsupported,
                             [] {
                               const Full full;
                               const OutputInto output(full.stream());
                               for (;;) std::cout << "to myself\n";
                             },
                             apart});

const Registration without_stream({"printing_to_a_full_pipe_without_a_stream_is_unsupported",
                                   FindingKind::unsupported,
                                   [] {
                                     const Full full;
                                     dprintf(fileno(full.stream()), "%d", 7);
                                   },
                                   apart});

const Registration wide({"wide_characters_for_a_full_pipe_are_unsupported",
                         FindingKind::unsupported,
                         [] {
                           const Full full;
                           for (;;) std::fwprintf(full.stream(), L"%100d", 7);
                         },
                         apart});

const Registration sought({"going_elsewhere_in_the_stream_of_a_full_pipe_is_unsupported",
                           FindingKind::unsupported,
                           [] {
                             const Full full;
                             std::fputs("few", full.stream());
                             std::fseek(full.stream(), 0, SEEK_SET);
                           },
                           apart});

}  // namespace
