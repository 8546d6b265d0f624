#!/usr/bin/env bash
# Commands in the docs exist: verbs of ./kata, presets of CMake, scripts.
checks=$(cd "$(dirname "$0")" && pwd)
source "$checks/common.sh"

# `test` is the entry script's own.
verbs=" test $(grep -oE 'make_[a-z]+_verb' runner/src/verbs/all.cpp | cut -d_ -f2 | tr '\n' ' ')"
presets=" $(grep -Eo '"name": *"[a-z]+"' CMakePresets.json | cut -d'"' -f4 | sort -u | tr '\n' ' ')"
[[ $verbs == *' grade '* ]] || { echo "no verbs found" && exit 2; }

# mentions PATTERN: `file:line:match` for each, in whatever is a page.
mentions() { grep -noHE "$1" /dev/null "${pages[@]}" || true; }

mapfile -t pages < <(listed '*.md')
((${#pages[@]} > 0)) || { echo "no pages found" && exit 2; }

while IFS=: read -r file line match; do
  verb=${match##* }
  [[ $verbs == *" $verb "* ]] || fault "$file:$line: ./kata has no verb $verb"
done < <(mentions '\./kata( --yes)? [a-z][a-z_-]+')

while IFS=: read -r file line match; do
  preset=${match##*[ =]}
  [[ $presets == *" $preset "* ]] || fault "$file:$line: there is no preset $preset"
done < <(mentions '(cmake|ctest)[^`|;&]* --preset[ =][a-z]+')

while IFS=: read -r file line match; do
  [[ -x ${match#./} ]] || fault "$file:$line: there is no script $match"
done < <(mentions '(\./)?(setup|checks|\.ci)/[a-z_/-]+(\.sh)?\b' | grep -E '\.sh$|\.ci/')
finish
