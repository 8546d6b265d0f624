#!/usr/bin/env bash
# Runs a grader built with --coverage and measures how much of a solution it executed.
# usage: measure.sh GRADER OBJECT SOLUTION_FOLDER RESULT_FOLDER LEAST_PERCENT
# LLVM_COV, LCOV and GENHTML name the tools.
set -euo pipefail

grader=$1 object=$2 solution=$3 result=$4 least=$5

# The counters go to a folder of their own, so that tests that run at the same time add nothing.
rm -rf "$result"
mkdir -p "$result/data"
# shellcheck disable=SC2016 # The wrapper's own variable.
printf '#!/bin/sh\nexec "%s" gcov "$@"\n' "$LLVM_COV" > "$result/gcov"
chmod +x "$result/gcov"
GCOV_PREFIX=$result/data "$grader" > "$result/grader.log" 2>&1 || { cat "$result/grader.log" && exit 1; }
counters=$result/data${object%.o}.gcda
[[ -s $counters ]] || { echo "the grader wrote no counters" && exit 1; }
cp "${object%.o}.gcno" "${counters%.gcda}.gcno"

# lcov 2 stops at what lcov 1 lets pass: lines that the compiler's two records place differently.
lenient=()
if [[ $("$LCOV" --version) =~ version\ ([0-9]+) ]] && ((BASH_REMATCH[1] >= 2)); then
  lenient=(--ignore-errors "mismatch,inconsistent,unsupported,format,unused")
fi
"$LCOV" "${lenient[@]}" -q --gcov-tool "$result/gcov" --capture --directory "${counters%/*}" \
  --output-file "$result/all.info"
"$LCOV" "${lenient[@]}" -q --extract "$result/all.info" "$solution/*" --output-file "$result/solution.info"
"$GENHTML" "${lenient[@]}" -q --output-directory "$result" "$result/solution.info"

# Lines found and hit, and the numbers of those that were not.
awk -F'[:,]' -v least="$least" '
  /^SF:/ { file = $2; sub(/.*\//, "", file) }
  /^DA:/ { ++found; if ($3 > 0) ++hit; else missed = missed " " file ":" $2 }
  END {
    percent = found ? 100 * hit / found : 0
    printf "%d of %d lines executed: %.1f %% (at least %d %%)\n", hit, found, percent, least
    if (missed != "") print "not executed:" missed
    exit !(percent >= least)
  }' "$result/solution.info" | tee "$result/summary.txt"
echo "in detail: $result/index.html"
