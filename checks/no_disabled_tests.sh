#!/usr/bin/env bash
# No test is switched off: a known limit is a running test that asserts today's behaviour.
checks=$(cd "$(dirname "$0")" && pwd)
source "$checks/common.sh"

search() {
  local pattern=$1 why=$2
  shift 2
  faults_from_lines < <(listed "$@" | { grep -v '^checks/' || true; } | tr '\n' '\0' |
    xargs -0 grep -HnE "$pattern" /dev/null | cut -d: -f1,2 | sed "s/\$/: $why/")
}

search 'DISABLED_' 'a disabled test' '*.cpp' '*.h'
search 'GTEST_SKIP' 'a skipped test' '*_test.cpp' '*_grader.cpp'
search '^[[:space:]]*#[[:space:]]*if[[:space:]]+0' 'code that is switched off' '*.cpp' '*.h'
search 'DISABLED[[:space:]]+(TRUE|ON|1)' 'a disabled test' '*CMakeLists.txt' '*.cmake'
finish
