# Ways to see whether something of setup/packages.txt is there. Read by machine.sh.
# shellcheck shell=bash

readonly OLDEST_CLANG=16

# Sets `clang` to a Clang's path and `clang_version` to its number, or both to nothing: the release
# that is tested, or else the newest.
find_clang() {
  clang="" clang_version=""
  # shellcheck disable=SC2154 # TESTED_CLANG: see kata.
  local version versions=("$TESTED_CLANG")
  for ((version = 40; version >= OLDEST_CLANG; --version)); do
    versions+=("$version")
  done
  for version in "${versions[@]}"; do
    if clang=$(command -v "clang++-$version"); then
      clang_version=$version
      return
    fi
  done
  if clang=$(command -v clang++); then
    version=$(clang++ -dumpversion)
    if ((${version%%.*} >= OLDEST_CLANG)); then
      clang_version=${version%%.*}
      return
    fi
  fi
  clang=""
}

# probe PROBE: whether it is there.
probe() {
  local what=${1#*:}
  case $1 in
    command:*) has_command "$what" ;;
    header:*) has_header "$what" ;;
    file:*) [[ -r $what ]] ;;
    with-clang:*) is_with_clang "$what" ;;
    compiler) builds_program ;;
    sanitizer) builds_program -fsanitize=thread ;;
    *) give_up "setup/packages.txt: unknown probe $1" ;;
  esac
}

# has_command NAME, NAME-@ or NAME>=VERSION
has_command() {
  local name=${1%%>=*}
  if [[ $name == *-@ ]]; then
    [[ -n $clang_version ]] || return
    command -v "${name/@/$clang_version}" > /dev/null && return
    # Without a number it is the right one only where Clang has no number either.
    [[ $clang != *-"$clang_version" ]] && command -v "${name%-@}" > /dev/null
    return
  fi
  command -v "$name" > /dev/null || return
  [[ $1 != *'>='* ]] ||
    at_least "${1#*>=}" "$("$name" --version | grep -Eo -m 1 '[0-9]+(\.[0-9]+)+')"
}

# is_with_clang PATH
is_with_clang() {
  [[ -n $clang ]] || return
  local program
  program=$(readlink -f "$(command -v "$clang")")
  [[ -r ${program%/*}/../$1 ]]
}

at_least() { [[ $(printf '%s\n' "$1" "$2" | sort -V | head -n 1) == "$1" ]]; }

has_header() {
  if [[ -n $clang ]]; then
    printf '#include <%s>\n' "$1" |
      "$clang" -std=c++20 -E -x c++ - -o /dev/null > /dev/null 2>&1
  else
    [[ -r /usr/include/$1 || -r /usr/local/include/$1 ]]
  fi
}

# builds_program FLAG…: whether the compiler compiles and links with these.
builds_program() {
  [[ -n $clang ]] || return
  local result=0 program=${state:?}/probe
  printf '#include <iostream>\nint main() { std::cout << 1; }\n' |
    "$clang" -std=c++20 "$@" -x c++ - -o "$program" > /dev/null 2>&1 || result=1
  rm -f "$program"
  return "$result"
}

advice_for_system() {
  if [[ $(uname -s) == Darwin ]]; then
    printf '%s' "macOS can't run the graders. In a container it works:" \
      " docker run -it -v \"$KATA_ROOT\":/katas -w /katas debian:13 ./kata --yes doctor"
  elif compgen -G '/lib/ld-musl-*' > /dev/null; then
    printf '%s' "Sanitizers don't run on musl (Alpine?): work in a Debian or Ubuntu container."
  else
    printf '%s' "The names are Debian's, NN is Clang's version ($OLDEST_CLANG or newer)."
  fi
}
