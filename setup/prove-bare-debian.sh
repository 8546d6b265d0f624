#!/usr/bin/env bash
# Proves that a clone is all one needs: makes a minimal Debian with debootstrap, puts git and a clone
# of this repository into it and runs `./kata` there, in a chroot. Needs root, debootstrap and some
# 4 GB; the folder is kept, so that a second run goes on from the first.
#
# usage: setup/prove-bare-debian.sh FOLDER [COMMAND…]      default command: ./kata grade semaphore
#   MIRROR=URL     the Debian mirror; default: debootstrap's own
#   SECURITY=URL   the mirror of security updates; none if not given
#   SUITE=NAME     bookworm unless given
set -euo pipefail

repository=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:?usage: setup/prove-bare-debian.sh FOLDER [COMMAND…]}
shift
suite=${SUITE-bookworm}
(($# > 0)) || set -- ./kata grade semaphore

((EUID == 0)) || { echo "Needs root: debootstrap and chroot." >&2 && exit 2; }
command -v debootstrap > /dev/null || { echo "Needs debootstrap." >&2 && exit 2; }

inside() { chroot "$folder" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "$@"; }

make_system() {
  local done_mark=$folder/var/lib/bare-system-is-made
  [[ ! -e $done_mark ]] || return 0
  debootstrap --variant=minbase "$suite" "$folder" ${MIRROR:+"$MIRROR"}
  [[ -z ${SECURITY-} ]] ||
    echo "deb $SECURITY $suite-security main" > "$folder/etc/apt/sources.list.d/security.list"
  inside apt-get update
  inside env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends git ca-certificates
  touch "$done_mark"
}

mounted=()
mount_kernel_filesystems() {
  trap unmount EXIT
  mount -t proc proc "$folder/proc" && mounted+=("$folder/proc")
  mount --rbind /dev "$folder/dev" && mount --make-rslave "$folder/dev" && mounted+=("$folder/dev")
}

unmount() {
  local place
  for place in "${mounted[@]}"; do
    umount -R "$place" || umount -R -l "$place"
  done
}

put_clone() {
  rm -rf "$folder/root/clone.git"
  git clone -q --bare "$repository" "$folder/root/clone.git"
  if [[ -e $folder/root/katas ]]; then
    inside git -C /root/katas pull -q
  else
    inside git clone -q /root/clone.git /root/katas
  fi
}

make_system
mount_kernel_filesystems
put_clone
echo "In a minimal $suite with git and a clone: $*"
inside sh -c 'cd /root/katas && exec "$@"' sh "$@"
