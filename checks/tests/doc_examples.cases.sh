# shellcheck shell=bash
# shellcheck disable=SC2016 # Backticks as Markdown has them.
put docs/findings/a.md 'Text.' '```cpp' 'int f() { return 1; }' '```' '```' 'int g(' '```'
put docs/interview/b.md '```cpp' '#include <mutex>' 'std::mutex m;' '```' '```cpp' 'int m;' '```'
is_clean
put docs/findings/c.md 'one' '```cpp' 'int f() {' '  return x;' '}' '```'
finds "docs/findings/c.md:4: use of undeclared identifier 'x'"
put docs/findings/c.md '```cpp' '#include <no_such_header>' '```'
finds "docs/findings/c.md:2: 'no_such_header' file not found"
