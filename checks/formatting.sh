#!/usr/bin/env bash
# C++ is formatted as .clang-format says. usage: formatting.sh FOLDER [CLANG_FORMAT]
checks=$(cd "$(dirname "$0")" && pwd)
source "$checks/common.sh"

formatter=${2-clang-format}
mapfile -t files < <(listed '*.h' '*.cpp')
((${#files[@]} > 0)) || { echo "no C++ files found" && exit 2; }

faults_from_lines < <("$formatter" --dry-run "${files[@]}" 2>&1 |
  grep -E '^[^ ]+:[0-9]+:[0-9]+: ' | cut -d: -f1,2 | uniq | sed 's/$/: not formatted/')
finish
