# shellcheck shell=bash
put runner/tests/a_test.cpp 'TEST(a, works) {}'
put runner/CMakeLists.txt 'add_test(NAME a COMMAND a)'
is_clean

# In pieces, since the real check reads these lines too.
put runner/tests/b_test.cpp '' 'TEST(b, DIS''ABLED_works) {}'
finds 'runner/tests/b_test.cpp:2: a disabled test'
put runner/tests/b_test.cpp 'GTEST''_SKIP();'
finds 'runner/tests/b_test.cpp:1: a skipped test'
put runner/tests/b_test.cpp '#i''f 0'
finds 'runner/tests/b_test.cpp:1: code that is switched off'
put runner/CMakeLists.txt 'set_tests_properties(a PROPERTIES DIS''ABLED TRUE)'
finds 'runner/CMakeLists.txt:1: a disabled test'
