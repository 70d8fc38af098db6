#!/usr/bin/env bash
# Goes on with the attack for some hours: libFuzzer on every target that reads in its own process,
# where clang is; our own driver, under the sanitizers and with a seed of its own each round, on all;
# then the faults. What a target ends with is left in the folder that this was started in, as
# crash-fuzz_NAME or NAME-crash-...: fix it, and add the input to tests/fuzz/corpus/NAME.
#
#   tests/fuzz/soak.sh HOURS
set -euo pipefail
[[ $# -eq 1 ]] || { echo "usage: tests/fuzz/soak.sh HOURS" >&2; exit 2; }
here=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD
source tools/build.sh

in_process=(scene override matrix_market archive)
in_child=(vdb fclib checkpoint mesh)  # that libraries read which may end their process
configure asan-gcc -DES_TESTS=ON
grep -q "^es_itk_IONIFTI:FILEPATH=/" build/asan-gcc/CMakeCache.txt && in_child+=(image)
targets=("${in_process[@]}" "${in_child[@]}")
build_targets asan-gcc "${targets[@]/#/fuzz_}"
build cpu eulersolid
if command -v clang++ > /dev/null; then
  configure fuzz -DES_TESTS=ON
  build_targets fuzz "${in_process[@]/#/fuzz_}"
fi

cd "$here"
end=$(awk -v now="$(date +%s)" -v hours="$1" 'BEGIN { printf "%d", now + 3600 * hours }')
for ((round = 1; $(date +%s) < end; ++round)); do
  for target in "${in_process[@]}"; do
    [[ -x "$root/build/fuzz/tests/fuzz_$target" ]] || continue
    echo "round $round: libFuzzer, $target"
    corpus="$root/tests/fuzz/corpus/$target"
    mkdir -p "found/$target"
    "$root/build/fuzz/tests/fuzz_$target" "found/$target" "$corpus" -dict="$corpus.dict" \
      -max_total_time=300 -timeout=50 -rss_limit_mb=4096 -max_len=16384 -verbosity=0 \
      -artifact_prefix="$target-"
  done
  for target in "${targets[@]}"; do
    echo "round $round: $target"
    "$root/build/asan-gcc/tests/fuzz_$target" "$root/tests/fuzz/corpus/$target" 300 "$((RANDOM + round))"
  done
  python3 "$root/tests/fuzz/faults.py" "$root" "$root/build/cpu/eulersolid"
done
