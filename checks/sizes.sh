#!/usr/bin/env bash
# One reason to change per file: no source file beyond 350 lines, no folder beyond 14 source files.
checks=$(cd "$(dirname "$0")" && pwd)
source "$checks/common.sh"

readonly MOST_LINES=350 MOST_FILES=14
mapfile -t files < <(listed 'explorer/*.h' 'explorer/*.cpp' 'grading/*.h' 'grading/*.cpp' \
  'runner/*.h' 'runner/*.cpp')
((${#files[@]} > 0)) || { echo "no C++ files found" && exit 2; }

faults_from_lines < <(wc -l "${files[@]}" | awk -v most=$MOST_LINES \
  '$2 != "total" && $1 > most { printf "%s:%d: more than %d lines\n", $2, $1, most }')
# A header and its source are one thing to look for.
faults_from_lines < <(printf '%s\n' "${files[@]}" | sed -E 's/\.(h|cpp)$//' | sort -u |
  sed 's|/[^/]*$||' | sort | uniq -c | awk -v most=$MOST_FILES \
  '$1 > most { printf "%s: %d units in one folder, more than %d\n", $2, $1, most }')
finish
