#include "report/symbols/modules.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <climits>
#include <cstddef>
#include <cstdlib>

namespace explorer {
namespace {

struct Query {
  std::uintptr_t address;
  ModuleAddress answer;
};

int visit(dl_phdr_info* module, std::size_t, void* data) {
  Query& query = *static_cast<Query*>(data);
  for (int i = 0; i < module->dlpi_phnum; ++i) {
    const auto& segment = module->dlpi_phdr[i];
    const std::uintptr_t begin = module->dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && query.address >= begin &&
        query.address - begin < segment.p_memsz) {
      query.answer.path = module->dlpi_name;
      query.answer.offset = query.address - module->dlpi_addr;
      // The main program is the one without a name.
      query.answer.executable = query.answer.path.empty();
      return 1;
    }
  }
  return 0;
}

std::string executable_path() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : std::string();
}

}  // namespace

ModuleAddress locate(std::uintptr_t address) {
  Query query{address, {}};
  dl_iterate_phdr(&visit, &query);
  if (query.answer.executable) {
    query.answer.path = executable_path();
  }
  return query.answer;
}

std::string exported_symbol(std::uintptr_t address) {
  Dl_info info{};
  // NOLINTNEXTLINE(performance-no-int-to-ptr): addresses are numbers throughout the records.
  if (dladdr(reinterpret_cast<void*>(address), &info) == 0 || info.dli_sname == nullptr) {
    return {};
  }
  int status = 0;
  char* demangled = abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, &status);
  std::string name = status == 0 ? demangled : info.dli_sname;
  std::free(demangled);
  return name;
}

}  // namespace explorer
