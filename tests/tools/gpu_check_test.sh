#!/usr/bin/env bash
# tools/gpu_check.sh where there is no GPU: against programs that only pretend.
#
#   gpu_check_test.sh ROOT PROGRAM
set -euo pipefail
root=$1 program=$2
check=$root/tools/gpu_check.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() {
  echo "FAILED: $*" >&2
  cat -- *.txt >&2 || true
  exit 1
}
# ends_with CODE COMMAND ...: output in out.txt and err.txt
ends_with() {
  local expected=$1 code=0
  shift
  "$@" > out.txt 2> err.txt || code=$?
  [[ $code -eq $expected ]] || fail "code $code and not $expected: $*"
}
# pretend NAME LINE ...: a program of these lines
pretend() {
  mkdir -p "$(dirname "programs/$1")"
  printf '%s\n' '#!/usr/bin/env bash' "${@:2}" > "programs/$1"
  chmod +x "programs/$1"
}
# kept STAGE KEY: what the JSON file holds
kept() {
  python3 -c 'import json, sys; print(json.load(open("found/gpu_check.json"))[sys.argv[1]][sys.argv[2]])' "$@"
}

for script in gpu_check bundle libraries; do bash -n "$root/tools/$script.sh" || fail "syntax of $script.sh"; done

# What it would do: every stage, nothing done.
ends_with 0 "$check" --dry-run -o found
[[ $(grep -c '^[a-z]' out.txt) -eq 8 && ! -e found ]] || fail "a dry run names eight stages and writes nothing"
ends_with 0 "$check" --dry-run 4 scene
[[ $(grep '^[a-z]' out.txt | tr '\n' ' ') == "bench scene " ]] || fail "stages by number and by name"
ends_with 2 "$check" --dry-run 9
ends_with 2 "$check" -o
ends_with 2 "$check" -o found -b nowhere

grep -q -- 'racecheck .*/contact_rows_gpu --gtest_filter=\*$' <("$check" --dry-run 3) || fail "filters stay as they are"

# Libraries that a program misses: found in the toolkit's folder, or named.
cat > load.sh << END
source $root/tools/libraries.sh
ldd() { [[ \$LD_LIBRARY_PATH == *toolkit/lib64* ]] || printf 'libcublas.so.13 => not found\\n'; }
python3() { :; }
CUDA_HOME=$scratch/toolkit use_libraries "$scratch" program && echo "\$LD_LIBRARY_PATH"
END
ends_with 4 env -i bash load.sh
[[ $(cat err.txt) == "error: not found on this machine: libcublas.so.13;"* ]] || fail "the library that is missing"
mkdir -p toolkit/lib64 lib && touch toolkit/lib64/libcublas.so.13
ends_with 0 env -i bash load.sh
[[ $(cat out.txt) == "$scratch/lib:"*"$scratch/toolkit/lib64" ]] || fail "our own first, then CUDA's"

# No device: one line, code 4.
pretend eulersolid 'echo "gpu         none: no GPU answers: no driver"'
ends_with 4 "$check" -o found -b programs
[[ $(cat err.txt) == "error: no GPU answers: no driver" ]] || fail "one line that says why"
[[ $(kept device status) == failed && $(kept device gpu) == "none: no GPU answers: no driver" ]] || fail "kept in the file"

# A device: every test runs, one launch at a time and with skips forbidden; one that fails is named.
pretend eulersolid 'echo "gpu         Pretended 100"'
pretend tests/kind_gpu '[[ $ES_REQUIRE_GPU$CUDA_LAUNCH_BLOCKING == 11 ]]'
ends_with 0 "$check" -o found -b programs tests
pretend tests/cruel_gpu 'exit 3'
ends_with 1 "$check" -o found -b programs device tests
[[ $(kept tests kind_gpu) == passed && $(kept tests cruel_gpu) == "failed with 3" ]] || fail "each test by name"
[[ $(kept tests status) == failed && $(kept device status) == passed ]] || fail "each stage by name"
[[ $(kept device gpu) == "Pretended 100" ]] || fail "the device"

# Numbers of programs arrive in the file; too little memory is an answer.
pretend step_bench '[[ $1 != *1e8* ]] || { echo "error: out of memory" >&2; exit 4; }' \
  'grep -q "^cell_size = 0.0[0-9]*$" "$1" && echo "{\"steps_per_second\": 7}"'
ends_with 0 "$check" -o found -b programs balls
ends_with 0 "$program" check found/ball_1e6.toml
[[ $(kept balls gpu.1e7.numbers) == "{'steps_per_second': 7}" ]] || fail "numbers of a ball"
[[ $(kept balls gpu.1e8) == "out of memory" && $(kept balls status) == passed ]] || fail "a ball too large"

pretend solver_bench 'echo "{\"threads\": $OMP_NUM_THREADS, \"backend\": \"$1\"}"'
ends_with 0 "$check" -o found -b programs solvers
[[ $(kept solvers gpu.1.numbers) == "{'threads': 1, 'backend': 'gpu'}" ]] || fail "numbers of solvers"
[[ $(kept solvers cpu.1.numbers) == "{'threads': 1, 'backend': 'cpu'}" ]] || fail "numbers of solvers on one thread"

# Kernels by time, largest first.
printf '%s\n' '==PROF== noise' '"ID","Kernel Name","gpu__time_duration.sum","sm__x"' '"","","ns","%"' \
  '"0","a","1000000000","10"' '"1","b","3,000,000,000","20"' '"2","a","1000000000","30"' > table.csv
python3 "$root/tools/gpu_counters.py" table.csv > counters.txt
[[ $(cat counters.txt) == '[{"kernel": "b", "launches": 1, "seconds": 3.0, "part": 0.6, "sm__x": 20.0}, '* ]] ||
  fail "kernels by time"
[[ $(cat counters.txt) == *'"kernel": "a", "launches": 2, '*'"sm__x": 20.0}]' ]] || fail "means weighted by time"

# How far two runs are apart, relative to the largest value.
mkdir a b
printf 'step,kinetic,seconds\n1,2,5\n2,4,5\n' > a/steps.csv
printf 'step,kinetic,seconds\n1,2,6\n2,5,6\n' > b/steps.csv
python3 "$root/tools/gpu_differences.py" a b > differences.txt
[[ $(cat differences.txt) == *'"first_step_that_differs": 2, "largest_relative": {"kinetic": 0.25}}' ]] ||
  fail "differences of runs"
echo "all holds"
