#!/usr/bin/env bash
# Installs the Debian packages of the solvers that bench/peers/ measures ours against, as far as they
# are not there yet: PETSc with TAO, and Ipopt with MUMPS. The program itself needs none of them.
#
#   tools/install_peers.sh
#   cmake -S . -B build/peers -G Ninja -DCMAKE_BUILD_TYPE=Release -DES_PEERS=ON
#
# Uses apt-get, through sudo when not root. Does nothing, and asks nothing, where all is there.
set -euo pipefail

if [[ $# -gt 0 ]]; then
  echo "usage: tools/install_peers.sh" >&2
  exit 2
fi

packages=(libpetsc-real-dev coinor-libipopt-dev pkg-config)  # Ipopt brings MUMPS, PETSc brings MPI

# A tool that is on the path does, wherever it came from.
is_there() {
  [[ "$1" == pkg-config ]] && command -v pkg-config > /dev/null && return
  [[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2> /dev/null)" == installed ]]
}

missing=()
for package in "${packages[@]}"; do
  is_there "$package" || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

if ! command -v apt-get > /dev/null || ! command -v dpkg-query > /dev/null; then
  echo "error: this is no Debian-like system: there is no apt-get. Install what these Debian packages" >&2
  echo "hold, so that pkg-config finds PETSc and ipopt: ${missing[*]}" >&2
  exit 1
fi

as_root=()
if [[ "$(id -u)" != 0 ]]; then
  if ! command -v sudo > /dev/null; then
    echo "error: not root, and there is no sudo. As root: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
  [[ -t 0 ]] || as_root+=(-n)  # nobody is there to type a password
fi

echo "installing ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=300 "$@" \
    < /dev/null >> "$log" 2>&1
}
# Lists that are a little old often do; only where they do not is the network asked for new ones.
install() { apt install --no-install-recommends "${missing[@]}"; }
if ! { install || { apt update; install; }; }; then
  tail -n 25 "$log" >&2
  echo "error: apt-get could not install ${missing[*]} (its last words are above)" >&2
  exit 1
fi
