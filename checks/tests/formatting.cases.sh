# shellcheck shell=bash
put .clang-format 'BasedOnStyle: Google'
put runner/a.cpp 'int f() { return 1; }'
is_clean
put runner/b.cpp 'int   g( ) {return 1;}'
finds 'runner/b.cpp:1: not formatted'
