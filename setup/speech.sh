# How the scripts speak: to standard error, so that the program's output can be piped.
# shellcheck shell=bash

say() { printf '%s\n' "$*" >&2; }

# give_up MESSAGE [ADVICE [EXIT CODE]]: 2 means, as everywhere here, that nothing could be graded.
give_up() {
  clear_line
  say "kata: $1"
  [[ -z ${2-} ]] || say "      $2"
  exit "${3-2}"
}

clear_line() { [[ ! -t 2 ]] || printf '\r\033[K' >&2; }

# follow WHAT LOG: shows how a long step goes whose output it reads, and keeps all of it in LOG. On a
# terminal one line that changes, elsewhere a line every ten seconds.
follow() {
  local what=$1 log=$2 line next=$((SECONDS + 10)) width=${COLUMNS-80}
  while IFS= read -r line; do
    printf '%s\n' "$line"
    if [[ $line == 'ninja: '* ]]; then
      continue
    elif [[ -t 2 ]]; then
      printf '\r\033[K%s' "${line:0:width-1}" >&2
    elif ((SECONDS >= next)); then
      say "$what: ${line:0:100}"
      next=$((SECONDS + 10))
    fi
  done > "$log"
  clear_line
}
