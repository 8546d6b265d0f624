# Reads `file:line:#include …` lines and prints those that point in a forbidden direction.
# usage: awk -v layers="lowest … highest" -f layers.awk

BEGIN {
  # The explorer's layers from low to high, given with -v layers: one may include lower ones.
  count = split(layers, names, " ")
  for (i = 1; i <= count; ++i) rank[names[i]] = i

  # Libraries that a part may use beyond the C++ and POSIX ones.
  uses["explorer"] = ""
  uses["explorer/tests"] = "gtest gmock nlohmann sqlite3.h"
  uses["explorer/bench"] = "benchmark"
  uses["grading"] = "gtest sqlite3.h"
  uses["grading/tests"] = "gtest gmock nlohmann sqlite3.h"
  uses["graders"] = "gtest benchmark sqlite3.h"
  uses["runner"] = "CLI fmt nlohmann"
  uses["runner/tests"] = "CLI fmt nlohmann gtest gmock"
  split("gtest gmock benchmark CLI fmt nlohmann sqlite3.h", libraries, " ")
}

{
  file = $0; sub(/:.*/, "", file)
  line = substr($0, length(file) + 2); sub(/:.*/, "", line)
  target = $0; sub(/^[^<"]*[<"]/, "", target); sub(/[>"].*/, "", target)
  own = index(substr($0, length(file) + length(line) + 3), "\"") > 0
  part = part_of(file)
  if (part == "") next
  if (own) check_own(); else check_library()
}

function complain(why) { printf "%s:%s: includes %s: %s\n", file, line, target, why }

function first(path) { sub(/\/.*/, "", path); return path }

# What stands for the whole of a learner's or a solution's side is "katas".
function part_of(path,   parts) {
  split(path, parts, "/")
  if (parts[1] == "katas" || parts[1] == "solutions") return "katas"
  if (parts[1] == "graders") return (parts[3] ~ /^(faulty|accepted)$/) ? "katas" : "graders"
  if (parts[1] ~ /^(explorer|grading|runner)$/) {
    if (parts[2] ~ /^(tests|bench)$/) return parts[1] "/" parts[2]
    return parts[1]
  }
  return ""
}

function check_own(   top) {
  top = first(target)
  if (part == "katas") {
    complain("solutions use the standard library only")
  } else if (part == "graders") {
    if (top != "grading" && target != kata_header(file))
      complain("graders know grading/ and the header under test, nothing else")
  } else if (part == "runner" || part == "runner/tests") {
    if (top ~ /^(explorer|grading|graders)$/ || top in rank)
      complain("the runner starts graders as processes and includes none of their parts")
  } else if (part ~ /^grading/) {
    if (top in rank && top != "report" || target ~ /^(runner|verbs|catalog|verdict)\//)
      complain("grading/ sees the explorer's public headers only")
  } else if (part ~ /^explorer/) {
    if (top ~ /^(grading|runner|katas|graders)$/)
      complain("the explorer knows nothing of katas")
    else check_layer(top)
  }
}

function check_layer(top,   parts, layer) {
  split(file, parts, "/")
  if (parts[2] != "src") return
  layer = parts[3]
  if ((layer in rank) && (top in rank) && rank[top] > rank[layer])
    complain("the layer " layer " is below " top)
}

function kata_header(path,   parts) { split(path, parts, "/"); return parts[2] ".h" }

function check_library(   top, allowed, i) {
  if (part == "katas") {
    if (target ~ /[\/.]/ && target !~ /^(sqlite3\.h|sys\/.*|unistd\.h|linux\/.*|pthread\.h|time\.h|errno\.h)$/)
      complain("solutions use the standard library only")
    return
  }
  top = first(target)
  allowed = " " uses[part] " "
  for (i in libraries)
    if (top == libraries[i] && index(allowed, " " top " ") == 0)
      complain(part "/ does not use " top)
}
