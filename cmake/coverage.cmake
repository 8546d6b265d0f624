# kata_add_coverage_test(<slug>): a test that runs the grader on the reference once, writes what of the
# reference was executed to coverage/<slug> in the build tree (index.html, summary.txt), and fails
# if it was less than 95 % of the lines. Lines that no behaviour reaches are untested promises.
set(KATA_LEAST_COVERAGE 95)

function(kata_add_coverage_test slug)
  string(REGEX MATCH "^[0-9]+" major "${CMAKE_CXX_COMPILER_VERSION}")
  find_program(KATA_LLVM_COV NAMES llvm-cov-${major} llvm-cov HINTS /usr/lib/llvm-${major}/bin REQUIRED)
  find_program(KATA_LCOV lcov REQUIRED)
  find_program(KATA_GENHTML genhtml REQUIRED)
  add_test(NAME ${slug}_reference.is_covered
    COMMAND ${PROJECT_SOURCE_DIR}/cmake/coverage/measure.sh
      $<TARGET_FILE:${slug}_reference> $<TARGET_OBJECTS:${slug}_reference>
      ${PROJECT_SOURCE_DIR}/solutions/${slug} ${CMAKE_BINARY_DIR}/coverage/${slug}
      ${KATA_LEAST_COVERAGE})
  set_tests_properties(${slug}_reference.is_covered PROPERTIES
    LABELS "${slug};coverage" TIMEOUT 300
    ENVIRONMENT "LLVM_COV=${KATA_LLVM_COV};LCOV=${KATA_LCOV};GENHTML=${KATA_GENHTML}")
endfunction()
