# kata_add_toolkit(<stage>): the targets and files of one stage's toolkit, see cmake/toolkits.
#
#   gtest_<stage>, grading_<stage>   static libraries
#   prelude_<stage>                  the precompiled header
#   toolkit_<stage>                  all of it
#   KATA_PRELUDE_<stage>             global property: path of the precompiled header

function(kata_add_toolkit stage)
  set(flags ${KATA_STAGE_COMMON_FLAGS} ${KATA_STAGE_FLAGS_${stage}})
  set(library_flags ${flags})
  if(DEFINED KATA_STAGE_LIBRARY_FLAGS_${stage})
    set(library_flags ${KATA_STAGE_COMMON_FLAGS} ${KATA_STAGE_LIBRARY_FLAGS_${stage}})
  endif()
  set(sources ${GRADING_SOURCES})
  if(stage STREQUAL "explorer")
    set(sources ${GRADING_EXPLORER_SOURCES})
  endif()
  kata_add_stage_gtest(${stage} "${library_flags}")

  add_library(grading_${stage} STATIC EXCLUDE_FROM_ALL ${sources})
  target_include_directories(grading_${stage} PUBLIC ${GRADING_INCLUDE_DIRS})
  target_compile_options(grading_${stage}
    INTERFACE ${flags} PRIVATE ${library_flags} ${KATA_WARNING_FLAGS})
  target_link_options(grading_${stage} PUBLIC -pthread ${KATA_STAGE_LINK_FLAGS_${stage}})
  target_link_libraries(grading_${stage} PUBLIC gtest_${stage})
  kata_precompile(grading_${stage})
  if(stage STREQUAL "explorer")
    target_link_libraries(grading_${stage} PUBLIC explorer)
  endif()

  kata_stage_include_flags(include_flags ${stage})
  kata_add_prelude(${stage} "${flags};${include_flags}")

  add_custom_target(toolkit_${stage})
  add_dependencies(toolkit_${stage} grading_${stage} gtest_${stage} prelude_${stage})
  if(stage STREQUAL "explorer")
    add_dependencies(toolkit_explorer explorer_driver explorer_interposition)
  endif()
  kata_write_toolkit_json(${stage} "${flags};${include_flags}")

  set_property(GLOBAL PROPERTY KATA_PRELUDE_${stage} "${KATA_PRELUDE_${stage}}")
endfunction()

# GoogleTest compiled the stage's way, so that the sanitizer sees into it. Where the distribution
# has no sources of it, the installed library serves.
function(kata_add_stage_gtest stage flags)
  if(stage STREQUAL "explorer")
    # Not under test, so it may just as well be the plain one.
    add_library(gtest_explorer INTERFACE)
    target_link_libraries(gtest_explorer INTERFACE gtest_plain)
  elseif(KATA_GTEST_SOURCE_DIR)
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
  if(stage STREQUAL "explorer")
    # The flags are the sanitizer's, and so is the header.
    add_custom_target(prelude_explorer DEPENDS prelude_tsan)
    get_property(output GLOBAL PROPERTY KATA_PRELUDE_tsan)
  elseif(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
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

# What the toolkit links a grader of this stage with, behind the grader's objects.
function(kata_stage_link_line result stage)
  if(NOT KATA_GTEST_SOURCE_DIR)
    set(libraries -lgtest)
  elseif(stage STREQUAL "explorer")
    set(libraries "$<TARGET_FILE:gtest_plain>")
  else()
    set(libraries "$<TARGET_FILE:gtest_${stage}>")
  endif()
  if(stage STREQUAL "explorer")
    kata_explorer_link_line(explorer)
    list(APPEND libraries ${explorer})
  endif()
  set(${result} -pthread ${KATA_STAGE_LINK_FLAGS_${stage}} "$<TARGET_FILE:grading_${stage}>"
    ${libraries} PARENT_SCOPE)
endfunction()

function(kata_write_toolkit_json stage flags)
  set(compile ${flags} ${KATA_DIAGNOSTIC_FLAGS_${CMAKE_CXX_COMPILER_ID}})
  if(KATA_PRELUDE_${stage})
    list(APPEND compile -include-pch "${KATA_PRELUDE_${stage}}")
  endif()
  kata_write_toolkit_description("${stage}.json" ${stage} "${CMAKE_CXX_COMPILER}"
    "${CMAKE_CXX_COMPILER_VERSION}" "${compile}")
endfunction()

# gcc/explorer.json, beside Clang's: the explorer controls what GCC compiles just as well, and whoever
# proves graders asks whether right solutions are right there, too. Nothing where there is no GCC.
function(kata_write_gcc_toolkit)
  find_program(KATA_GXX NAMES g++ DOC "GCC, to look for false alarms with")
  if(NOT KATA_GXX OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    return()
  endif()
  execute_process(COMMAND "${KATA_GXX}" -dumpfullversion
    OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  kata_stage_include_flags(include_flags explorer)
  kata_write_toolkit_description(gcc/explorer.json explorer "${KATA_GXX}" "${version}"
    "${KATA_STAGE_COMMON_FLAGS};${KATA_STAGE_FLAGS_gcc};${include_flags};${KATA_DIAGNOSTIC_FLAGS_GNU}")
endfunction()

function(kata_write_toolkit_description file stage compiler version compile)
  kata_stage_link_line(link ${stage})
  kata_json_array(compile_json ${compile})
  kata_json_array(link_json ${link})
  kata_find_symbolizer(symbolizer)
  file(GENERATE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${file}" CONTENT
"{
  \"stage\": \"${stage}\",
  \"compiler\": \"${compiler}\",
  \"compiler_version\": \"${version}\",
  \"compile\": ${compile_json},
  \"link\": ${link_json},
  \"symbolizer\": \"${symbolizer}\"
}
")
endfunction()

# The explorer's libraries, as cmake/explorer.cmake's users get them from CMake.
function(kata_explorer_link_line result)
  set(line -Wl,--whole-archive "$<TARGET_FILE:explorer_interposition>" -Wl,--no-whole-archive
    -Wl,--start-group)
  foreach(layer IN ITEMS driver runtime races report crashes scheduling clocks trace)
    list(APPEND line "$<TARGET_FILE:explorer_${layer}>")
  endforeach()
  list(TRANSFORM CMAKE_DL_LIBS PREPEND -l OUTPUT_VARIABLE system_libraries)
  set(${result} ${line} -Wl,--end-group ${system_libraries} PARENT_SCOPE)
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
