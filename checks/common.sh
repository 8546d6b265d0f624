# What the checks share. A check is started with the folder to look at, prints a line per fault
# (file:line: what is wrong) and exits with 1 if there was any, with 2 if it could not look.
# shellcheck shell=bash
set -euo pipefail

root=$(cd "${1:?usage: $0 FOLDER}" && pwd)
cd "$root"
faults=0

fault() {
  printf '%s\n' "$*"
  faults=$((faults + 1))
}

# Reads faults from a pipe's end: `… | faults_from_lines` would count in a subshell, so use
# `faults_from_lines < <(…)`.
faults_from_lines() {
  local line
  while IFS= read -r line; do
    fault "$line"
  done
}

finish() {
  ((faults == 0)) && exit 0
  printf '%s fault(s)\n' "$faults"
  exit 1
}

# listed PATTERN…: the repository's files that match, one a line. In a clone these are the committed
# ones, less the stubs that somebody is working on; elsewhere (a tarball, a test) all of them.
listed() {
  if [[ -e .git ]]; then
    git ls-files -- "$@" | while IFS= read -r file; do
      [[ -e $file ]] && ! is_work_in_progress "$file" && printf '%s\n' "$file"
    done
  else
    local pattern
    for pattern in "$@"; do
      find . -type f -path "./$pattern" | sed 's|^\./||'
    done | sort -u
  fi
}

# A stub as committed is the repository's; once it is changed it is a learner's.
is_work_in_progress() {
  [[ $1 == katas/*/*.h ]] && ! git diff --quiet HEAD -- "$1" 2> /dev/null
}
