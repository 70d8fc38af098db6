#!/usr/bin/env bash
# Puts the CUDA build through its paces on a machine with a GPU: is it right, and how fast is it?
#
#   tools/gpu_check.sh [-o FOLDER] [-b PROGRAMS] [--dry-run] [STAGE ...]
#
#   device     device, driver and libraries
#   tests      the tests that need a device, one launch at a time; a skip is a failure
#   sanitizer  memory, race and synchronisation checks (compute-sanitizer) on small tests
#   bench      the banded kernels (gpu_bench)
#   scene      cylinders on 1 and 16 CPU threads and on the GPU, twice each: same bits, and how far apart
#   balls      balls of 1e6, 1e7 and 1e8 cells: steps per second and memory
#   solvers    iterations for 1e5 contacts on 1 and 16 CPU threads and on the GPU (solver_bench)
#   counters   what limits the five largest kernels (ncu)
#
# All stages by default, 10 minutes each at most and 45 in all; each can be asked for alone, by name or
# number. Works in an unpacked bundle and in a checkout with build/cuda (or the folder after -b).
# FOLDER (gpu_check) gets gpu_check.json, written as numbers come in, and a log of each step.
# Exit code 1: something failed; 2: wrong usage; 4: no device.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/tools/libraries.sh"

stages=(device tests sanitizer bench scene balls solvers counters)
stage_seconds=600 all_seconds=2700
out=gpu_check programs='' dry=no chosen=()

usage() {
  echo "usage: tools/gpu_check.sh [-o FOLDER] [-b PROGRAMS] [--dry-run] [STAGE ...]" >&2
  echo "stages: ${stages[*]}" >&2
  exit 2
}

while [[ $# -gt 0 ]]; do
  case "$1" in
    -o) [[ $# -ge 2 ]] || usage; out=$2; shift 2 ;;
    -b) [[ $# -ge 2 ]] || usage; programs=$2; shift 2 ;;
    --dry-run) dry=yes; shift ;;
    [1-8]) chosen+=("${stages[$1 - 1]}"); shift ;;
    *) [[ " ${stages[*]} " == *" $1 "* ]] || usage; chosen+=("$1"); shift ;;
  esac
done
[[ ${#chosen[@]} -gt 0 ]] || chosen=("${stages[@]}")
if [[ -z $programs ]]; then
  programs=$root/build/cuda
  [[ ! -x $root/bin/eulersolid ]] || programs=$root/bin
fi

stage='' failed=no stage_end=0

record() { # [KEY=VALUE ...] of the stage
  [[ $dry == yes ]] || python3 "$root/tools/gpu_record.py" "$out/gpu_check.json" "$stage" "$@"
}

# step NAME LIMIT COMMAND ...: runs a command for LIMIT seconds at most, and no longer than its stage may
# take; its output goes to a log. Records how it ended and how long it took. True where it succeeded.
step() {
  local name=$1 limit=$2 start=$SECONDS status=passed code=0
  shift 2
  if [[ $dry == yes ]]; then
    echo "  $name (${limit} s): $*"
    return 0
  fi
  local left=$((stage_end - SECONDS))
  if [[ $left -le 0 ]]; then
    record "$name=out of time"
    return 1
  fi
  timeout -k 10 $((limit < left ? limit : left)) "$@" > "$out/logs/$stage.$name.log" 2>&1 || code=$?
  case $code in
    0) ;;
    124 | 137) status="out of time" ;;
    *) status="failed with $code" && failed=yes ;;
  esac
  printf '  %-40s %-16s %4d s\n' "$name" "$status" $((SECONDS - start))
  record "$name=$status" "$name.seconds=$((SECONDS - start))"
  [[ $code -eq 0 ]]
}

# The test programs that need a device.
gpu_tests() {
  find "$programs/tests" -maxdepth 1 -type f -perm -u+x \( -name '*_gpu' -o -name '*backends_agree' \) \
    2> /dev/null | sort
}

check_device() {
  local answer
  if [[ ! -x $programs/eulersolid ]]; then
    echo "error: there is no $programs/eulersolid; build with preset cuda, or name a folder after -b" >&2
    exit 2
  fi
  use_libraries "$root" "$programs/eulersolid" || exit 4
  answer=$("$programs/eulersolid" info | sed -n 's/^gpu  *//p')
  if [[ -z $answer || $answer == none* ]]; then
    stage=device record status=failed "gpu=${answer:-none}"
    echo "error: ${answer#none: }" >&2
    exit 4
  fi
  gpu=$answer
}

stage_device() {
  local name library commit
  commit=$(cat "$root/COMMIT" 2> /dev/null || git -C "$root" rev-parse HEAD 2> /dev/null || echo unknown)
  record "gpu=${gpu:-}" "commit=$commit" "machine=$(uname -srm)" "threads=$(nproc)"
  step info 60 "$programs/eulersolid" info || true
  if command -v nvidia-smi > /dev/null; then
    step nvidia-smi 60 nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.max.sm --format=csv || true
    [[ $dry == yes ]] || record "nvidia_smi=$(tail -1 "$out/logs/device.nvidia-smi.log")"
  fi
  for name in cudart cublas cusolver cusparse; do
    library=$(ldd "$programs/eulersolid" 2> /dev/null | awk -v name="lib$name." 'index($1, name) == 1 { print $3 }') || true
    [[ -z $library ]] || record "lib$name=$(readlink -f "$library")"
  done
  for name in compute-sanitizer ncu nsys; do
    record "$name=$(command -v "$name" || echo none)"
  done
}

stage_tests() {
  local test
  export CUDA_LAUNCH_BLOCKING=1 ES_REQUIRE_GPU=1
  while read -r test; do
    step "$(basename "$test")" 180 "$test" || true
  done < <(gpu_tests)
  unset CUDA_LAUNCH_BLOCKING ES_REQUIRE_GPU
  [[ $dry == yes || -n $(gpu_tests) ]] || { echo "  no test programs in $programs/tests"; failed=yes; }
}

# Programs, and what of them a checker that slows them down a hundredfold still gets through.
checked_tests='kernels_subdomains_gpu Subdomains.*-*Long*
linear_algebra_test_gpu Banded.Reorder*:Dense.*:QuasiDefinite.*
contact_rows_gpu *
block_product_test_gpu *
contact_projections_gpu *'

stage_sanitizer() {
  local tool program filter
  if [[ $dry == no ]] && ! command -v compute-sanitizer > /dev/null; then
    record "tools=none" && echo "  compute-sanitizer is not on the path" && failed=yes
    return
  fi
  export ES_REQUIRE_GPU=1
  for tool in memcheck racecheck synccheck; do
    while read -r program filter; do
      # cuSPARSE's own product of blocks has what racecheck calls hazards.
      [[ $tool.$program != racecheck.block_product_test_gpu ]] || continue
      step "$tool.$program" 90 compute-sanitizer --tool "$tool" --error-exitcode 9 \
        "$programs/tests/$program" "--gtest_filter=$filter" || true
    done <<< "$checked_tests"
  done
  step memcheck.simulation 120 compute-sanitizer --tool memcheck --error-exitcode 9 \
    "$programs/tests/simulation_backends_agree" || true
  unset ES_REQUIRE_GPU
}

stage_bench() {
  if step gpu_bench 590 "$programs/gpu_bench" "$out/gpu_bench.json" && [[ $dry == no ]]; then
    record "numbers=@$out/gpu_bench.json"
  fi
}

# differ A B: records how far two runs are apart, and whether all of it is the same.
differ() {
  step "same_bits.$1.$2" 60 python3 "$root/tools/compare_runs.py" "$out/runs/$1" "$out/runs/$2" || true
}

stage_scene() {
  local scene=$root/scenes/cylinder_collision.toml run many
  many=$(nproc) && [[ $many -le 16 ]] || many=16
  for run in 1 2; do
    step "gpu.$run" 150 "$programs/eulersolid" run "$scene" -o "$out/runs/gpu.$run" --force -q --backend gpu || true
    step "cpu_many.$run" 120 "$programs/eulersolid" run "$scene" -o "$out/runs/cpu_many.$run" --force -q \
      --backend cpu --threads "$many" || true
    step "cpu_one.$run" 150 "$programs/eulersolid" run "$scene" -o "$out/runs/cpu_one.$run" --force -q \
      --backend cpu --threads 1 || true
  done
  record "threads_many=$many"
  differ gpu.1 gpu.2
  differ cpu_many.1 cpu_many.2
  differ cpu_one.1 cpu_one.2
  differ cpu_one.1 cpu_many.1
  if step cpu_against_gpu 60 python3 "$root/tools/gpu_differences.py" "$out/runs/cpu_one.1" "$out/runs/gpu.1" &&
    [[ $dry == no ]]; then
    record "differences=@$out/logs/scene.cpu_against_gpu.log"
  fi
}

# ball CELLS: writes the scene of one ball of about so many cells that moves freely.
ball() {
  local cell
  cell=$(awk -v cells="$1" 'BEGIN { printf "%.9f", 0.5 / exp(log(cells * 3 / (4 * 3.14159265358979)) / 3) }')
  [[ $dry == no ]] || return 0
  cat > "$out/ball_$1.toml" << END
# One ball of about $1 cells, written by tools/gpu_check.sh.
[time]
duration = 1
[grid]
origin    = [-0.7, -0.7, -0.7]
size      = [1.4, 1.4, 1.4]
cell_size = $cell
[[body]]
shape    = "sphere"
centre   = [0, 0, 0]
radius   = 0.5
velocity = [0.1, 0, 0]
angular_velocity = [0, 0, 1]
material = { density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3 }
END
}

stage_balls() {
  local cells failed_before
  for cells in 1e6 1e7 1e8; do
    ball "$cells"
    failed_before=$failed
    if step "gpu.$cells" 180 "$programs/step_bench" "$out/ball_$cells.toml" gpu 20; then
      [[ $dry == yes ]] || record "gpu.$cells.numbers=@$out/logs/balls.gpu.$cells.log"
    elif grep -q 'out of memory' "$out/logs/balls.gpu.$cells.log" 2> /dev/null; then
      record "gpu.$cells=out of memory" # an answer, and no failure
      failed=$failed_before
    fi
  done
  if step cpu.1e6 120 "$programs/step_bench" "$out/ball_1e6.toml" cpu 5 && [[ $dry == no ]]; then
    record "cpu.1e6.numbers=@$out/logs/balls.cpu.1e6.log"
  fi
}

stage_solvers() {
  local run many
  many=$(nproc) && [[ $many -le 16 ]] || many=16
  for run in gpu:1 cpu:1 "cpu:$many"; do
    if step "${run/:/.}" 190 env OMP_NUM_THREADS="${run#*:}" "$programs/solver_bench" "${run%:*}" 33 &&
      [[ $dry == no ]]; then
      record "${run/:/.}.numbers=@$out/logs/solvers.${run/:/.}.log"
    fi
  done
}

stage_counters() {
  local metrics what
  if [[ $dry == no ]] && ! command -v ncu > /dev/null; then
    record "tools=none" && echo "  ncu is not on the path: no counters"
    return
  fi
  metrics=gpu__time_duration.sum,dram__throughput.avg.pct_of_peak_sustained_elapsed
  metrics+=,sm__throughput.avg.pct_of_peak_sustained_elapsed
  metrics+=,sm__warps_active.avg.pct_of_peak_sustained_active,launch__registers_per_thread
  ball 1e6
  for what in ball collision; do
    set -- "$programs/step_bench" "$out/ball_1e6.toml" gpu 1
    [[ $what == ball ]] || set -- "$programs/tests/simulation_backends_agree"
    if step "ncu.$what" 280 ncu --clock-control none --csv --page raw --print-units base --launch-count 3000 \
      --metrics "$metrics" --log-file "$out/logs/counters.$what.csv" "$@" && [[ $dry == no ]]; then
      python3 "$root/tools/gpu_counters.py" "$out/logs/counters.$what.csv" > "$out/logs/counters.$what.json" &&
        record "$what=@$out/logs/counters.$what.json"
    fi
  done
}

if [[ $dry == no ]]; then
  command -v python3 > /dev/null || { echo "error: python3 is needed" >&2; exit 2; }
  mkdir -p "$out/logs" "$out/runs"
  out=$(cd "$out" && pwd)
  check_device
  echo "$gpu; results in $out"
fi

any_failed=no
for stage in "${chosen[@]}"; do
  start=$SECONDS failed=no
  left=$((all_seconds - SECONDS))
  stage_end=$((SECONDS + (left < stage_seconds ? left : stage_seconds)))
  echo "$stage"
  record status=running "started=$(date -u +%FT%TZ)"
  "stage_$stage"
  [[ $failed == no ]] || any_failed=yes
  record "status=$([[ $failed == no ]] && echo passed || echo failed)" "seconds=$((SECONDS - start))"
done
[[ $any_failed == no ]]
