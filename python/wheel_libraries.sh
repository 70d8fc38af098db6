#!/usr/bin/env bash
# Copies of shared libraries with less behind them, for a wheel: auditwheel takes what LD_LIBRARY_PATH finds
# first.
#
#   python/wheel_libraries.sh FOLDER MODULE
#
# HDF5 asks for curl and OpenSSL for files in S3, which nothing here opens: functions of their names stand in,
# and fail. SuiteSparse takes LAPACK from OpenBLAS, of which only those functions are linked that it and the
# module call, with what these need for every processor: no routine of Fortran's library is among them.
set -euo pipefail
out=$1 module=$2
mkdir -p "$out"

# stand_in <soname> <version of its symbols> <function ...>
stand_in() {
  local name
  for name in "${@:3}"; do echo "void *$name(void) { return 0; }"; done |
    gcc -shared -fPIC -Os -w -fno-builtin -x c - -o "$out/$1" -Wl,-soname,"$1" -Wl,--version-script=<(echo "$2 { global: *; };")
}
hdf5=$(ldconfig -p | awk '/libhdf5_serial\.so\.[0-9]+ / && !found { print $NF; found = 1 }')
for need in "libcurl CURL" "libcrypto OPENSSL"; do
  library=${need% *} prefix=${need#* }
  soname=$(readelf -d "$hdf5" | sed -n "s/.*NEEDED.*\[\(${library}[^]]*\)\].*/\1/p")
  [[ -n $soname ]] || continue
  symbols=$(nm -D --undefined-only "$hdf5" | sed -n "s/.* U \([^@]*\)@*\(${prefix}[^ ]*\)$/\1 \2/p")
  # shellcheck disable=SC2046
  stand_in "$soname" "$(echo "$symbols" | awk 'NR == 1 { print $2 }')" $(echo "$symbols" | awk '{ print $1 }')
done

# path <soname>: where the loader finds it
path() { ldconfig -p | awk -v name="$1" '$1 == name && !found { print $NF; found = 1 }'; }
blas=libopenblas.so.0
users=("$module")
for name in libcholmod.so.3 libumfpack.so.5; do
  cp -L "$(path "$name")" "$out/$name"
  patchelf --replace-needed libblas.so.3 "$blas" --replace-needed liblapack.so.3 "$blas" "$out/$name"
  users+=("$out/$name")
done
# names <option of nm> <file ...>: of its dynamic symbols, without versions
names() { nm -D --format=posix "$@" | awk '/^[^\/]/ { sub("@.*", "", $1); print $1 }' | sort -u; }
called=$(comm -12 <(names --undefined-only "${users[@]}") <(names --defined-only "$(path "$blas")"))
# shellcheck disable=SC2046,SC2086
gcc -shared -s -o "$out/$blas" -Wl,-soname,"$blas" -Wl,--gc-sections -Wl,-z,defs $(printf -- ' -Wl,-u,%s' $called) \
  -Wl,--version-script=<(echo "{ global: ${called//$'\n'/; }; local: *; };") "$(gcc -print-file-name=libopenblas.a)" -lm
