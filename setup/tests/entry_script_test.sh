#!/usr/bin/env bash
# Runs `kata` and its set-up on machines that are made up: a path with nothing but basic tools and
# stand-ins that write down how they are called. Nothing is installed, nothing is compiled.
set -euo pipefail

repository=$(cd "$(dirname "$0")/../.." && pwd)
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
failures=0

# A machine of its own for each test: a clone in a folder whose name has blanks, and a path.
make_machine() {
  machine="$home/$1"
  clone="$machine/my clone"
  calls="$machine/calls"
  mkdir -p "$clone/setup" "$machine/bin"
  cp "$repository/kata" "$clone/"
  cp "$repository"/setup/*.sh "$repository/setup/packages.txt" "$clone/setup/"
  : > "$calls"
  local tool
  for tool in bash cat cut env flock grep head mkdir mv nproc readlink rm sed sort tail touch uname; do
    ln -s "$(command -v $tool)" "$machine/bin/$tool"
  done
  # Whoever runs this test need not be root.
  # shellcheck disable=SC2016
  stand_in sudo '[[ $1 == -v ]] || exec "$@"'
}

# stand_in NAME [LINE…]: a program that notes its call and then does these lines.
stand_in() {
  {
    printf '#!/bin/bash\nprintf "%%s\\n" "%s $*" >> "%s"\n' "$1" "$calls"
    printf '%s\n' "${@:2}"
  } > "$machine/bin/$1"
  chmod +x "$machine/bin/$1"
}

# shellcheck disable=SC2016 # The stand-ins' own variables.
stand_in_tools() {
  stand_in clang++-17 'cat > /dev/null'
  stand_in cmake '[[ $1 != --version ]] || { echo "cmake version 3.28.1"; exit; }' \
    'for preset; do :; done' 'mkdir -p build/release' 'touch build/release/build.ninja'
  stand_in ninja "mkdir -p '$clone/build/release/runner'" \
    "cp_runner() { cat '$machine/runner' > '$clone/build/release/runner/kata-runner'; }" \
    'cp_runner' "/bin/chmod +x '$clone/build/release/runner/kata-runner'"
  printf '#!/bin/bash\nprintf "[%%s]" "$@"\nexit 7\n' > "$machine/runner"
  local name
  for name in llvm-symbolizer-17 clang-format-17 clang-tidy-17 g++ eu-stack gdb lcov git shellcheck; do
    stand_in "$name"
  done
  # A file that is probed for; the real one is not there on every machine.
  : > "$machine/gtest-all.cc"
  mkdir -p "$machine/include/clang-c"
  : > "$machine/include/clang-c/Index.h"
  sed -i "s|file:[^ ]*|file:$machine/gtest-all.cc|" "$clone/setup/packages.txt"
}

# run ARGUMENT…: sets `said` and `status`.
run() {
  status=0
  said=$(cd "$home" && env -i PATH="$machine/bin" HOME="$home" "$clone/kata" "$@" 2>&1 < /dev/null) ||
    status=$?
}

expect() {
  local what=$1
  shift
  if ! "$@"; then
    printf '%s: not so: %s\n  exit code %s, said:\n%s\n' "$test" "$what" "$status" "$said"
    failures=$((failures + 1))
  fi
}

says() { [[ $said == *"$1"* ]]; }
exits_with() { ((status == $1)); }
was_called() { grep -qF -- "$1" "$calls"; }
was_not_called() { ! was_called "$1"; }

hands_arguments_over_unchanged() {
  stand_in_tools
  run grade 'a b' --yes ''
  expect "arguments arrive as they were" says '[grade][a b][--yes][]'
  expect "the program's exit code is ours" exits_with 7
  expect "nothing is installed" was_not_called apt-get
}

builds_what_the_verb_needs() {
  stand_in_tools
  run grade semaphore
  expect "no plain toolkit for grading" was_called 'kata_runner toolkits_for_grading'
  run grade semaphore --stage plain
  expect "it is built where it is asked for" was_called 'kata_runner kata_toolkits'
  : > "$calls"
  run compare semaphore
  expect "it is built for timing" was_called 'kata_runner kata_toolkits'
  : > "$calls"
  run strength
  expect "it is built for comparing" was_called 'kata_runner kata_toolkits'
  : > "$calls"
  run verify semaphore --versus
  expect "for one kata as well" was_called 'kata_runner kata_toolkits'
}

probes_once_while_nothing_changes() {
  stand_in_tools
  run list
  : > "$calls"
  run list
  expect "it still works" exits_with 7
  expect "the compiler is not probed again" was_not_called clang++-17
  expect "nothing is configured again" was_not_called cmake
  echo 'git command:git reason' >> "$clone/setup/packages.txt"
  run list
  expect "another list is probed" was_called clang++-17
}

configures_afresh_for_another_compiler() {
  stand_in_tools
  run list
  rm "$machine/bin/clang++-17"
  stand_in clang++-18 'cat > /dev/null'
  for name in llvm-symbolizer clang-format clang-tidy; do
    mv "$machine/bin/$name-17" "$machine/bin/$name-18"
  done
  : > "$calls"
  run list
  expect "it works" exits_with 7
  expect "the tree is made anew" was_called "--fresh --preset release -DCMAKE_CXX_COMPILER=$machine/bin/clang++-18"
}

configures_afresh_for_other_presets() {
  stand_in_tools
  : > "$clone/CMakePresets.json"
  run list
  : > "$calls"
  run list
  expect "the tree is kept" was_not_called '--fresh --preset release'
  touch -d 'next year' "$clone/CMakePresets.json"
  run list
  expect "the tree is made anew" was_called '--fresh --preset release'
}

names_what_is_missing_where_there_is_no_apt() {
  run grade semaphore
  expect "exit code 2" exits_with 2
  expect "the package and why" says 'ninja-build        builds, quickly when little has changed'
  expect "what to do" says 'please install these yourself'
}

says_on_macos_what_is_missing_and_where_it_works() {
  rm "$machine/bin/readlink" "$machine/bin/uname" "$machine/bin/flock"
  stand_in uname 'echo Darwin'
  stand_in readlink 'exit 1'
  run doctor
  expect "exit code 2" exits_with 2
  expect "what is missing" says 'elfutils           shows where each thread'
  expect "that it can't work there" says "macOS can't run the graders"
  expect "where it does" says 'debian:13 ./kata --yes doctor'
}

# on_offer VERSION…: the Clangs that the distribution has; of 21 it lacks a part.
on_offer() {
  # shellcheck disable=SC2016
  stand_in apt-cache "offered=' $* '" 'number=$(grep -Eo "[0-9]+" <<< "${!#}" | head -n 1)' \
    'case "$1 ${!#}" in' \
    'search*) printf "clang-%s - x\n" $offered ;;' \
    '"show libclang-rt-21-dev") exit 100 ;;' \
    'show*) [[ $offered == *" $number "* ]] || exit 100 ;;' 'esac'
}

installs_the_clang_that_is_tested() {
  stand_in dpkg
  on_offer 15 22 19 17
  stand_in apt-get
  run --yes list
  expect "19 is what is tested" was_called 'apt-get -q -o DPkg::Lock::Timeout=600 install -y --no-install-recommends clang-19 libclang-rt-19-dev llvm-19'
}

installs_the_newest_clang_where_the_tested_one_is_not_on_offer() {
  stand_in dpkg
  on_offer 15 21 18 17
  stand_in apt-get
  run --yes list
  expect "21 lacks a part, so it is 18" was_called 'apt-get -q -o DPkg::Lock::Timeout=600 install -y --no-install-recommends clang-18 libclang-rt-18-dev llvm-18'
  expect "what apt-get did not bring is named" says 'Still missing after installing'
  expect "exit code 2" exits_with 2
}

takes_the_tested_clang_of_several() {
  stand_in_tools
  local version name
  for version in 19 22; do
    stand_in "clang++-$version" 'cat > /dev/null'
    for name in llvm-symbolizer clang-format clang-tidy; do
      stand_in "$name-$version"
    done
  done
  run list
  expect "19 of 17, 19 and 22" was_called "-DCMAKE_CXX_COMPILER=$machine/bin/clang++-19"
}

can_be_repeated_after_a_failed_installation() {
  stand_in dpkg
  stand_in apt-cache 'echo "clang-19 - x"'
  # shellcheck disable=SC2016
  stand_in apt-get '[[ $* != *install* ]] || { echo "E: Failed to fetch"; exit 100; }'
  run list
  expect "exit code 2" exits_with 2
  expect "the reason is shown" says 'E: Failed to fetch'
  expect "advice" says 'Run the same command again'
  stand_in_tools
  stand_in clang++-17 'cat > /dev/null'
  run list
  expect "then it goes on" exits_with 7
}

blames_itself_when_it_can_not_build() {
  stand_in_tools
  stand_in ninja 'echo "error: no such thing"' 'exit 1'
  run grade semaphore
  expect "exit code 2" exits_with 2
  expect "the error is shown" says 'error: no such thing'
  expect "whose fault it is" says "not your solution's fault"
}

says_so_when_it_may_not_write() {
  stand_in_tools
  : > "$clone/build"
  run list
  expect "exit code 2" exits_with 2
  expect "the reason" says "Can't write to"
}

works_through_a_link_from_elsewhere() {
  stand_in_tools
  ln -s "$clone/kata" "$machine/link"
  status=0
  said=$(cd / && env -i PATH="$machine/bin" "$machine/link" list 2>&1 < /dev/null) || status=$?
  expect "it finds its clone" says '[list]'
}

waits_for_another_kata() {
  stand_in_tools
  mkdir -p "$clone/build/setup"
  local said_file="$machine/said"
  exec 8>> "$clone/build/setup/lock"
  flock 8
  (cd "$home" && exec env -i PATH="$machine/bin" "$clone/kata" list > "$said_file" 2>&1 8>&-) &
  local other=$!
  until grep -q 'waiting for it' "$said_file" 2> /dev/null || ! kill -0 "$other" 2> /dev/null; do :; done
  exec 8>&-
  status=0
  wait "$other" || status=$?
  said=$(< "$said_file")
  expect "it says that it waits" says 'waiting for it'
  expect "and goes on when the other is done" says '[list]'
}

tells_help_before_anything_is_installed() {
  run --help
  expect "exit code 0" exits_with 0
  expect "the verbs" says './kata grade semaphore'
  expect "nothing is made" [ ! -e "$clone/build" ]
}

refuses_an_unknown_preset() {
  stand_in_tools
  run test nonsense
  expect "exit code 2" exits_with 2
  expect "the name" says 'There is no preset nonsense'
}

asks_clang_tidy_of_one_release_only() {
  stand_in_tools
  # shellcheck disable=SC2016 # The stand-in's own variables.
  stand_in cmake '[[ $1 != --version ]] || { echo "cmake version 3.28.1"; exit; }' \
    'mkdir -p "build/$3"' 'touch "build/$3/build.ninja"'
  stand_in ctest
  run test
  expect "all others run" was_called 'ctest --preset coverage'
  expect "this one does not" was_not_called 'ctest --preset lint'
  expect "and says so" says 'clang-tidy is left out'
  run test lint
  expect "it can be asked for" was_called 'ctest --preset lint'
  rm "$machine/bin/clang++-17"
  stand_in clang++-19 'cat > /dev/null'
  for name in llvm-symbolizer clang-format clang-tidy; do
    mv "$machine/bin/$name-17" "$machine/bin/$name-19"
  done
  : > "$calls"
  run test
  expect "this release is asked" was_called 'ctest --preset lint'
  expect "exit code 0" exits_with 0
}

for test in hands_arguments_over_unchanged builds_what_the_verb_needs probes_once_while_nothing_changes \
  configures_afresh_for_another_compiler configures_afresh_for_other_presets \
  names_what_is_missing_where_there_is_no_apt \
  says_on_macos_what_is_missing_and_where_it_works installs_the_clang_that_is_tested \
  installs_the_newest_clang_where_the_tested_one_is_not_on_offer takes_the_tested_clang_of_several \
  can_be_repeated_after_a_failed_installation \
  blames_itself_when_it_can_not_build says_so_when_it_may_not_write \
  works_through_a_link_from_elsewhere waits_for_another_kata \
  tells_help_before_anything_is_installed refuses_an_unknown_preset \
  asks_clang_tidy_of_one_release_only; do
  make_machine "$test"
  "$test"
done
((failures == 0)) || exit 1
