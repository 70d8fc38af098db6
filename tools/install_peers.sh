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

# Ipopt brings MUMPS, PETSc brings MPI.
exec "$(dirname "$0")/apt_install.sh" libpetsc-real-dev coinor-libipopt-dev pkg-config
