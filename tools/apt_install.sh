#!/usr/bin/env bash
# Installs those of the given Debian packages that are not there yet: tools/apt_install.sh PACKAGE...
#
# Uses apt-get, through sudo when not root. Does nothing, and asks nothing, where all is there.
set -euo pipefail

# A tool that is on the path does, wherever it came from.
is_there() {
  case "$1" in
    g++ | cmake | python3 | pkg-config) command -v "$1" > /dev/null && return ;;
    ninja-build) command -v ninja > /dev/null && return ;;
  esac
  [[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2> /dev/null)" == installed ]]
}

missing=()
for package in "$@"; do
  is_there "$package" || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

if ! command -v apt-get > /dev/null || ! command -v dpkg-query > /dev/null; then
  echo "error: this is no Debian-like system: there is no apt-get. Install what these Debian packages" >&2
  echo "hold by other means (README.md, \"Building by hand\"): ${missing[*]}" >&2
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
