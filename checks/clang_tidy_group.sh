#!/usr/bin/env bash
# What clang-tidy says of some files that are compiled alike, a line each: they are looked at as one
# source that includes them all. Where they can't stand side by side (each has its own `main`, say),
# it is half of them at a time.
# usage: clang_tidy_group.sh CLANG_TIDY ROOT GROUP
# GROUP is a file with a line for each: flags, folder and file, separated by tabs.
set -euo pipefail
tidy=${1:?}
root=${2:?}
group=${3:?}
# Included files count as headers; ours are all that are in the repository.
ours="^$(printf '%s' "$root" | sed 's/[][\\.*^$+?(){}|]/\\&/g')/"

# look FOLDER_OF_DATABASE SOURCE [OPTION…]: what is found, or that it could not be read.
look() {
  local said status=0
  said=$("$tidy" --quiet -p "$1" --config-file "$root/.clang-tidy" \
    --header-filter "$ours" "${@:3}" "$2" 2> /dev/null) || status=$?
  grep -E '^[^ ]+:[0-9]+:[0-9]+: (error|warning): ' <<< "$said" && return
  ((status == 0)) || printf '%s:1:1: error: clang-tidy failed: %s\n' "$2" "${said%%$'\n'*}"
}

together=()
mapfile -t files < <(cut -f 3 "$group")
IFS=$'\t' read -r flags folder source < "$group"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
if ((${#files[@]} > 1)); then
  source=$place/together.cpp
  together=("--checks=-bugprone-suspicious-include,-readability-redundant-declaration")
  printf '#include "%s"\n' "${files[@]}" > "$source"
fi
printf '[{"directory": "%s", "command": "%s -c %s", "file": "%s"}]\n' \
  "$folder" "$flags" "$source" "$source" > "$place/compile_commands.json"

# Reading them is the cheap part, so whether they can be read together is found out first, with a
# check that costs nothing: clang-tidy wants at least one.
obstacles=""
if ((${#files[@]} > 1)); then
  obstacles=$(look "$place" "$source" '--checks=-*,clang-diagnostic-*,readability-misleading-indentation')
fi
if [[ -z $obstacles ]]; then
  look "$place" "$source" "${together[@]}"
elif [[ $obstacles == *'clang-tidy failed'* ]]; then
  printf '%s\n' "$obstacles"
else
  half=$((${#files[@]} / 2))
  head -n "$half" "$group" > "$place/first"
  tail -n +$((half + 1)) "$group" > "$place/second"
  "$0" "$tidy" "$root" "$place/first"
  "$0" "$tidy" "$root" "$place/second"
fi
