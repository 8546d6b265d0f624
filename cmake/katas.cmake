# kata_add_from_manifest(<katas/slug/kata.json>): a kata's targets and tests.
#
#   <slug>            the grader with the header in the workspace. Not in `all`: half-done work must
#                     not break a build. Its test builds it first and counts a stub as skipped.
#   <slug>_reference  the grader with the reference solution. One test per behaviour.
#
# Both carry the label <slug>; the first also `workspace`, the second `reference`.
#
#   <slug>_plain_test the ordinary GoogleTest program that the grader is compared with, on the
#                     reference: one test, with the labels <slug> and `reference`.
#
# kata_add_proof_test(<katas/slug/kata.json>): tests that grade every wrong and every correct variant, as
# `kata verify` does, and the correct ones again with other seeds. They take minutes.
include(read_manifest)
include(coverage)

set(KATA_WORKSPACE "${PROJECT_SOURCE_DIR}/katas" CACHE PATH
  "Folder with the headers that the katas' targets are built with, <slug>/<slug>.h")
set(KATA_EXIT_NOT_IMPLEMENTED 77)  # As the grading library defines it.

function(kata_add_from_manifest manifest)
  kata_read_manifest("${manifest}")
  set(grader "${PROJECT_SOURCE_DIR}/graders/${KATA_SLUG}/${KATA_SLUG}_grader.cpp")
  set(solution "${PROJECT_SOURCE_DIR}/solutions/${KATA_SLUG}")
  if(NOT EXISTS "${grader}" OR NOT EXISTS "${solution}/${KATA_SLUG}.h")
    message(WARNING "The kata ${KATA_SLUG} is not complete: it needs graders/${KATA_SLUG}/"
      "${KATA_SLUG}_grader.cpp and solutions/${KATA_SLUG}/${KATA_SLUG}.h. It gets no targets.")
    return()
  endif()
  kata_add_grader(${KATA_SLUG} "${grader}" "${KATA_WORKSPACE}/${KATA_SLUG}")
  set_target_properties(${KATA_SLUG} PROPERTIES EXCLUDE_FROM_ALL TRUE)
  kata_add_workspace_tests(${KATA_SLUG})

  kata_add_grader(${KATA_SLUG}_reference "${grader}" "${solution}")
  kata_discover_behaviours(${KATA_SLUG})
  kata_add_plain_test(${KATA_SLUG} "${solution}")
  if(KATA_COVERAGE)
    kata_add_coverage_test(${KATA_SLUG})
  endif()
endfunction()

function(kata_add_grader target grader header_directory)
  add_executable(${target} "${grader}")
  # -iquote, not -I: with -I, <semaphore.h> of the C library would be ours.
  target_compile_options(${target} PRIVATE "SHELL:-iquote \"${header_directory}\"")
  target_link_libraries(${target} PRIVATE grading_${KATA_STAGE} ${KATA_LIBRARIES})
  add_dependencies(${target} prelude_${KATA_STAGE})
  get_property(prelude GLOBAL PROPERTY KATA_PRELUDE_${KATA_STAGE})
  if(prelude)
    target_compile_options(${target} PRIVATE "SHELL:-include-pch \"${prelude}\"")
    set_property(SOURCE "${grader}" APPEND PROPERTY OBJECT_DEPENDS "${prelude}")
  endif()
endfunction()

# Real threads only: it knows nothing of the explorer.
function(kata_add_plain_test slug solution)
  set(source "${PROJECT_SOURCE_DIR}/graders/${slug}/${slug}_plain_test.cpp")
  if(NOT EXISTS "${source}" OR KATA_STAGE STREQUAL "explorer")
    return()
  endif()
  set(target ${slug}_plain_test)
  add_executable(${target} "${source}")
  target_compile_options(${target} PRIVATE ${KATA_STAGE_COMMON_FLAGS}
    ${KATA_STAGE_FLAGS_${KATA_STAGE}} ${KATA_WARNING_FLAGS} "SHELL:-iquote \"${solution}\"")
  # What else a stage links with belongs to the grading library, which is not part of this.
  target_link_options(${target} PRIVATE -pthread ${KATA_STAGE_FLAGS_${KATA_STAGE}})
  target_link_libraries(${target} PRIVATE gtest_${KATA_STAGE} GTest::gtest_main ${KATA_LIBRARIES})
  add_test(NAME ${target} COMMAND ${target})
  set_tests_properties(${target} PROPERTIES LABELS "${slug};reference" TIMEOUT 120)
endfunction()

# One test per behaviour of the reference.
function(kata_discover_behaviours slug)
  set(target ${slug}_reference)
  gtest_discover_tests(${target}
    TEST_PREFIX "${target}."
    TEST_LIST ${target}_tests
    DISCOVERY_MODE PRE_TEST
    PROPERTIES TIMEOUT 120)
  # Two labels can't be passed through gtest_discover_tests(): it takes their list apart.
  set(labels_file "${CMAKE_CURRENT_BINARY_DIR}/${target}_labels.cmake")
  file(WRITE "${labels_file}"
    "foreach(test IN LISTS ${target}_tests)\n"
    "  set_tests_properties(\"\${test}\" PROPERTIES LABELS \"${slug};reference\")\n"
    "endforeach()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${labels_file}")
endfunction()

function(kata_add_workspace_tests slug)
  add_test(NAME ${slug}.build
    COMMAND ${CMAKE_COMMAND} --build "${CMAKE_BINARY_DIR}" --target ${slug})
  set_tests_properties(${slug}.build PROPERTIES
    LABELS "${slug};workspace" FIXTURES_SETUP ${slug}_is_built RESOURCE_LOCK build_tree TIMEOUT 300)
  add_test(NAME ${slug} COMMAND ${slug})
  set_tests_properties(${slug} PROPERTIES
    LABELS "${slug};workspace" FIXTURES_REQUIRED ${slug}_is_built
    SKIP_RETURN_CODE ${KATA_EXIT_NOT_IMPLEMENTED} TIMEOUT 300)
endfunction()

function(kata_add_proof_test manifest)
  get_filename_component(directory "${manifest}" DIRECTORY)
  get_filename_component(slug "${directory}" NAME)
  set(environment "KATA_ROOT=${PROJECT_SOURCE_DIR}" "KATA_TOOLKITS=${CMAKE_BINARY_DIR}/toolkits"
    "KATA_STATE=${CMAKE_BINARY_DIR}/verify-state")
  add_test(NAME ${slug}.verify COMMAND kata_runner verify ${slug})
  set_tests_properties(${slug}.verify PROPERTIES LABELS "${slug};verify" TIMEOUT 3000 RUN_SERIAL TRUE
    ENVIRONMENT "${environment}")

  # The short form of looking for false alarms: seeds that nothing else uses, on one processor.
  add_test(NAME ${slug}.false_alarms COMMAND kata_runner verify ${slug} --right-only --stage explorer
    --one-processor --seed 1000 --seeds 2)
  set_tests_properties(${slug}.false_alarms PROPERTIES LABELS "${slug};verify" TIMEOUT 3000
    ENVIRONMENT "${environment}")

  # What Clang makes of a solution is one of several things that the standard allows.
  if(KATA_GXX)
    add_test(NAME ${slug}.false_alarms_gcc COMMAND kata_runner verify ${slug} --right-only
      --stage explorer --one-processor)
    list(TRANSFORM environment REPLACE "/toolkits$" "/toolkits/gcc")
    set_tests_properties(${slug}.false_alarms_gcc PROPERTIES LABELS "${slug};verify" TIMEOUT 3000
      ENVIRONMENT "${environment}")
  endif()
endfunction()
