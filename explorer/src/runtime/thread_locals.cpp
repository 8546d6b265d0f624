#include "runtime/thread_locals.h"

#include <cxxabi.h>
#include <link.h>

#include <cstddef>
#include <cstring>

namespace explorer {
namespace {

struct Image {
  const void* initial = nullptr;
  std::size_t initial_size = 0;
  std::size_t size = 0;
  std::ptrdiff_t offset = 0;  // From the thread base to the block.
};

int read_executable_image(dl_phdr_info* info, std::size_t, void* result) {
  Image& image = *static_cast<Image*>(result);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_TLS || info->dlpi_tls_data == nullptr) continue;
    image.initial = reinterpret_cast<const void*>(info->dlpi_addr + header.p_vaddr);
    image.initial_size = header.p_filesz;
    image.size = header.p_memsz;
    image.offset = static_cast<std::ptrdiff_t>(
        reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data) - current_thread_base());
  }
  return 1;  // The executable comes first; look no further.
}

Image find_executable_image() {
  Image found;
  dl_iterate_phdr(&read_executable_image, &found);
  return found;
}

}  // namespace

void ThreadLocals::reset(PooledThread& thread) {
  static const Image image = find_executable_image();
  if (image.size == 0) return;
  auto* block = reinterpret_cast<std::byte*>(thread.context.thread_base +
                                             static_cast<std::uintptr_t>(image.offset));
  if (image.initial_size > 0) std::memcpy(block, image.initial, image.initial_size);
  std::memset(block + image.initial_size, 0, image.size - image.initial_size);
}

void ThreadLocals::forget_exceptions(PooledThread& thread) {
  // Static thread-local storage lies at the same offset from every thread's base.
  static const std::uintptr_t offset =
      reinterpret_cast<std::uintptr_t>(abi::__cxa_get_globals()) - current_thread_base();
  // The C++ ABI fixes the layout: the stack of caught exceptions, the number of uncaught ones.
  struct Globals {
    void* caught;
    unsigned uncaught;
  };
  auto* globals = reinterpret_cast<Globals*>(thread.context.thread_base + offset);
  globals->caught = nullptr;
  globals->uncaught = 0;
}

}  // namespace explorer
