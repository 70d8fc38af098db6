# How the scripts build; to be sourced with the root of the checkout as working directory.

# True where there is a CUDA compiler, which CMake will then find.
find_nvcc() {
  if ! command -v nvcc > /dev/null && [[ -x /usr/local/cuda/bin/nvcc ]]; then
    export PATH="$PATH:/usr/local/cuda/bin"
  fi
  command -v nvcc > /dev/null
}

# Of ninja's lines "[7/154] ..." one for each quarter of the way, and all others.
by_quarters() {
  local line now told=0
  while IFS= read -r line; do
    if [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\  ]]; then
      now=$((4 * BASH_REMATCH[1] / BASH_REMATCH[2]))
      if ((now > told && now < 4)); then
        echo "  $((25 * now)) % built"
        told=$now
      fi
    else
      echo "$line"
    fi
  done
}

# build_targets <preset> [target ...]: builds a configured preset, all of it by default. On a terminal
# ninja redraws one line.
build_targets() {
  local preset=$1 options=() begin=$SECONDS
  shift
  [[ $# -eq 0 ]] || options+=(--target "$@")
  echo "building with preset $preset"
  if [[ -t 1 ]]; then
    cmake --build --preset "$preset" "${options[@]}" || return
  else
    cmake --build --preset "$preset" "${options[@]}" | by_quarters
    [[ ${PIPESTATUS[0]} -eq 0 ]] || return 1
  fi
  echo "built in $((SECONDS - begin)) s"
}

# configure <preset> [option ...]: quiet unless it fails.
configure() {
  local said
  if ! said=$(cmake --preset "$@" 2>&1); then
    echo "$said" >&2
    echo "error: could not configure preset $1" >&2
    return 1
  fi
}

# build <preset> <target>: the target alone, for which tests and their packages are not needed; a
# checkout that has them configured keeps them.
build() {
  local preset=$1 without=()
  [[ -f build/$preset/build.ninja ]] || without=(-DES_TESTS=OFF -DES_BENCH=OFF)
  configure "$preset" "${without[@]}" && build_targets "$preset" "$2"
}

# tests_of <preset> <label regex>: names of a configured preset's tests; their programs have the same.
tests_of() {
  ctest --test-dir "build/$1" -N -L "$2" | sed -n 's/^ *Test *#[0-9]*: //p'
}
