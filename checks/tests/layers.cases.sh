# shellcheck shell=bash
put explorer/CMakeLists.txt 'foreach(layer IN ITEMS trace races report runtime)'
put explorer/src/races/detector.cpp '#include <vector>' '#include "trace/trace.h"'
put explorer/src/races/tests/detector_test.cpp '#include "races/detector.h"'
put graders/gate/gate_grader.cpp '#include "gate.h"' '#include "grading/grader.h"'
put runner/src/main.cpp '#include <fmt/core.h>' '#include "verbs/verb.h"'
put solutions/gate/gate.h '#include <mutex>'
is_clean

# rejected FILE INCLUDE REASON
rejected() {
  put "$1" "" "#include $2"
  finds "$1:2: includes ${2:1:-1}: $3"
  rm "${tree:?}/$1"
}

rejected explorer/src/trace/low.h '"report/tell.h"' 'the layer trace is below report'
rejected explorer/src/races/low.h '"runtime/execution.h"' 'the layer races is below runtime'
rejected explorer/src/report/a.h '"grading/grader.h"' 'the explorer knows nothing of katas'
rejected explorer/src/report/a.h '<nlohmann/json.hpp>' 'explorer/ does not use nlohmann'
rejected grading/harness.h '"verdict/verdict.h"' "grading/ sees the explorer's public headers only"
rejected grading/harness.h '"races/detector.h"' "grading/ sees the explorer's public headers only"
rejected runner/src/a.h '"explorer/explore.h"' 'the runner starts graders as processes'
rejected runner/src/a.h '<gtest/gtest.h>' 'runner/ does not use gtest'
rejected graders/gate/gate_grader.cpp '"other.h"' 'graders know grading/ and the header under test'
rejected katas/gate/gate.h '"grading/grader.h"' 'solutions use the standard library only'
rejected graders/gate/faulty/slow/gate.h '<fmt/core.h>' 'solutions use the standard library only'
rejected solutions/gate/gate.h '<gtest/gtest.h>' 'solutions use the standard library only'
