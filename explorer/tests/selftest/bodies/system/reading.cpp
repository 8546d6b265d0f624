// C streams that read from a pipe of the program's own, and names that are opened.
#include <aio.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using explorer::FindingKind;
using selftest::Registration;

// Whoever is refused leaves its descriptors open, so in a process of its own.
void once(explorer::Options& options) {
  options.max_schedules = 1;
  options.isolation = explorer::Isolation::forked;
}

// A stream in which there is as much as has been written, and no end.
class Stream {
 public:
  explicit Stream(const char* text) {
    int ends[2];
    if (pipe(ends) != 0) std::abort();
    from_ = fdopen(ends[0], "r");
    to_ = ends[1];
    if (write(to_, text, std::strlen(text)) < 0) std::abort();
  }
  ~Stream() {
    std::fclose(from_);
    if (to_ >= 0) close(to_);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  [[nodiscard]] FILE* file() const { return from_; }
  void end() {
    close(to_);
    to_ = -1;
  }

 private:
  FILE* from_ = nullptr;
  int to_ = -1;
};

const Registration scanned({"what_a_stream_has_is_scanned", FindingKind::none,
                            [] {
                              const Stream stream("12 ");
                              int number = 0;
                              if (std::fscanf(stream.file(), "%d", &number) != 1 || number != 12) {
                                explorer::fail("another number");
                              }
                            },
                            once});
const Registration unscanned({"scanning_an_empty_pipe_is_unsupported", FindingKind::unsupported,
                              [] {
                                const Stream stream("");
                                int number = 0;
                                (void)!std::fscanf(stream.file(), "%d", &number);
                              },
                              once});
const Registration half({"scanning_what_has_no_end_is_unsupported", FindingKind::unsupported,
                         [] {
                           const Stream stream("12");  // And another digit may follow.
                           int number = 0;
                           (void)!std::fscanf(stream.file(), "%d", &number);
                         },
                         once});
const Registration ended({"the_end_of_a_stream_ends_what_is_scanned", FindingKind::none,
                          [] {
                            Stream stream("12");
                            stream.end();
                            int number = 0;
                            if (std::fscanf(stream.file(), "%d", &number) != 1 || number != 12) {
                              explorer::fail("another number");
                            }
                          },
                          once});

const Registration lines({"a_line_without_an_end_is_unsupported", FindingKind::unsupported,
                          [] {
                            const Stream stream("a line\nand a");
                            std::array<char, 80> line{};
                            if (std::fgets(line.data(), line.size(), stream.file()) == nullptr) {
                              explorer::fail("there is a line");
                            }
                            (void)!std::fgets(line.data(), line.size(), stream.file());
                          },
                          once});
const Registration delimited({"getting_a_line_without_an_end_is_unsupported",
                              FindingKind::unsupported,
                              [] {
                                const Stream stream("a line");
                                char* line = nullptr;
                                std::size_t size = 0;
                                (void)!getline(&line, &size, stream.file());
                              },
                              once});
const Registration blocks({"reading_a_block_of_which_there_is_half_is_unsupported",
                           FindingKind::unsupported,
                           [] {
                             const Stream stream("half");
                             std::array<char, 8> block{};
                             (void)!std::fread(block.data(), 1, block.size(), stream.file());
                           },
                           once});
const Registration bytes({"getting_bytes_beyond_what_there_is_is_unsupported",
                          FindingKind::unsupported,
                          [] {
                            const Stream stream("x");
                            (void)getc_unlocked(stream.file());
                            (void)getc_unlocked(stream.file());
                          },
                          once});
const Registration wide({"getting_wide_characters_beyond_what_there_is_is_unsupported",
                         FindingKind::unsupported,
                         [] {
                           const Stream stream("xy");
                           (void)std::fgetwc(stream.file());
                           if (std::fgetwc(stream.file()) != L'y') explorer::fail("it is there");
                           (void)std::fgetwc(stream.file());
                         },
                         once});

const Registration locked({"locking_a_stream_is_unsupported", FindingKind::unsupported,
                           [] { flockfile(stdout); }, once});

// A named pipe without its name, of which nothing is left when the process is gone.
class NamedPipe {
 public:
  NamedPipe() {
    std::string folder = "/tmp/explorer-pipe-XXXXXX";
    if (mkdtemp(folder.data()) == nullptr) std::abort();
    const std::string path = folder + "/pipe";
    if (mkfifo(path.c_str(), 0600) != 0) std::abort();
    place_ = open(path.c_str(), O_PATH);  // Opens neither end.
    unlink(path.c_str());
    rmdir(folder.c_str());
    path_ = "/proc/self/fd/" + std::to_string(place_);
  }
  ~NamedPipe() { close(place_); }
  NamedPipe(const NamedPipe&) = delete;
  NamedPipe& operator=(const NamedPipe&) = delete;

  [[nodiscard]] const char* path() const { return path_.c_str(); }

 private:
  int place_ = -1;
  std::string path_;
};

template <void (*use)(const char* path)>
void open_a_pipe() {
  const NamedPipe pipe;
  use(pipe.path());
}

const Registration opened({"opening_a_pipe_that_nobody_writes_is_unsupported",
                           FindingKind::unsupported,
                           open_a_pipe<[](const char* path) { close(open(path, O_RDONLY)); }>,
                           once});
const Registration opened_to_write(
    {"opening_a_pipe_that_nobody_reads_is_unsupported", FindingKind::unsupported,
     open_a_pipe<[](const char* path) { close(openat(AT_FDCWD, path, O_WRONLY)); }>, once});
const Registration opened_as_stream(
    {"opening_a_stream_that_nobody_writes_is_unsupported", FindingKind::unsupported,
     open_a_pipe<[](const char* path) { std::fclose(std::fopen(path, "r")); }>, once});
const Registration opened_as_file({"opening_a_file_that_nobody_reads_is_unsupported",
                                   FindingKind::unsupported,
                                   open_a_pipe<[](const char* path) { std::ofstream file(path); }>,
                                   once});
const Registration both({"a_pipe_with_both_ends_is_opened", FindingKind::none,
                         [] {
                           const NamedPipe pipe;
                           const int from = open(pipe.path(), O_RDONLY | O_NONBLOCK);
                           const int to = open(pipe.path(), O_WRONLY);
                           const int again = open(pipe.path(), O_RDONLY);
                           char byte = 0;
                           (void)!write(to, "x", 1);
                           if (read(again, &byte, 1) != 1) explorer::fail("it was written");
                           for (const int end : {from, to, again}) close(end);
                         },
                         once});

const Registration asked({"asking_another_thread_to_read_is_unsupported", FindingKind::unsupported,
                          [] {
                            aiocb request{};
                            aio_read(&request);
                          },
                          once});
const Registration suspended({"waiting_for_what_others_read_is_unsupported",
                              FindingKind::unsupported,
                              [] {
                                aiocb request{};
                                const aiocb* requests[] = {&request};
                                aio_suspend(requests, 1, nullptr);
                              },
                              once});

}  // namespace
