# shellcheck shell=bash
# shellcheck disable=SC2016 # The scripts' own variables.
put kata '#!/usr/bin/env bash' 'echo "$1"'
is_clean

put setup/a.sh '#!/usr/bin/env bash' 'rm $1/*'
finds 'setup/a.sh:2:4:'
