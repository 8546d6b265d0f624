# Sanitizers and coverage for the project's own code.
set(KATA_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them: address,undefined or thread")
option(KATA_COVERAGE "Count which lines are executed (see cmake/coverage.cmake)" OFF)
option(KATA_CHECKS "Add the checks of the repository itself to the tests" ON)

# The flags that a compiler and a linker need for what is switched on.
set(KATA_INSTRUMENTATION_FLAGS)
if(KATA_SANITIZE)
  list(APPEND KATA_INSTRUMENTATION_FLAGS -fsanitize=${KATA_SANITIZE} -fno-omit-frame-pointer)
  if(KATA_SANITIZE MATCHES "undefined")
    list(APPEND KATA_INSTRUMENTATION_FLAGS -fno-sanitize-recover=undefined)
  endif()
endif()
if(KATA_COVERAGE)
  list(APPEND KATA_INSTRUMENTATION_FLAGS --coverage)
endif()

# Instruments everything added to the calling directory from here on.
macro(kata_instrument_directory)
  add_compile_options(${KATA_INSTRUMENTATION_FLAGS})
  add_link_options(${KATA_INSTRUMENTATION_FLAGS})
endmacro()
