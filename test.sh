#!/usr/bin/env bash
# Installs what is missing, builds the program and its tests, and runs them.
#
#   ./test.sh              everything but the long tests and those that need a GPU
#   ./test.sh --slow       the long ones, too
#   ./test.sh --device     with the CUDA backend, on a device made of a second process (no GPU, no nvcc)
#   ./test.sh --gpu        the CUDA build as well, and its tests on this machine's GPU
#   ./test.sh --sanitize   the unit tests once more with the address and undefined-behaviour sanitizers,
#                          and a run with the thread sanitizer; with --device kernels, too
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source tools/build.sh

slow=no device=no gpu=no sanitize=no
for option in "$@"; do
  case "$option" in
    --slow) slow=yes ;;
    --device) device=yes ;;
    --gpu) gpu=yes ;;
    --sanitize) sanitize=yes ;;
    *)
      echo "usage: ./test.sh [--slow] [--device] [--gpu] [--sanitize]" >&2
      exit 2
      ;;
  esac
done

# Tests share the processors: threads that spin while they wait would slow each other down, and tests
# of one thread each are done sooner than tests that all want all processors. Some wait for programs
# that they kill: one more than there are processors. Four at a time fit in any memory.
export OMP_WAIT_POLICY=passive
jobs=$(($(nproc) + 1))
jobs=$((jobs < 4 ? jobs : 4))
run_tests() {
  ctest --test-dir "build/$1" --output-on-failure --no-tests=error --no-label-summary -j$jobs "${@:2}"
}

tools/install_packages.sh --tests
python/make_environment.sh
[[ $sanitize == no ]] || tools/install_packages.sh --sanitizers
preset=cpu left_out='none'
[[ $device == no ]] || preset=device
[[ $device == yes ]] || left_out+='|gpu'
[[ $slow == yes ]] || left_out+='|slow'
configure "$preset" -DES_TESTS=ON -DES_BENCH=ON -DES_PYTHON=ON
build_targets "$preset"
OMP_NUM_THREADS=1 run_tests "$preset" -LE "^($left_out)\$"

if [[ $sanitize == yes ]]; then
  configure asan -DES_TESTS=ON
  unit='^unit$'
  mapfile -t programs < <(tests_of asan "$unit")
  build_targets asan "${programs[@]}"
  run_tests asan -L "$unit"  # with all threads
  configure tsan -DES_TESTS=ON
  build_targets tsan eulersolid planted_race
  run_tests tsan -L '^threads$'
  if [[ $device == yes ]]; then
    configure device-races -DES_TESTS=ON
    mapfile -t programs < <(tests_of device-races '^races$' | grep -v '^device_races')
    build_targets device-races device_races "${programs[@]}"
    run_tests device-races -L '^races$'
  fi
fi

if [[ $gpu == yes ]]; then
  if ! find_nvcc; then
    echo "error: --gpu needs the CUDA toolkit, but there is no nvcc on the path" >&2
    exit 1
  fi
  configure cuda -DES_TESTS=ON -DES_BENCH=ON
  build_targets cuda
  ES_REQUIRE_GPU=1 run_tests cuda -L '^gpu$'
fi
