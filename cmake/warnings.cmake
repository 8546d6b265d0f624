# Warnings for the project's own code; everything added after this is held to them. Learners' code is
# not: see cmake/toolkits and katas/.
option(KATA_WARNINGS_AS_ERRORS "Treat warnings in the project's own code as errors" ON)

set(KATA_WARNING_FLAGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(KATA_WARNINGS_AS_ERRORS)
  list(APPEND KATA_WARNING_FLAGS -Werror)
endif()
add_compile_options("$<$<COMPILE_LANGUAGE:C,CXX>:${KATA_WARNING_FLAGS}>")
