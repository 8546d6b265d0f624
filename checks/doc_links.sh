#!/usr/bin/env bash
# Links in the docs lead somewhere: the file is there, and the heading if one is named.
checks=$(cd "$(dirname "$0")" && pwd)
source "$checks/common.sh"

# Prints `file<TAB>line<TAB>target` for every link that is not on the web; code is left out.
links() {
  awk '
    FNR == 1 { fenced = 0 }
    /^[[:space:]]*(```|~~~)/ { fenced = !fenced; next }
    fenced { next }
    {
      text = $0
      gsub(/`[^`]*`/, "", text)
      while (match(text, /\]\([^()[:space:]]+\)/)) {
        target = substr(text, RSTART + 2, RLENGTH - 3)
        text = substr(text, RSTART + RLENGTH)
        if (target !~ /^[a-z]+:/) printf "%s\t%d\t%s\n", FILENAME, FNR, target
      }
    }' "$@"
}

# The anchors that the headings of a file make, the way GitHub makes them.
anchors() {
  awk '
    /^[[:space:]]*(```|~~~)/ { fenced = !fenced; next }
    !fenced && /^#+ / {
      sub(/^#+ +/, ""); gsub(/\]\([^)]*\)/, ""); $0 = tolower($0)
      gsub(/[^[:alnum:] _-]/, ""); gsub(/ /, "-")
      print (seen[$0]++ ? $0 "-" seen[$0] - 1 : $0)
    }' "$1"
}

check_link() {
  local from=$1 line=$2 target=$3 file
  local path=${target%%#*}
  case $path in
    '') file=$from ;;
    /*) file=${path#/} ;;
    *) file=$(dirname "$from")/$path ;;
  esac
  if [[ ! -e $file ]]; then
    fault "$from:$line: the link $target leads nowhere"
  elif [[ $target == *'#'* && $file == *.md ]] && ! anchors "$file" | grep -qxF -- "${target#*#}"; then
    fault "$from:$line: $path has no heading #${target#*#}"
  fi
}

mapfile -t pages < <(listed '*.md')
((${#pages[@]} > 0)) || { echo "no pages found" && exit 2; }
while IFS=$'\t' read -r from line target; do
  check_link "$from" "$line" "$target"
done < <(links "${pages[@]}")
finish
