#!/usr/bin/env bash
# The precompiled header is built once, and again when something it includes has changed, also in a
# folder whose name has blanks: there, a dependency file with wrong quoting means "always stale".
# usage: prelude_is_built_once.sh CMAKE MODULE_FOLDER COMPILER
set -euo pipefail

cmake=$1 modules=$2 compiler=$3
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
project="$tree/my clone"
mkdir -p "$project/cmake/toolkits"
echo 'inline int number = 1;' > "$project/cmake/toolkits/number.h"
printf '#pragma once\n#include "number.h"\n' > "$project/cmake/toolkits/prelude.h"
cat > "$project/CMakeLists.txt" << 'TEXT'
cmake_minimum_required(VERSION 3.25)
project(once CXX)
include(${MODULES}/kata_toolkit.cmake)
kata_add_prelude(plain "-std=c++20")
TEXT

build() {
  "$cmake" --build "$project/build" --target prelude_plain 2>&1 |
    grep -c 'Precompiling what graders include' || true
}

# expect COUNT MOMENT
expect() {
  local built
  built=$(build)
  if ((built != $1)); then
    printf '%s: the header was built %s times, not %s\n' "$2" "$built" "$1"
    exit 1
  fi
}

"$cmake" -S "$project" -B "$project/build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" \
  -DMODULES="$modules" > "$tree/log" 2>&1 || { cat "$tree/log" && exit 1; }
expect 1 "the first time"
expect 0 "the second time"
echo 'inline int number = 2;' > "$project/cmake/toolkits/number.h"
expect 1 "after a change"
