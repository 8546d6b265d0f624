#include "build/local_state.h"

#include <cxxabi.h>
#include <elf.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

#include "system/files.h"

namespace runner {

namespace {

// Reads a T at `at`, wherever that is.
template <typename T>
std::optional<T> read_at(std::string_view bytes, std::uint64_t at) {
  if (at > bytes.size() || bytes.size() - at < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// "kata::(anonymous namespace)::g_lot" -> "g_lot". Empty for what the compiler makes by itself:
// type information, virtual tables, literals, standard streams.
std::string source_name(const std::string& symbol) {
  if (symbol.starts_with("_ZT") || symbol.starts_with('.')) return {};
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> readable(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  std::string name = status == 0 ? readable.get() : symbol;
  if (name.starts_with("std::")) return {};
  // A variable of a function that was named after its instantiation: "f()::count[abi:x]".
  name.erase(std::min(name.find('['), name.size()));
  const auto first = std::find_if_not(name.rbegin(), name.rend(), in_word).base();
  return {first, name.end()};
}

bool has_word(std::string_view text, std::string_view word) {
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !in_word(text[at - 1]);
    if (begins && (end == text.size() || !in_word(text[end]))) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> local_variables(const std::filesystem::path& object_file) {
  std::vector<std::string> names;
  constexpr std::size_t kLargest = 256U << 20;
  const std::string bytes = read_file(object_file, kLargest).value_or("");
  const auto file = read_at<Elf64_Ehdr>(bytes, 0);
  if (!file || std::memcmp(file->e_ident, ELFMAG, SELFMAG) != 0 ||
      file->e_ident[EI_CLASS] != ELFCLASS64) {
    return names;
  }
  const auto section = [&](std::uint64_t index) {
    return read_at<Elf64_Shdr>(bytes, file->e_shoff + index * sizeof(Elf64_Shdr));
  };
  for (std::uint64_t i = 0; i < file->e_shnum; ++i) {
    const auto symbols = section(i);
    if (!symbols || symbols->sh_type != SHT_SYMTAB) continue;
    const auto texts = section(symbols->sh_link);
    if (!texts) continue;
    for (std::uint64_t at = 0; at < symbols->sh_size; at += sizeof(Elf64_Sym)) {
      const auto symbol = read_at<Elf64_Sym>(bytes, symbols->sh_offset + at);
      if (!symbol) break;
      const auto type = ELF64_ST_TYPE(symbol->st_info);
      const bool object = type == STT_OBJECT || type == STT_TLS;
      if (!object || ELF64_ST_BIND(symbol->st_info) != STB_LOCAL) continue;
      const auto place = section(symbol->st_shndx);
      if (!place || (place->sh_flags & SHF_WRITE) == 0) continue;
      const std::uint64_t begin = texts->sh_offset + symbol->st_name;
      if (begin >= bytes.size()) continue;
      const std::string name = source_name(bytes.substr(begin, bytes.find('\0', begin) - begin));
      if (!name.empty()) names.push_back(name);
    }
  }
  return names;
}

bool keeps_local_state(const std::filesystem::path& object_file, std::string_view header,
                       std::string_view grader) {
  return std::ranges::any_of(local_variables(object_file), [&](const std::string& name) {
    if (name.starts_with("grading_")) return false;
    return has_word(header, name) || !has_word(grader, name);
  });
}

}  // namespace runner
