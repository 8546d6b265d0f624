# `kata test`: the project's own tests, preset by preset. Read by `kata`.
# shellcheck shell=bash

tests_usage() {
  cat << 'TEXT'
kata test [PRESET…]: builds and runs the project's own tests.

Presets: ci (all tests and the checks of the repository), explore (katas under the schedule
explorer), asan, explorer-ubsan (the explorer itself), tsan, coverage; lint (the checks alone,
clang-tidy among them). Without one: all of them; lint only where clang-tidy is of the release that
the project answers to. Your own work in katas/ is left alone: stubs are checked as committed. Exit
code: 0 all passed, 1 a test failed, 2 could not be built.
TEXT
}

# all_presets: those of a whole run, one a line. What clang-tidy finds differs from release to
# release: the tested one's findings are mended.
# shellcheck disable=SC2154 # state and TESTED_CLANG: see kata.
all_presets() {
  local compiler
  printf '%s\n' ci explore asan explorer-ubsan tsan coverage
  read -r compiler < "$state/ready"
  if [[ $compiler == *"-$TESTED_CLANG" ]]; then
    printf '%s\n' lint
  else
    say "clang-tidy is left out: the project answers to its release $TESTED_CLANG."
  fi
}

# run_preset PRESET: ends the command if something fails; ctest's summary is then the last line.
run_preset() {
  say "── $1 ──"
  configure "$1"
  # The checks read the sources and what configuring wrote.
  [[ $1 == lint ]] || build "$1"
  (cd "$KATA_ROOT" && ctest --preset "$1" -LE '^workspace$' -j "$(nproc)") || exit 1
}

run_tests() {
  local preset presets=("$@")
  ((${#presets[@]} > 0)) || mapfile -t presets < <(all_presets)
  for preset in "${presets[@]}"; do
    case $preset in
      -h | --help)
        tests_usage
        return
        ;;
      ci | explore | asan | explorer-ubsan | tsan | coverage | lint) ;;
      *) give_up "There is no preset $preset." "See ./kata test --help" ;;
    esac
  done
  for preset in "${presets[@]}"; do
    run_preset "$preset"
  done
}
