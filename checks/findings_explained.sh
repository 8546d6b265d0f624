#!/usr/bin/env bash
# Every finding that a verdict can name has a page, and every page is a finding's.
checks=$(cd "$(dirname "$0")" && pwd)
source "$checks/common.sh"

# Graders and the explorer each name the findings that they make.
readonly LISTS=(grading/finding.h explorer/include/explorer/finding.h)
mapfile -t findings < <(awk '/^enum class Finding/ { inside = 1; next } /}/ { inside = 0 }
  inside { sub(/\/\/.*/, ""); gsub(/[[:space:],]/, ""); if ($0 ~ /^[a-z_]+$/) print }' "${LISTS[@]}" |
  sort -u)
((${#findings[@]} > 0)) || { echo "no findings in ${LISTS[*]}" && exit 2; }

for finding in "${findings[@]}"; do
  [[ $finding == none || -s docs/findings/$finding.md ]] || fault "docs/findings/$finding.md:1: missing"
done
while IFS= read -r page; do
  name=$(basename "$page" .md)
  [[ $name == README || " ${findings[*]} " == *" $name "* ]] || fault "$page:1: no such finding"
done < <(listed 'docs/findings/*.md')
finish
