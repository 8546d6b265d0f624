#!/usr/bin/env bash
# A check that finds nothing is worth nothing: gives a check small trees, one clean and one for each
# fault, and looks at what it says. usage: finds_planted_faults.sh CHECK [ARGUMENT…]
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
check=${1:?usage: $0 CHECK [ARGUMENT…]}
arguments=("${@:2}")
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0
cases=0

# put FILE [LINE…]: writes a file of the tree.
put() {
  mkdir -p "$tree/$(dirname "$1")"
  printf '%s\n' "${@:2}" > "$tree/$1"
}

run_check() { "$here/../$check.sh" "$tree" "${arguments[@]}" 2>&1; }

is_clean() {
  local said
  cases=$((cases + 1))
  if ! said=$(run_check); then
    printf 'a clean tree is rejected:\n%s\n' "$said"
    failures=$((failures + 1))
  fi
}

# finds TEXT: the check exits with 1 and says TEXT.
finds() {
  local said status=0
  cases=$((cases + 1))
  said=$(run_check) || status=$?
  if ((status != 1)) || [[ $said != *"$1"* ]]; then
    printf 'expected exit code 1 and: %s\ngot exit code %d and: %s\n' "$1" "$status" "$said"
    failures=$((failures + 1))
  fi
}

# shellcheck source=/dev/null
source "$here/$check.cases.sh"
((cases >= 2)) || { echo "no cases" && exit 1; }
((failures == 0))
