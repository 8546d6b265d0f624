# How code is put under the control of the schedule explorer.
#
# The translation units under test are compiled with -fsanitize=thread, for its hooks, and linked
# without the sanitizer's runtime: the explorer defines the hooks. The explorer itself and code that
# is not under test are compiled without.

# Compiles the sources of an existing target for exploration.
#   explorer_instrument(<target>)
function(explorer_instrument target)
  target_compile_options(
    ${target} PRIVATE $<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=thread -fno-omit-frame-pointer -g>)
  # Only GCC warns that the sanitizer does not follow fences; the explorer does.
  target_compile_options(
    ${target} PRIVATE $<$<AND:$<CXX_COMPILER_ID:GNU>,$<COMPILE_LANGUAGE:CXX>>:-Wno-tsan>)
endfunction()

# An executable all of whose sources are under test.
#   add_explored_executable(<name> <source>...)
function(add_explored_executable name)
  add_executable(${name} ${ARGN})
  explorer_instrument(${name})
  target_link_libraries(${name} PRIVATE explorer)
endfunction()

# An existing program, main included, that explores itself when it is run: see
# explorer/include/explorer/program.h and explorer/src/program/main.cpp for what the environment
# may ask of it.
#   add_explored_program(<name> <source>...)
set(EXPLORER_PROGRAM_MAIN "${CMAKE_CURRENT_LIST_DIR}/../explorer/src/program/main.cpp")
function(add_explored_program name)
  add_library(${name}_under_test OBJECT ${ARGN})
  explorer_instrument(${name}_under_test)
  add_executable(${name} "${EXPLORER_PROGRAM_MAIN}" $<TARGET_OBJECTS:${name}_under_test>)
  target_link_libraries(${name} PRIVATE explorer)
  target_link_options(${name} PRIVATE -Wl,--wrap=main)
endfunction()
