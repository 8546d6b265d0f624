#!/usr/bin/env bash
# clang-tidy has nothing to say about any C++ file that the build compiles; .clang-tidy says what it
# looks for. Every file is looked at once, however many targets it is part of, with the flags of the
# first. usage: clang_tidy.sh FOLDER CLANG_TIDY COMPILE_COMMANDS [PATH_OR_ITS_BEGINNING…]
checks=$(cd "$(dirname "$0")" && pwd)
source "$checks/common.sh"

tidy=${2:?usage: $0 FOLDER CLANG_TIDY COMPILE_COMMANDS [PREFIX…]}
commands=${3:?usage: $0 FOLDER CLANG_TIDY COMPILE_COMMANDS [PREFIX…]}
prefixes=("${@:4}")
[[ -r $commands ]] || { echo "there is no $commands: configure the build first" && exit 2; }

database=$(mktemp -d)
trap 'rm -rf "$database"' EXIT

# One entry a file, and no precompiled headers: they may not be built yet, and what they hold is
# included as well.
awk '
  /^\{/ { entry = ""; file = "" }
  { entry = entry $0 "\n" }
  /^ *"file":/ { file = $2; gsub(/[",]/, "", file) }
  /^\}/ && !seen[file]++ {
    gsub(/ -include-pch [^ "]*/, "", entry)
    sub(/\},?\n$/, "}", entry)
    printf "%s%s", (count++ ? ",\n" : "[\n"), entry
  }
  END { print "\n]" }' "$commands" > "$database/compile_commands.json"

chosen() {
  local file prefix
  while IFS= read -r file; do
    ((${#prefixes[@]} > 0)) || printf '%s\n' "$file"
    for prefix in "${prefixes[@]}"; do
      [[ $file != "$prefix"* ]] || printf '%s\n' "$file"
    done
  done
}
mapfile -t files < <(listed '*.cpp' | chosen |
  awk -v root="$root/" -v database="$database/compile_commands.json" '
    BEGIN {
      while ((getline line < database) > 0) {
        if (split(line, part, "\"") > 3 && part[2] == "file") compiled[part[4]] = 1
      }
    }
    (root $0) in compiled')
((${#files[@]} > 0)) || { echo "$commands compiles no file of $root" && exit 2; }

# A tool that cannot run at all is not a clean bill of health.
"$tidy" --version > /dev/null || exit 2

faults_from_lines < <(printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "$(nproc)" "$tidy" --quiet -p "$database" 2> /dev/null |
  grep -E '^[^ ]+:[0-9]+:[0-9]+: (error|warning): ' | sed "s|^$root/||" | sort -u)
finish
