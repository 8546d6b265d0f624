# shellcheck shell=bash
put runner/src/a.cpp 'int a;'
is_clean

seq -f '// %g' 351 > "${tree:?}/runner/src/long.cpp"
finds 'runner/src/long.cpp:351: more than 350 lines'
rm "${tree:?}/runner/src/long.cpp"
for unit in a b c d e f g h i j k l m n o; do
  put "runner/src/many/$unit.h" 'int x;'
  put "runner/src/many/$unit.cpp" 'int x;'
done
finds 'runner/src/many: 15 units in one folder'
