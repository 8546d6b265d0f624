# Warnings for the project's own code; everything added after this is held to them. Learners' code is
# not: see cmake/toolkits and katas/.
option(KATA_WARNINGS_AS_ERRORS "Treat warnings in the project's own code as errors" ON)
option(KATA_LINT "Run clang-tidy over the project's own code while it is compiled" OFF)

set(KATA_WARNING_FLAGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(KATA_WARNINGS_AS_ERRORS)
  list(APPEND KATA_WARNING_FLAGS -Werror)
endif()
add_compile_options("$<$<COMPILE_LANGUAGE:C,CXX>:${KATA_WARNING_FLAGS}>")

if(KATA_LINT)
  string(REGEX MATCH "^[0-9]+" clang_major "${CMAKE_CXX_COMPILER_VERSION}")
  find_program(KATA_CLANG_TIDY NAMES clang-tidy-${clang_major} clang-tidy
    HINTS /usr/lib/llvm-${clang_major}/bin REQUIRED)
  set(CMAKE_CXX_CLANG_TIDY "${KATA_CLANG_TIDY};--quiet")
endif()
