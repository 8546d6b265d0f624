# Warnings for the project's own code; everything added after this is held to them. Learners' code
# and graders are not: see cmake/toolkits and katas/.
option(KATA_WARNINGS_AS_ERRORS "Treat warnings in the project's own code as errors" ON)

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(KATA_WARNINGS_AS_ERRORS)
  add_compile_options(-Werror)
endif()
