#!/usr/bin/env bash
# CMake stops with a clear error at a manifest that is not as it should be.
# usage: manifests_are_checked.sh CMAKE MODULE_FOLDER
set -euo pipefail

cmake=$1 modules=$2
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0
mkdir -p "$tree/katas/gate" "$tree/katas/door"
echo '{"title": "Door", "summary": "A door.", "level": 1}' > "$tree/katas/door/kata.json"

read_manifest() {
  printf '%s' "$1" > "$tree/katas/gate/kata.json"
  "$cmake" -DMANIFEST="$tree/katas/gate/kata.json" -DMODULES="$modules" \
    -P "$(dirname "$0")/read_one_manifest.cmake" 2>&1 | tr -s '\n ' ' '
}

# rejected MANIFEST TEXT
rejected() {
  local said
  if said=$(read_manifest "$1") || [[ $said != *"$2"* ]]; then
    printf 'expected an error with: %s\nfor: %s\ngot: %s\n' "$2" "$1" "$said"
    failures=$((failures + 1))
  fi
}

said=$(read_manifest '{"title": "Gate", "summary": "Opens.", "level": 2, "minutes": 30,
  "requires": ["door"], "concepts": [], "libraries": ["sqlite3"]}')
[[ $said == *"gate: sqlite3"* ]] || { echo "a good manifest is rejected: $said" && exit 1; }

rejected 'title: Gate' 'not a JSON object'
rejected '[1]' 'not a JSON object'
rejected '{"title": "G", "summary": "S", "level": 1, "colour": "red"}' 'unknown field "colour"'
rejected '{"title": "G", "summary": "S"}' 'the field "level" is missing'
rejected '{"title": 1, "summary": "S", "level": 1}' '"title" must be of type STRING'
rejected '{"title": "G", "summary": "S", "level": "1"}' '"level" must be of type NUMBER'
rejected '{"title": "G", "summary": "S", "level": 1, "requires": "door"}' 'of type ARRAY'
rejected '{"title": "G", "summary": "S", "level": 1, "requires": [1]}' 'must hold strings only'
rejected '{"title": "G", "summary": "S", "level": 1, "requires": ["wall"]}' 'there is no such kata'
((failures == 0))
