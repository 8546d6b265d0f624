#!/usr/bin/env bash
# Breaks the explorer on purpose, one line at a time, and says which of its tests notice.
#
#   explorer/tests/mutation/mutate.sh [PATTERN]     all mutants whose name matches the expression
#   explorer/tests/mutation/mutate.sh --check       none: only whether the list is up to date
#
# Works in a copy of explorer/ under the build folder (or under $MUTATION_FOLDER), never in the
# source tree. Ends with 0 if every mutant is noticed or listed as equivalent, 1 if one survives,
# 2 if the list is out of date. Takes about twenty seconds a mutant.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
pattern=${1:-.} only_check=''
work=${MUTATION_FOLDER:-$root/build/mutation}
if [[ $pattern == --check ]]; then
  pattern=. only_check=yes
  work=$(mktemp -d)
  trap 'rm -r "$work"' EXIT
fi
copy=$work/source build=$work/tree

prepare() {
  mkdir -p "$copy"
  # Only what differs, with new dates: what was built the last time is not built again.
  local path
  (cd "$root" && find explorer cmake -type f) | while IFS= read -r path; do
    cmp -s "$root/$path" "$copy/$path" && continue
    mkdir -p "$(dirname "$copy/$path")"
    cp "$root/$path" "$copy/$path"
  done
  (cd "$copy" && find explorer cmake -type f) | while IFS= read -r path; do
    [[ -e $root/$path ]] || rm "$copy/$path"
  done
  [[ -z $only_check ]] || return 0
  cat > "$copy/CMakeLists.txt" << 'END'
cmake_minimum_required(VERSION 3.25)
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_SOURCE_DIR}/cmake")
include(compiler)
project(mutants LANGUAGES C CXX)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
enable_testing()
include(warnings)
include(dependencies)
add_subdirectory(explorer)
END
  # -w: mutants leave variables unused.
  cmake -S "$copy" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -gline-tables-only -DNDEBUG" \
    -DCMAKE_CXX_FLAGS=-w > "$work/configure.log"
}

# Builds and runs one test program; false if it fails. What it says goes to $work/log.
passes() {
  local program=explorer_$1 filter='*'
  case $1 in
    # Kernel threads run the same code, more slowly.
    selftest | selftest_gcc) filter='*gets_its_verdict*:*every_systematic*' ;;
  esac
  timeout 900 ninja -C "$build" "$program" > "$work/log" 2>&1 || return 2
  # shellcheck disable=SC2046  # There is one program of that name.
  timeout 150 $(find "$build" -type f -name "$program" -perm -u+x) --gtest_brief=1 \
    --gtest_fail_fast "--gtest_filter=$filter" > "$work/log" 2>&1
}

# Replaces the first $original (behind $anchor, if there is one) in the file; false if absent.
mutate() {
  local text before
  IFS= read -rd '' text < "$copy/explorer/$file" || true
  before=${text%%"$anchor"*}
  [[ -z $anchor || $before != "$text" ]] || return 1
  text=${text#"$before"}
  [[ $text == *"$original"* ]] || return 1
  before+=${text%%"$original"*}
  text=${text#*"$original"}
  printf '%s' "$before$replacement$text" > "$copy/explorer/$file"
}

noticed=0 survived=0 equivalent=0 stale=0

# Whether the line to break is where the list says.
try_to_find() {
  local saved=$work/original
  cp "$copy/explorer/$file" "$saved"
  mutate || {
    stale=$((stale + 1))
    printf 'OUT OF DATE %s: no such line in %s\n' "$name" "$file"
  }
  cp "$saved" "$copy/explorer/$file"
}

try() {
  [[ -n $name && $name =~ $pattern ]] || return 0
  if [[ -n $only_check ]]; then
    try_to_find
    return
  fi
  if [[ -n $reason ]]; then
    equivalent=$((equivalent + 1))
    printf 'equivalent  %s: %s\n' "$name" "$reason"
    return
  fi
  local program status=0 saved=$work/original
  cp -p "$copy/explorer/$file" "$saved"
  if ! mutate; then
    stale=$((stale + 1))
    printf 'OUT OF DATE %s: no such line in %s\n' "$name" "$file"
    return
  fi
  for program in $tests; do
    status=0
    passes "$program" || status=$?
    ((status == 0)) || break
  done
  cp "$saved" "$copy/explorer/$file"
  if ((status == 2)); then
    stale=$((stale + 1))
    printf 'OUT OF DATE %s does not compile:\n%s\n' "$name" "$(grep -m3 error: "$work/log")"
  elif ((status == 0)); then
    survived=$((survived + 1))
    printf 'SURVIVES    %s\n' "$name"
  else
    noticed=$((noticed + 1))
    printf 'noticed     %s by %s: %s\n' "$name" "$program" \
      "$(grep -m1 -oP '^\[  FAILED  \] \K[^ ,]+' "$work/log" || echo "status $status")"
  fi
}

prepare
name=''
while IFS= read -r line || [[ -n $line ]]; do
  case $line in
    '= '*)
      try
      name=${line#= } tests=${name#*: } name=${name%%:*}
      file='' anchor='' original='' replacement='' reason=''
      ;;
    '@ '*) file=${line#@ } ;;
    '^ '*) anchor=${line#^ } ;;
    '- '*) original=${line#- } ;;
    '+ '*) replacement=${line#+ } ;;
    '? '*) reason+="${reason:+ }${line#\? }" ;;
  esac
done < "$here/mutants.txt"
try

[[ -z $only_check ]] || exit $((stale == 0 ? 0 : 2))
printf '%d noticed, %d survive, %d equivalent, %d out of date\n' \
  "$noticed" "$survived" "$equivalent" "$stale"
((stale == 0)) || exit 2
((survived == 0)) || exit 1
