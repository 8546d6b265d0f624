# shellcheck shell=bash disable=SC2154
put .clang-tidy 'Checks: "-*,bugprone-assert-side-effect,bugprone-integer-division,clang-diagnostic-*"' \
  "WarningsAsErrors: '*'"
put a.cpp 'int half(int n) { return n / 2; }'
put b.cpp 'int twice(int n) { return n * 2; }'
put not_built.cpp 'double wrong(int n) { return n / 2; }'
put compile_commands.json '[' '{' "  \"directory\": \"$tree\"," \
  '  "command": "clang++ -std=c++20 -include-pch no-such.pch -c a.cpp",' \
  "  \"file\": \"$tree/a.cpp\"" '},' '{' "  \"directory\": \"$tree\"," \
  '  "command": "clang++ -std=c++20 -c b.cpp",' "  \"file\": \"$tree/b.cpp\"" '},' '{' \
  "  \"directory\": \"$tree\"," '  "command": "clang++ -std=c++20 -DAGAIN -c b.cpp",' \
  "  \"file\": \"$tree/b.cpp\"" '}' ']'
is_clean

put b.cpp 'double half(int n) { return n / 2; }'
finds 'b.cpp:1:29: error'

# What does not compile cannot be looked at.
put b.cpp 'int twice(int n) { return no_such_name; }'
finds 'b.cpp:1:27: error'

# Files are looked at together, so what one finds in the other's place has to come out right, also
# where they can't be read together.
put b.cpp 'double half(int n) { return n / 2; }' 'static int unit = 2;' 'int two() { return unit; }'
finds 'b.cpp:1:29: error'
put a.cpp 'static int unit = 1;' 'int one() { return unit; }'
finds 'b.cpp:1:29: error'
put a.cpp 'static int unit = 1;' 'double none() { return unit / 2; }'
finds 'a.cpp:2:24: error'
