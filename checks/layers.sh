#!/usr/bin/env bash
# Includes point only in the direction that docs/design/architecture.md draws.
checks=$(cd "$(dirname "$0")" && pwd)
source "$checks/common.sh"

# The order in which the explorer's build adds its layers is their order.
layers=$(sed -nE 's/^foreach\(layer IN ITEMS (.*)\)$/\1/p' explorer/CMakeLists.txt)
[[ -n $layers ]] || { echo "no layers in explorer/CMakeLists.txt" && exit 2; }

# The fixture catalogue is a repository of its own: its graders and submissions are run, not built.
faults_from_lines < <(listed '*.h' '*.cpp' | grep -v '^runner/tests/fixtures/' | tr '\n' '\0' |
  xargs -0 grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]' /dev/null |
  awk -v layers="$layers" -f "$checks/layers.awk")
finish
