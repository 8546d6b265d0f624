# Sanitizers for the project's own code, and what a build tree is for.
set(KATA_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them: address,undefined or thread")
option(KATA_COVERAGE "Measure how much of each solution its grader executes" OFF)
option(KATA_KATAS "Build katas and all that belongs to them; without it the explorer is all there is" ON)
option(KATA_RUNNER "Build the kata command; without it katas and what graders need is all there is" ON)
option(KATA_CHECKS "Add the checks of the repository itself to the tests" ON)

# The flags that a compiler and a linker need for what is switched on.
set(KATA_INSTRUMENTATION_FLAGS)
if(KATA_SANITIZE)
  list(APPEND KATA_INSTRUMENTATION_FLAGS -fsanitize=${KATA_SANITIZE} -fno-omit-frame-pointer)
  if(KATA_SANITIZE MATCHES "undefined")
    list(APPEND KATA_INSTRUMENTATION_FLAGS -fno-sanitize-recover=undefined)
  endif()
endif()

# Instruments everything added to the calling directory from here on.
macro(kata_instrument_directory)
  add_compile_options(${KATA_INSTRUMENTATION_FLAGS})
  add_link_options(${KATA_INSTRUMENTATION_FLAGS})
endmacro()
