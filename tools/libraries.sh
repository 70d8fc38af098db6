# shellcheck shell=bash
# Where programs of the CUDA build find their libraries; to be sourced.

# Folders that may hold CUDA's libraries: of the toolkit, of Debian, and of Python packages.
cuda_folders() {
  local folder
  for folder in "${CUDA_HOME:-/usr/local/cuda}"/lib64 /usr/local/cuda*/lib64 \
    /usr/local/cuda*/targets/x86_64-linux/lib /usr/lib/x86_64-linux-gnu \
    "${HOME:-}"/.local/lib/python3*/site-packages/nvidia/*/lib \
    /usr/local/lib/python3*/*-packages/nvidia/*/lib \
    /opt/*/lib/python3*/site-packages/nvidia/*/lib \
    /opt/*/.venv/lib/python3*/site-packages/nvidia/*/lib; do
    [[ ! -d $folder ]] || echo "$folder"
  done
  command -v python3 > /dev/null || return 0
  python3 -c 'import glob, sys
for path in sys.path:
    print(*glob.glob(path + "/nvidia/*/lib"), sep="\n")' | sed '/^$/d'
}

# missing_libraries <program>: names of the shared libraries that it does not find.
missing_libraries() { ldd "$1" 2> /dev/null | awk '/=> not found/ { print $1 }' | sort -u; }

# use_libraries <root> <program>: exports LD_LIBRARY_PATH so that a program starts. The bundle's own
# libraries come first; of CUDA's the folders that hold what is missing; the compiler's come along
# only where the machine's are older. Fails, and says which, where one is not to be found.
use_libraries() {
  local root=$1 program=$2 folder name
  # The driver's library is found by the same path.
  [[ ! -d /usr/local/nvidia/lib64 ]] || LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}/usr/local/nvidia/lib64
  [[ ! -d $root/lib ]] || LD_LIBRARY_PATH=$root/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  export LD_LIBRARY_PATH=${LD_LIBRARY_PATH:-}
  if [[ -d $root/lib/compiler ]] && ldd "$program" 2>&1 | grep -q 'version `\(GLIBCXX\|CXXABI\|GCC\)_.*not found'; then
    LD_LIBRARY_PATH=$root/lib/compiler:$LD_LIBRARY_PATH
  fi
  if ldd "$program" 2>&1 | grep -q 'version `GLIBC_.*not found'; then
    echo "error: the C library of this machine is too old: $(ldd "$program" 2>&1 | grep -m1 -o 'GLIBC_[0-9.]*')" \
      "is needed" >&2
    return 4
  fi
  while read -r folder; do
    for name in $(missing_libraries "$program"); do
      [[ ! -e $folder/$name ]] || { LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$folder && break; }
    done
  done < <(cuda_folders)
  name=$(missing_libraries "$program" | tr '\n' ' ')
  if [[ -n $name ]]; then
    echo "error: not found on this machine: ${name% }; CUDA's libraries are not part of the archive:" \
      "set CUDA_HOME, or add their folder to LD_LIBRARY_PATH" >&2
    return 4
  fi
}
