#!/usr/bin/env bash
# Compares the story on a page about a finding with what the explorer tells of the page's example.
# usage: compare.sh PROGRAM PAGE [--update]    --update puts the program's words on the page
set -euo pipefail
program=${1:?usage: compare.sh PROGRAM PAGE [--update]} page=${2:?} update=${3-}
readonly HEADING='## The story it produces'

# Tokens change with the strategies; no reader of the page needs one.
told=$("$program" | grep -v '^token: ' | sed -e 's/ *$//' | cat -s) || true
[[ -n $told ]] || { echo "$program tells nothing" && exit 1; }

if [[ $update == --update ]]; then
  new=$(mktemp)
  trap 'rm -f "$new"' EXIT
  SECTION=$HEADING TOLD=$told awk '
    $0 == ENVIRON["SECTION"] { section = 1 }
    section && /^```text$/ { print; print ENVIRON["TOLD"]; skipping = 1; section = 0; next }
    skipping && /^```$/ { skipping = 0 }
    !skipping' "$page" > "$new"
  cat "$new" > "$page"
  exit
fi

on_page=$(awk -v heading="$HEADING" '
  $0 == heading { section = 1; next }
  section && /^## / { exit }
  section && /^```$/ { exit }
  block { print }
  section && /^```text$/ { block = 1 }' "$page")
diff <(printf '%s\n' "$on_page") <(printf '%s\n' "$told") || {
  echo "$page tells another story (< page, > explorer); compare.sh … --update brings it up to date"
  exit 1
}
