#!/usr/bin/env bash
# Installs the Debian packages that the build needs and that are not there yet.
#
#   tools/install_packages.sh            what the program needs
#   tools/install_packages.sh --tests    what the tests and micro-benchmarks need, too
#   tools/install_packages.sh --images   what images (CT, MRI) need besides: ITK, large
#   tools/install_packages.sh --sanitizers   clang, for what looks for races, and its OpenMP
#
# Uses apt-get, through sudo when not root. Does nothing, and asks nothing, where all is there.
set -euo pipefail

packages=(
  g++ cmake ninja-build
  libopenblas-dev liblapacke-dev libsuitesparse-dev
  libopenvdb-dev libboost-iostreams-dev libboost-context-dev libimath-dev libtbb-dev
  libtomlplusplus-dev libcli11-dev nlohmann-json3-dev libfmt-dev libpng-dev zlib1g-dev
  libhdf5-dev libassimp-dev libminizip-dev
)

case "${1:-}" in
  "") ;;
  --tests) packages+=(libgtest-dev libbenchmark-dev python3 python3-openvdb python3-numpy) ;;
  --images) packages+=(libinsighttoolkit5-dev) ;;
  --sanitizers) packages=(clang libomp-dev) ;;
  *)
    echo "usage: tools/install_packages.sh [--tests | --images | --sanitizers]" >&2
    exit 2
    ;;
esac

exec "$(dirname "$0")/apt_install.sh" "${packages[@]}"
