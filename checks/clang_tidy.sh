#!/usr/bin/env bash
# clang-tidy has nothing to say about any C++ file that the build compiles; .clang-tidy says what it
# looks for. Every file is looked at once, however many targets it is part of, with the flags of the
# first.
# usage: clang_tidy.sh FOLDER CLANG_TIDY COMPILE_COMMANDS [PATH_OR_ITS_BEGINNING…]
checks=$(cd "$(dirname "$0")" && pwd)
source "$checks/common.sh"

usage="usage: $0 FOLDER CLANG_TIDY COMPILE_COMMANDS [PREFIX…]"
tidy=${2:?$usage}
commands=${3:?$usage}
prefixes=("${@:4}")
[[ -r $commands ]] || { echo "there is no $commands: configure the build first" && exit 2; }

# A tool that cannot run at all is not a clean bill of health.
"$tidy" --version > /dev/null || exit 2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

chosen() {
  local file prefix
  while IFS= read -r file; do
    ((${#prefixes[@]} > 0)) || printf '%s\n' "$root/$file"
    for prefix in "${prefixes[@]}"; do
      [[ $file != "$prefix"* ]] || printf '%s\n' "$root/$file"
    done
  done
}

# compiled < FILES: FLAGS, FOLDER and FILE of each that is compiled, separated by tabs. No precompiled
# headers: they may not be built yet, and what they hold is included as well.
compiled() {
  awk -v commands="$commands" '
    { wanted[$0] = 1 }
    END {
      while ((getline line < commands) > 0) {
        value = line
        sub(/^ *"[a-z]+": "/, "", value)
        sub(/",?$/, "", value)
        if (line ~ /^ *"directory":/) folder = value
        if (line ~ /^ *"command":/) command = value
        if (line ~ /^ *"file":/) file = value
        if (line !~ /^\}/ || !(file in wanted) || seen[file]++) continue
        gsub(/ (-Xclang )?-include-pch (-Xclang )?[^ ]+/, "", command)
        sub(/ -o [^ ]+/, "", command)
        sub(/ -c [^ ]+$/, "", command)
        printf "%s\t%s\t%s\n", command, folder, file
      }
    }'
}

# Most of the time goes into the headers, so a dozen files with the same flags are looked at together.
dozens() {
  sort | awk -F '\t' -v work="$work" '
    $1 != flags || $2 != folder || held == 12 {
      dozen = sprintf("%s/%03d", work, ++dozens)
      flags = $1
      folder = $2
      held = 0
    }
    { ++held; print > dozen }'
}

listed '*.cpp' | chosen | compiled | dozens
mapfile -t groups < <(find "$work" -type f | sort)
((${#groups[@]} > 0)) || { echo "$commands compiles no file of $root" && exit 2; }

# A group that could not be looked at is a fault, whatever the reason: silence must mean clean.
look_at_all() {
  printf '%s\0' "${groups[@]}" |
    xargs -0 -n 1 -P "$(nproc)" "$checks/clang_tidy_group.sh" "$tidy" "$root" ||
    echo "checks/clang_tidy_group.sh:1: failed, so not every file was looked at: see above"
}
faults_from_lines < <(look_at_all | sed "s|^$root/||" | sort -u)
finish
