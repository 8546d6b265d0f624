// Demangled C++ names as a person would write them.
#pragma once

#include <string>
#include <string_view>

namespace explorer {

// "void kata::Queue<int, std::allocator<int> >::push(int&&)" -> "Queue::push"; a lambda becomes
// "lambda in Queue::push". Return type, parameters, template arguments, inline namespaces and all
// but the last enclosing name are dropped; names of namespace std keep their "std::".
// O(length). Never fails: what it cannot parse, it returns as it is.
[[nodiscard]] std::string readable_name(std::string_view demangled);

// True for the file or function of a library frame (see Frame::library).
[[nodiscard]] bool is_library_file(std::string_view file);
[[nodiscard]] bool is_library_function(std::string_view demangled);

}  // namespace explorer
