# Chooses the newest Clang there is, unless the caller has named a compiler by -DCMAKE_CXX_COMPILER
# or by the environment variable CXX.
#
# ThreadSanitizer's verdicts depend on the compiler, so the distribution's default (often g++, or an
# old Clang) is never taken silently. 16 is the oldest release whose runtime has all that the
# grading library calls.
set(KATA_OLDEST_CLANG 16)

function(kata_choose_compiler)
  foreach(version RANGE 40 ${KATA_OLDEST_CLANG} -1)
    list(APPEND names clang++-${version})
  endforeach()
  # The whole path is searched for a name before the next name is tried: the newest wins.
  find_program(KATA_CLANGXX NAMES ${names} clang++ DOC "Clang, if none is named")
  if(NOT KATA_CLANGXX)
    message(FATAL_ERROR
      "No Clang found. Install Clang ${KATA_OLDEST_CLANG} or newer, or let ./kata doctor do it; "
      "or name a compiler: -DCMAKE_CXX_COMPILER=/path/to/clang++")
  endif()
  string(REGEX REPLACE "clang\\+\\+(-[0-9]+)?$" "clang\\1" c_compiler "${KATA_CLANGXX}")
  set(CMAKE_CXX_COMPILER "${KATA_CLANGXX}" CACHE FILEPATH "C++ compiler")
  if(NOT DEFINED CMAKE_C_COMPILER AND NOT DEFINED ENV{CC} AND EXISTS "${c_compiler}")
    set(CMAKE_C_COMPILER "${c_compiler}" CACHE FILEPATH "C compiler")
  endif()
endfunction()

if(NOT DEFINED CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX})
  kata_choose_compiler()
endif()
