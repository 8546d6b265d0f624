# shellcheck shell=bash
# shellcheck disable=SC2016 # Backticks as Markdown has them.
put README.md '# Top' 'See [more](docs/more.md), [deep](docs/more.md#why-it-s-so), [top](#top).' \
  '`[not](a-link)` and [web](https://example.com/x).' '```' '[not](either.md)' '```'
put docs/more.md '## Why `it-s` so' '[back](../README.md)'
is_clean

put docs/bad.md 'one' '[gone](missing.md)'
finds 'docs/bad.md:2: the link missing.md leads nowhere'
put docs/bad.md '[heading](more.md#no-such)'
finds 'docs/bad.md:1: more.md has no heading #no-such'
put docs/bad.md '[heading](#no-such)'
finds 'has no heading #no-such'
