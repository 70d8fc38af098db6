#!/usr/bin/env bash
# Installs what bench/peers/ measures ours against, as far as it is not there yet. The program itself
# needs none of it.
#
#   bench/peers/install.sh                      PETSc with TAO, and Ipopt with MUMPS: solvers of QPs
#   cmake -S . -B build/peers -G Ninja -DCMAKE_BUILD_TYPE=Release -DES_PEERS=ON
#
#   bench/peers/install.sh --mechanics [FOLDER] CalculiX, and MuJoCo in a virtual environment of Python,
#                                               build/mechanics if no folder is named
#   bench/peers/install.sh --grid [FOLDER]      Taichi in a virtual environment, build/grid if no folder is
#                                               named, and LULESH's program in it
#
# Uses apt-get, through sudo when not root, and for MuJoCo pip. Does nothing, and asks nothing, where
# all is there.
set -euo pipefail

usage() {
  echo "usage: bench/peers/install.sh [--mechanics [FOLDER] | --grid [FOLDER]]" >&2
  exit 2
}

here=$(dirname "$0")/../../tools
if [[ $# -eq 0 ]]; then
  # Ipopt brings MUMPS, PETSc brings MPI.
  exec "$here/apt_install.sh" libpetsc-real-dev coinor-libipopt-dev pkg-config
fi
[[ ("$1" == --mechanics || "$1" == --grid) && $# -le 2 ]] || usage
if [[ "$1" == --grid ]]; then
  "$here/apt_install.sh" python3-venv git g++
  folder=${2:-$here/../build/grid}
  if ! "$folder/bin/python" -c "import taichi, numpy" > /dev/null 2>&1; then
    echo "installing taichi and numpy in $folder"
    python3 -m venv "$folder"
    "$folder/bin/pip" install --quiet "taichi==1.7.2" "numpy>=2"
  fi
  if [[ ! -x $folder/lulesh2.0 ]]; then
    [[ -d $folder/LULESH ]] || git clone --quiet https://github.com/LLNL/LULESH "$folder/LULESH"
    g++ -DUSE_MPI=0 -O3 -march=native -fopenmp -w -o "$folder/lulesh2.0" "$folder"/LULESH/lulesh*.cc
  fi
  echo "Taichi and LULESH are in $folder"
  exit 0
fi

"$here/apt_install.sh" calculix-ccx python3-venv
folder=${2:-$here/../build/mechanics}
if ! "$folder/bin/python" -c "import mujoco, numpy" 2> /dev/null; then
  echo "installing mujoco and numpy in $folder"
  python3 -m venv "$folder"
  "$folder/bin/pip" install --quiet "mujoco==4.0.0" "numpy>=2"
fi
echo "ccx$(ccx -v | sed -n 's/^This is Version//p'), MuJoCo $("$folder/bin/python" -c \
  "import mujoco; print(mujoco.__version__)") in $folder"
