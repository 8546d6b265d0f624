#!/usr/bin/env bash
# Includes point only in the direction that docs/design/architecture.md draws.
checks=$(cd "$(dirname "$0")" && pwd)
source "$checks/common.sh"

faults_from_lines < <(listed '*.h' '*.cpp' | tr '\n' '\0' |
  xargs -0 grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]' /dev/null |
  awk -f "$checks/layers.awk")
finish
