#!/usr/bin/env bash
# Shell scripts are clean to shellcheck. usage: scripts.sh FOLDER
checks=$(cd "$(dirname "$0")" && pwd)
source "$checks/common.sh"

mapfile -t files < <(listed 'kata' '.ci/run' '*.sh')
((${#files[@]} > 0)) || { echo "no scripts found" && exit 2; }
faults_from_lines < <(shellcheck -x -P SCRIPTDIR -P "$root" -f gcc "${files[@]}" | grep -E ':[0-9]+:[0-9]+:')
finish
