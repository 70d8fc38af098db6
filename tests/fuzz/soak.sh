#!/usr/bin/env bash
# Goes on with the attack: every target under the sanitizers, with a seed of its own each round, then
# the faults, for some hours. What a target ends with is left as crash-fuzz_NAME in the folder that
# this was started in: fix it, and add the input to tests/fuzz/corpus/NAME.
#
#   tests/fuzz/soak.sh HOURS
set -euo pipefail
[[ $# -eq 1 ]] || { echo "usage: tests/fuzz/soak.sh HOURS" >&2; exit 2; }
here=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD
source tools/build.sh

targets=(scene override matrix_market checkpoint vdb)
configure asan -DES_TESTS=ON
build_targets asan "${targets[@]/#/fuzz_}"
build cpu eulersolid
cd "$here"
end=$(awk -v now="$(date +%s)" -v hours="$1" 'BEGIN { printf "%d", now + 3600 * hours }')
for ((round = 1; $(date +%s) < end; ++round)); do
  for target in "${targets[@]}"; do
    echo "round $round: $target"
    "$root/build/asan/tests/fuzz_$target" "$root/tests/fuzz/corpus/$target" 300 "$((RANDOM + round))"
  done
  python3 "$root/tests/fuzz/faults.py" "$root" "$root/build/cpu/eulersolid"
done
