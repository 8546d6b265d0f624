# `kata test`: the project's own tests, preset by preset. Read by `kata`.
# shellcheck shell=bash

tests_usage() {
  cat << 'TEXT'
kata test [PRESET…]: builds and runs the project's own tests.

Presets: ci (all tests and the checks of the repository), explore (katas under the schedule
explorer), asan, tsan, coverage; lint (the checks alone, clang-tidy among them). Without one: ci,
explore, asan, tsan and coverage. Your own work in katas/ is left alone: stubs are checked as
committed. Exit code: 0 all passed, 1 a test failed, 2 could not be built.
TEXT
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
  ((${#presets[@]} > 0)) || presets=(ci explore asan tsan coverage)
  for preset in "${presets[@]}"; do
    case $preset in
      -h | --help)
        tests_usage
        return
        ;;
      ci | explore | asan | tsan | coverage | lint) ;;
      *) give_up "There is no preset $preset." "See ./kata test --help" ;;
    esac
  done
  for preset in "${presets[@]}"; do
    run_preset "$preset"
  done
}
