#include "interposition/libc/language_runtime.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>

namespace explorer {
namespace {

struct Module {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;

  [[nodiscard]] bool contains(std::uintptr_t address) const {
    return begin <= address && address < end;
  }
};

// One function of each library.
struct Modules {
  std::array<std::uintptr_t, 2> landmarks{};
  std::array<Module, 2> found{};
  bool executable = true;  // The next one to be shown.
};

Module extent_of(const dl_phdr_info& info) {
  Module module;
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const auto& header = info.dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    const std::uintptr_t begin = info.dlpi_addr + header.p_vaddr;
    if (module.end == 0) module.begin = begin;
    module.end = begin + header.p_memsz;
  }
  return module;
}

int look_at(dl_phdr_info* info, std::size_t, void* result) {
  Modules& modules = *static_cast<Modules*>(result);
  const Module module = extent_of(*info);
  for (std::size_t i = 0; i < modules.found.size() && !modules.executable; ++i) {
    if (module.contains(modules.landmarks[i])) modules.found[i] = module;
  }
  modules.executable = false;
  return 0;
}

std::array<Module, 2> find_modules() {
  Modules modules;
  modules.landmarks = {
      reinterpret_cast<std::uintptr_t>(dlsym(RTLD_DEFAULT, "_Unwind_RaiseException")),
      reinterpret_cast<std::uintptr_t>(dlsym(RTLD_DEFAULT, "__cxa_throw"))};
  dl_iterate_phdr(&look_at, &modules);
  return modules.found;
}

}  // namespace

bool is_language_runtime(std::uintptr_t address) {
  static const std::array<Module, 2> modules = find_modules();
  return std::ranges::any_of(modules, [&](const Module& m) { return m.contains(address); });
}

}  // namespace explorer
