# The stages and their flags. Also says which stage the katas of this build tree are compiled for.
set(KATA_STAGE "plain" CACHE STRING "Stage that the katas' CMake targets are compiled for")

# The tsan stage is what a learner waits for after every save. Unoptimised with line tables, it compiles
# in half the time of -O1, and stacks show every function and line as written.
set(KATA_STAGE_COMMON_FLAGS
  -std=c++20 -pthread -fno-omit-frame-pointer -fno-optimize-sibling-calls)

set(KATA_STAGE_FLAGS_plain -O1 -g)
set(KATA_STAGE_FLAGS_tsan -O0 -gline-tables-only -fsanitize=thread)
# One object serves both: under the explorer it is linked with the explorer instead of the sanitizer.
set(KATA_STAGE_FLAGS_explorer ${KATA_STAGE_FLAGS_tsan})
set(KATA_STAGE_FLAGS_asan -O0 -gline-tables-only -fsanitize=address,undefined
  -fno-sanitize-recover=undefined)
set(KATA_STAGE_FLAGS_coverage -O0 -gline-tables-only --coverage)

# GCC's optimiser is another one than Clang's, and it warns that a fence is beyond the sanitizer,
# which the explorer is not.
set(KATA_STAGE_FLAGS_gcc -O1 -g1 -fsanitize=thread -Wno-tsan)

# How a compiler has to complain for the runner to understand it.
set(KATA_DIAGNOSTIC_FLAGS_Clang -fno-color-diagnostics -fdiagnostics-absolute-paths
  -fmessage-length=0 -ftemplate-backtrace-limit=0 -ferror-limit=20)
set(KATA_DIAGNOSTIC_FLAGS_GNU -fdiagnostics-color=never -fmessage-length=0 -fmax-errors=20)

# What the grading library is compiled with, where that is something else.
set(KATA_STAGE_LIBRARY_FLAGS_explorer -O2 -gline-tables-only)

set(KATA_STAGE_LINK_FLAGS_explorer ${GRADING_EXPLORER_LINK_OPTIONS})
set(KATA_STAGE_LINK_FLAGS_tsan -fsanitize=thread ${GRADING_TSAN_LINK_OPTIONS})
set(KATA_STAGE_LINK_FLAGS_asan -fsanitize=address,undefined)
set(KATA_STAGE_LINK_FLAGS_coverage --coverage)

if(NOT DEFINED KATA_STAGE_FLAGS_${KATA_STAGE})
  message(FATAL_ERROR "KATA_STAGE is ${KATA_STAGE}; the stages are plain, tsan, explorer, asan and "
    "coverage.")
endif()

# Leaves nothing but a stage's own flags for what is compiled in the calling directory.
macro(kata_only_stage_flags)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" kata_build_type)
  foreach(flags IN ITEMS CMAKE_CXX_FLAGS CMAKE_CXX_FLAGS_${kata_build_type})
    set(${flags} "")
  endforeach()
  unset(CMAKE_CXX_STANDARD)
  unset(CMAKE_CXX_EXTENSIONS)
  set_directory_properties(PROPERTIES COMPILE_OPTIONS "" LINK_OPTIONS "")
endmacro()
