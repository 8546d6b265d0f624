# shellcheck shell=bash
put katas/gate/README.md 'Gate'
put katas/gate/gate.h ''
put katas/gate/kata.json '{}'
put katas/gate/hints.md '## 1' '## 2' '## 3'
put graders/gate/gate_grader.cpp 'int grader;'
put graders/gate/gate_plain_test.cpp 'int test;'
put solutions/gate/gate.h 'int gate;'
put solutions/gate/README.md '## Follow-up questions' '**"1"** x' '**2** y' '- **3** z'
for variant in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
  put "graders/gate/faulty/f$variant/gate.h" '// expect: deadlock in opens_once'
  put "graders/gate/accepted/a$variant/gate.h" '// accept: core robust'
done
is_clean

for part in katas/gate/README.md katas/gate/gate.h katas/gate/hints.md graders/gate/gate_grader.cpp \
  graders/gate/gate_plain_test.cpp solutions/gate/gate.h solutions/gate/README.md; do
  mv "${tree:?}/$part" "${tree:?}/aside"
  finds "$part:1: missing"
  mv "${tree:?}/aside" "${tree:?}/$part"
done

put katas/gate/hints.md '## 1' '## 2'
finds 'katas/gate/hints.md:1: fewer than three hints'
put solutions/gate/README.md '**1**' '## Questions' '**2**' '**3**'
finds 'solutions/gate/README.md:1: fewer than three follow-up questions'
put graders/gate/faulty/f3/gate.h '#pragma once'
finds 'graders/gate/faulty/f3/gate.h:1: the first line must be like'
put graders/gate/accepted/a3/gate.h '// expect: deadlock in opens_once'
finds 'graders/gate/accepted/a3/gate.h:1: the first line must be like'
rm -r "${tree:?}"/graders/gate/faulty/f[1-9]*
finds 'graders/gate/faulty:1: 1 variants, fewer than 15'
put solutions/door/door.h 'int door;'
finds 'solutions/door:1: there is no kata of that name'
