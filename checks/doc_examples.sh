#!/usr/bin/env bash
# The `cpp` blocks on the pages about findings and interviews compile, each on its own, the wrong
# ones included. usage: doc_examples.sh FOLDER [COMPILER]
checks=$(cd "$(dirname "$0")" && pwd)
source "$checks/common.sh"

compiler=${2-clang++}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Writes each block to <work>/<page>.<line>.cpp, with the page's line numbers kept for errors.
extract() {
  awk -v work="$work" '
    FNR == 1 { if (out) close(out); out = "" }
    out && /^```$/ { close(out); out = ""; next }
    out { print > out }
    /^```cpp$/ {
      out = FILENAME; gsub(/\//, "_", out); out = work "/" out "." FNR ".cpp"
      printf "#line %d \"%s\"\n", FNR + 1, FILENAME > out
    }' "$@"
}

mapfile -t pages < <(listed 'docs/findings/*.md' 'docs/interview/*.md')
((${#pages[@]} > 0)) || { echo "no pages found" && exit 2; }
extract "${pages[@]}"

faults_from_lines < <(for block in "$work"/*.cpp; do
  [[ -e $block ]] || continue
  "$compiler" -std=c++20 -fsyntax-only -fno-caret-diagnostics "$block" 2>&1 |
    grep -E '^[^ ]+:[0-9]+:[0-9]+: (fatal )?error: ' | cut -d: -f1,2,5- | head -n 1 || true
done)
finish
