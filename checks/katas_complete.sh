#!/usr/bin/env bash
# Every kata has all of its parts, every part belongs to a kata, every variant says what it proves.
checks=$(cd "$(dirname "$0")" && pwd)
source "$checks/common.sh"

readonly FEWEST_FAULTY=15 FEWEST_ACCEPTED=4

need() { [[ -s $1 ]] || fault "$1:1: missing or empty"; }

# check_first_lines KIND FEWEST PATTERN SLUG
check_first_lines() {
  local headers=() header line
  mapfile -t headers < <(listed "graders/$4/$1/*/$4.h")
  ((${#headers[@]} >= $2)) || fault "graders/$4/$1:1: ${#headers[@]} variants, fewer than $2"
  for header in "${headers[@]}"; do
    read -r line < "$header"
    [[ $line =~ $3 ]] || fault "$header:1: the first line must be like $3"
  done
}

check_kata() {
  local slug=$1 hint_count question_count
  [[ $slug =~ ^[a-z][a-z_]*$ ]] || fault "katas/$slug:1: not a slug (small letters and underscores)"
  for part in "katas/$slug/README.md" "katas/$slug/hints.md" "katas/$slug/kata.json" \
    "graders/$slug/${slug}_grader.cpp" "graders/$slug/${slug}_plain_test.cpp" \
    "solutions/$slug/$slug.h" "solutions/$slug/README.md"; do
    need "$part"
  done
  [[ -e katas/$slug/$slug.h ]] || fault "katas/$slug/$slug.h:1: missing"
  hint_count=$(grep -cE '^#{2,} ' "katas/$slug/hints.md" 2> /dev/null || true)
  ((hint_count >= 3)) || fault "katas/$slug/hints.md:1: fewer than three hints"
  # `kata grade` asks them of who has passed.
  question_count=$(awk '/^#/ { asking = /uestion/ } asking && /^(- )?\*\*/' \
    "solutions/$slug/README.md" 2> /dev/null | wc -l || true)
  ((question_count >= 3)) || fault "solutions/$slug/README.md:1: fewer than three follow-up questions"
  check_first_lines faulty $FEWEST_FAULTY '^// expect: [a-z_]+( or [a-z_]+)* in [a-z0-9_]+' "$slug"
  check_first_lines accepted $FEWEST_ACCEPTED '^// accept: [a-z ]+$' "$slug"
}

mapfile -t slugs < <(listed 'katas/*/*' | cut -d/ -f2 | sort -u)
((${#slugs[@]} > 0)) || { echo "no katas found" && exit 2; }
for slug in "${slugs[@]}"; do
  check_kata "$slug"
done

while IFS=/ read -r tree slug; do
  [[ -e katas/$slug/kata.json ]] || fault "$tree/$slug:1: there is no kata of that name"
done < <(listed 'graders/*/*' 'solutions/*/*' | cut -d/ -f1,2 | sort -u)
finish
