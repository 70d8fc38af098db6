#!/usr/bin/env bash
# Makes an archive of the CUDA build for a machine that has a driver and CUDA's libraries but neither a
# compiler nor a network: unpack it there, then ./eulersolid info and tools/gpu_check.sh.
#
#   tools/bundle.sh [-o ARCHIVE.tar.xz] [BUILD_FOLDER]
#
# Without a folder it configures and builds build/bundle: any x86-64 processor, sm_80 and sm_90. A folder
# that is given is taken as it is, and must have been configured with -DES_GPU=ON -DES_NATIVE=OFF.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/build.sh

archive=build/eulersolid-cuda.tar.xz
build_folder=
while [[ $# -gt 0 ]]; do
  case "$1" in
    -o) archive=${2:?"-o needs a file name"} && shift 2 ;;
    -*) echo "usage: tools/bundle.sh [-o ARCHIVE.tar.xz] [BUILD_FOLDER]" >&2 && exit 2 ;;
    *) build_folder=$1 && shift ;;
  esac
done

max_megabytes=60
# What the C library brings is never taken along; what the compiler brings only for older machines.
of_the_system='^(linux-vdso|ld-linux|libc|libm|libdl|librt|libpthread|libresolv)[.-]'
of_the_compiler='^(libstdc\+\+|libgcc_s)\.'
of_cuda='^lib(cuda|cudart|cublas|cublasLt|cusolver|cusparse|nvJitLink|nvidia.*)\.'

if [[ -z $build_folder ]]; then
  build_folder=build/bundle
  find_nvcc || { echo "error: the CUDA toolkit is needed, but there is no nvcc on the path" >&2 && exit 1; }
  cmake -S . -B $build_folder -G Ninja -DCMAKE_BUILD_TYPE=Release -DES_GPU=ON -DES_NATIVE=OFF \
    -DES_TESTS=ON -DES_BENCH=ON > /dev/null
fi
grep -q '^ES_NATIVE:BOOL=OFF' "$build_folder/CMakeCache.txt" || {
  echo "error: $build_folder is built for this machine's processor alone; configure it with -DES_NATIVE=OFF" >&2
  exit 1
}

# The tests that need a device, by the labels that CTest knows.
mapfile -t tests < <(ctest --test-dir "$build_folder" -N -L '^gpu$' | sed -n 's/^ *Test *#[0-9]*: //p')
cmake --build "$build_folder" --target eulersolid gpu_bench step_bench solver_bench "${tests[@]}" -- --quiet

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
root=$stage/eulersolid-cuda
mkdir -p "$root"/{bin/tests,lib/compiler,tools}
for program in eulersolid gpu_bench step_bench solver_bench; do
  strip -o "$root/bin/$program" "$build_folder/$program"
done
for test in "${tests[@]}"; do
  strip -o "$root/bin/tests/$test" "$build_folder/tests/$test"
done
cp -r scenes LICENSE "$root"
cp tools/{gpu_check.sh,gpu_record.py,gpu_differences.py,gpu_counters.py,compare_runs.py,libraries.sh} "$root/tools"

# name => file of every library that a program needs
ldd "$root"/bin/eulersolid "$root"/bin/gpu_bench "$root"/bin/tests/* |
  awk '$2 == "=>" && $3 ~ /^\// { print $1, $3 }' | sort -u | while read -r name file; do
  if [[ $name =~ $of_the_system || $name =~ $of_cuda ]]; then continue; fi
  if [[ $name =~ $of_the_compiler ]]; then
    cp -L "$file" "$root/lib/compiler/$name"
  else
    cp -L "$file" "$root/lib/$name"
  fi
done

cat > "$root/eulersolid" << 'END'
#!/usr/bin/env bash
# Starts bin/eulersolid with the libraries of this archive, and CUDA's of this machine.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/tools/libraries.sh"
use_libraries "$here" "$here/bin/eulersolid" || exit 4
exec "$here/bin/eulersolid" "$@"
END
chmod +x "$root/eulersolid" "$root/tools/gpu_check.sh"
git rev-parse HEAD > "$root/COMMIT"

mkdir -p "$(dirname "$archive")"
tar -C "$stage" -c eulersolid-cuda | xz -T0 -6 > "$archive.part"
mv "$archive.part" "$archive"
megabytes=$(($(stat -c %s "$archive") / 1000000))
echo "$archive: $megabytes MB, unpacked $(du -sm "$root" | cut -f1) MB, ${#tests[@]} test programs"
if [[ $megabytes -ge $max_megabytes ]]; then
  echo "error: it should be below $max_megabytes MB" >&2
  exit 1
fi
