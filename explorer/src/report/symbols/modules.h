// The executable and shared objects mapped into this process.
#pragma once

#include <cstdint>
#include <string>

namespace explorer {

struct ModuleAddress {
  std::string path;           // Of the object file; empty: the address lies in no module.
  std::uintptr_t offset = 0;  // As the object file's own symbol table counts.
  bool executable = false;    // The main program rather than a shared object.
};

[[nodiscard]] ModuleAddress locate(std::uintptr_t address);

// The exported symbol at or before `address`, demangled; empty where there is none.
[[nodiscard]] std::string exported_symbol(std::uintptr_t address);

}  // namespace explorer
