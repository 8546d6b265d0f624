# shellcheck shell=bash
put grading/finding.h 'enum class Finding : int {' '  hang,' '};'
put explorer/include/explorer/finding.h 'enum class FindingKind : int {' '  none,' \
  '  leak,  // Left behind.' '};'
put docs/findings/README.md 'All of them.'
put docs/findings/hang.md 'Hang'
put docs/findings/leak.md 'Leak'
is_clean

mv "${tree:?}/docs/findings/leak.md" "${tree:?}/docs/findings/leek.md"
finds 'docs/findings/leak.md:1: missing'
finds 'docs/findings/leek.md:1: no such finding'
