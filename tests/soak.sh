#!/usr/bin/env bash
# What takes too long for test.sh: many random scenes, each judged by a script outside the program.
#
#   tests/soak.sh [SCENES] [OPTIONS]            300 where no number is given: scenes that are hard on contact
#   tests/soak.sh families [SEEDS] [OPTIONS]    ordinary ones, 10 of each of eleven families where no number
#                                               is given; --family NAME in the options: those families alone
#
# Options are those of tests/random_scenes/run.py: --seed, --keep, --jobs, --stops and --wrong; --least for
# the first, --cells for families.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/build.sh

families=()
scenes=300
if [[ ${1:-} == families ]]; then
  shift
  [[ " $* " == *" --family"* ]] || families=(--family all)
  scenes=10
fi
if [[ ${1:-} =~ ^[0-9]+$ ]]; then
  scenes=$1
  shift
fi
tools/install_packages.sh --tests
configure cpu -DES_TESTS=ON -DES_BENCH=ON
build_targets cpu eulersolid
exec /usr/bin/python3 tests/random_scenes/run.py build/cpu/eulersolid "$scenes" ${families[@]+"${families[@]}"} "$@"
