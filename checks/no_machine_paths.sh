#!/usr/bin/env bash
# Nothing in the repository names somebody's machine: no home folders, no package mirrors.
checks=$(cd "$(dirname "$0")" && pwd)
source "$checks/common.sh"

# In pieces, so that this file does not find itself.
# An invented /home''/me may appear in examples.
home_folders='/(home|Users)''/[a-z]{3}|/wor''k/'
mirrors='https?://[a-z.]*(debian|ubuntu)\.''(org|com)/(debian|ubuntu)'
faults_from_lines < <(listed '*' | tr '\n' '\0' |
  xargs -0 grep -IHnE "($home_folders|$mirrors)" /dev/null | cut -d: -f1,2 |
  sed 's/$/: names a machine or a mirror/')
finish
