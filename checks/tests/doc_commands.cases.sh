# shellcheck shell=bash
# shellcheck disable=SC2016 # Backticks as Markdown has them.
put CMakePresets.json '{ "name": "dev" }'
put runner/src/verbs/all.cpp 'make_grade_verb(), make_list_verb()'
put README.md 'Run `./kata grade semaphore`, `./kata --yes list`, `cmake --preset dev`, `./kata test`.'
is_clean

put docs/a.md 'Run `./kata grad semaphore`.'
finds 'docs/a.md:1: ./kata has no verb grad'
put docs/a.md '' 'cmake --workflow --preset production'
finds 'docs/a.md:2: there is no preset production'
put docs/a.md 'Run `setup/nothing.sh`.'
finds 'there is no script setup/nothing.sh'
