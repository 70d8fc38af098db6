#!/usr/bin/env bash
# What takes too long for test.sh: many random scenes, each judged by a script outside the program.
#
#   tests/soak.sh [SCENES] [OPTIONS]     300 where no number is given; options are those of
#                                        tests/random_scenes/run.py (--seed, --least, --keep, --jobs)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/build.sh

scenes=300
if [[ ${1:-} =~ ^[0-9]+$ ]]; then
  scenes=$1
  shift
fi
tools/install_packages.sh --tests
configure cpu -DES_TESTS=ON -DES_BENCH=ON
build_targets cpu eulersolid
exec /usr/bin/python3 tests/random_scenes/run.py build/cpu/eulersolid "$scenes" "$@"
