# kata_add_toolkit(<stage>): the targets and files of one stage's toolkit, see cmake/toolkits.
#
#   gtest_<stage>, grading_<stage>   static libraries
#   prelude_<stage>                  the precompiled header
#   toolkit_<stage>                  all of it
#   KATA_PRELUDE_<stage>             global property: path of the precompiled header

function(kata_add_toolkit stage)
  set(flags ${KATA_STAGE_COMMON_FLAGS} ${KATA_STAGE_FLAGS_${stage}})
  kata_add_stage_gtest(${stage} "${flags}")

  add_library(grading_${stage} STATIC EXCLUDE_FROM_ALL ${GRADING_SOURCES})
  target_include_directories(grading_${stage} PUBLIC ${GRADING_INCLUDE_DIRS})
  target_compile_options(grading_${stage} PUBLIC ${flags} PRIVATE ${KATA_WARNING_FLAGS})
  target_link_options(grading_${stage} PUBLIC -pthread ${KATA_STAGE_LINK_FLAGS_${stage}})
  target_link_libraries(grading_${stage} PUBLIC gtest_${stage})

  kata_stage_include_flags(include_flags ${stage})
  kata_add_prelude(${stage} "${flags};${include_flags}")

  add_custom_target(toolkit_${stage})
  add_dependencies(toolkit_${stage} grading_${stage} gtest_${stage} prelude_${stage})
  kata_write_toolkit_json(${stage} "${flags};${include_flags}")

  set_property(GLOBAL PROPERTY KATA_PRELUDE_${stage} "${KATA_PRELUDE_${stage}}")
endfunction()

# GoogleTest compiled the stage's way, so that the sanitizer sees into it. Where the distribution
# has no sources of it, the installed library serves.
function(kata_add_stage_gtest stage flags)
  if(KATA_GTEST_SOURCE_DIR)
    add_library(gtest_${stage} STATIC EXCLUDE_FROM_ALL ${KATA_GTEST_SOURCE_DIR}/src/gtest-all.cc)
    target_include_directories(gtest_${stage} PRIVATE ${KATA_GTEST_SOURCE_DIR})
    target_include_directories(gtest_${stage} SYSTEM PUBLIC ${KATA_GTEST_SOURCE_DIR}/include)
    target_compile_options(gtest_${stage} PRIVATE ${flags})
  else()
    add_library(gtest_${stage} INTERFACE)
    target_link_libraries(gtest_${stage} INTERFACE GTest::gtest)
  endif()
endfunction()

function(kata_stage_include_flags result stage)
  set(include_flags)
  foreach(directory IN LISTS GRADING_INCLUDE_DIRS)
    list(APPEND include_flags -I${directory})
  endforeach()
  if(KATA_GTEST_SOURCE_DIR)
    list(APPEND include_flags -isystem ${KATA_GTEST_SOURCE_DIR}/include)
  endif()
  set(${result} ${include_flags} PARENT_SCOPE)
endfunction()

# An explicit command, not target_precompile_headers(): the flags must be known to the letter.
function(kata_add_prelude stage flags)
  set(source "${PROJECT_SOURCE_DIR}/cmake/toolkits/prelude.h")
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${stage}/prelude.pch")
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    set(output "")
    add_custom_target(prelude_${stage})
  else()
    add_custom_command(
      OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/${stage}
      COMMAND ${CMAKE_CXX_COMPILER} ${flags} -fpch-instantiate-templates
              -MD -MF ${output}.d -MQ ${output} -x c++-header ${source} -o ${output}
      DEPENDS ${source}
      DEPFILE ${output}.d
      COMMENT "Precompiling what graders include (${stage})"
      VERBATIM)
    add_custom_target(prelude_${stage} DEPENDS ${output})
  endif()
  set(KATA_PRELUDE_${stage} "${output}" PARENT_SCOPE)
endfunction()

function(kata_json_array result)
  list(TRANSFORM ARGN REPLACE "([\"\\\\])" "\\\\\\1")
  list(JOIN ARGN "\", \"" items)
  set(${result} "[\"${items}\"]" PARENT_SCOPE)
endfunction()

function(kata_write_toolkit_json stage flags)
  set(compile ${flags})
  if(KATA_PRELUDE_${stage})
    list(APPEND compile -include-pch "${KATA_PRELUDE_${stage}}")
  endif()
  if(KATA_GTEST_SOURCE_DIR)
    set(gtest "$<TARGET_FILE:gtest_${stage}>")
  else()
    set(gtest -lgtest)
  endif()
  kata_json_array(compile_json ${compile})
  kata_json_array(link_json
    -pthread ${KATA_STAGE_LINK_FLAGS_${stage}} "$<TARGET_FILE:grading_${stage}>" ${gtest})
  kata_find_symbolizer(symbolizer)
  file(GENERATE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${stage}.json" CONTENT
"{
  \"stage\": \"${stage}\",
  \"compiler\": \"${CMAKE_CXX_COMPILER}\",
  \"compiler_version\": \"${CMAKE_CXX_COMPILER_VERSION}\",
  \"compile\": ${compile_json},
  \"link\": ${link_json},
  \"symbolizer\": \"${symbolizer}\"
}
")
endfunction()

# The symbolizer of the compiler's own version, or else any.
function(kata_find_symbolizer result)
  string(REGEX MATCH "^[0-9]+" major "${CMAKE_CXX_COMPILER_VERSION}")
  find_program(KATA_SYMBOLIZER
    NAMES llvm-symbolizer-${major} llvm-symbolizer
    HINTS /usr/lib/llvm-${major}/bin
    DOC "Turns addresses into lines")
  if(KATA_SYMBOLIZER)
    set(${result} "${KATA_SYMBOLIZER}" PARENT_SCOPE)
  else()
    set(${result} "" PARENT_SCOPE)
  endif()
endfunction()
