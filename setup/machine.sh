# Finds out what of setup/packages.txt is missing and installs it. Read by `kata`.
# shellcheck shell=bash

# shellcheck source=setup/probes.sh
source "$KATA_ROOT/setup/probes.sh"

# Fills the arrays `packages`, `probes` and `reasons` from the list.
read_package_list() {
  packages=() probes=() reasons=()
  local package probe reason
  while read -r package probe reason; do
    [[ -z $package || $package == \#* ]] && continue
    packages+=("$package") probes+=("$probe") reasons+=("$reason")
  done < "$KATA_ROOT/setup/packages.txt"
}

# Fills `missing` with the indices of what is not there.
find_missing() {
  missing=()
  find_clang
  local index
  for index in "${!packages[@]}"; do
    probe "${probes[index]}" || missing+=("$index")
  done
}

name_missing() {
  local index
  say "Missing on this machine:"
  for index in "${missing[@]}"; do
    printf '  %-18s %s\n' "${packages[index]/@/NN}" "${reasons[index]}" >&2
  done
}

# The release that is tested, or else the newest, of which the distribution has all parts.
clang_on_offer() {
  local version part
  for version in "$TESTED_CLANG" $(apt-cache search --names-only '^clang-[0-9]+$' |
    grep -Eo '^clang-[0-9]+' | cut -d- -f2 | sort -rn); do
    ((version >= OLDEST_CLANG)) || return 0
    for part in "${packages[@]}"; do
      [[ $part == *@* ]] || continue
      apt-cache show "${part/@/$version}" > /dev/null 2>&1 || continue 2
    done
    printf '%s\n' "$version"
    return
  done
}

as_root() {
  if ((EUID == 0)); then
    "$@"
  else
    sudo "$@"
  fi
}

agreed_to_install() {
  [[ $1 == yes || ! -t 0 || ! -t 2 ]] && return
  local answer
  read -r -p "Install these with apt-get? [Y/n] " answer
  [[ $answer =~ ^([Yy].*)?$ ]]
}

check_may_install() {
  ((EUID == 0)) && return
  command -v sudo > /dev/null || give_up "Installing needs root, and there is no sudo." \
    "Let root run this once: $KATA_ROOT/kata --yes doctor"
  sudo -v || give_up "Installing needs sudo's password." "Run this on a terminal, or as root."
}

apt() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=600 "$@"
}

# Fills `names` with the packages to install, for the compiler that is there or one on offer.
choose_names() {
  local index version=$clang_version
  [[ -n $version ]] || version=$(clang_on_offer)
  [[ -n $version ]] || give_up "The package sources have no Clang $OLDEST_CLANG or newer." \
    "Offline, or an old system? Add a source that has one, then run this again."
  names=()
  for index in "${missing[@]}"; do
    names+=("${packages[index]/@/$version}")
  done
}

install_missing() {
  local names log=$state/install.log
  check_may_install
  say "Reading the package lists …"
  # An installation that was cut off is finished first. Sources that can't be reached are not fatal
  # here: what is wanted may be known all the same.
  { as_root dpkg --configure -a && apt update; } 2>&1 | follow "Package lists" "$log" || true
  choose_names
  say "Installing ${names[*]} …"
  if ! apt install -y --no-install-recommends "${names[@]}" 2>&1 | follow "Installing" "$log"; then
    say "$(grep -E '^(E|W): |error' "$log" | head -n 5)"
    give_up "Could not install everything (log: $log)." \
      "Offline, or another installation at work? Run the same command again; it goes on from here."
  fi
}

# make_machine_ready yes|ask
make_machine_ready() {
  local packages probes reasons missing clang clang_version
  say "Looking at what this machine has …"
  read_package_list
  find_missing
  if ((${#missing[@]} > 0)); then
    name_missing
    command -v apt-get > /dev/null ||
      give_up "No apt-get here: please install these yourself." "$(advice_for_system)"
    agreed_to_install "$1" || give_up "Nothing was installed." "Run this again when you like."
    install_missing
    find_missing
    if ((${#missing[@]} > 0)); then
      name_missing
      give_up "Still missing after installing (log: $state/install.log)." "$(advice_for_system)"
    fi
  fi
  { printf '%s\n' "$clang" && cat "$KATA_ROOT/setup/packages.txt"; } > "$state/ready.new"
  mv "$state/ready.new" "$state/ready"
}
