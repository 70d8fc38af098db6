#!/usr/bin/env bash
# Installs a build into an empty folder, moves that, and uses it as others do: a consumer by CMake and by
# pkg-config, the program from an empty folder, its manual page and what completes its commands.
#
#   install_test.sh SOURCE BUILD
set -euo pipefail
source=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "install_test: $*" >&2; exit 1; }

cmake --install "$build" --prefix "$work/first" > /dev/null
mv "$work/first" "$work/moved"
root=$work/moved
library=$(dirname "$(find "$root" -name libeulersolid.so)")

cmake -S "$source/tests/install" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$root" > /dev/null
cmake --build "$work/build" > "$work/log" || { cat "$work/log"; fail "the consumer does not build by find_package"; }
mkdir "$work/empty" && cd "$work/empty"
"$work/build/consumer"
"$work/build/solver"
needed=$(ldd "$(find "$root" -name libeulersolid_friction.so)")
[[ $needed != *openvdb* && $needed != *assimp* ]] || fail "the library of friction needs what only simulations need"

# What the page of the interface shows, block by block.
python3 - "$source/docs/cpp.md" "$work" << 'END'
import pathlib, re, sys
blocks = re.findall(r"^```cpp\n(.*?)^```", pathlib.Path(sys.argv[1]).read_text(), re.MULTILINE | re.DOTALL)
assert blocks, "docs/cpp.md shows nothing"
for number, text in enumerate(blocks):
    (pathlib.Path(sys.argv[2]) / f"shown_{number}.cpp").write_text(text)
END
for shown in "$work"/shown_*.cpp; do
  g++ -std=c++20 -Wall -Werror "$shown" -o "${shown%.cpp}" -I "$root/include" -L "$library" -leulersolid -Wl,-rpath,"$library"
  "${shown%.cpp}" > "$work/log" || { cat "$work/log"; fail "$(basename "$shown") of docs/cpp.md fails"; }
done

if command -v pkg-config > /dev/null; then
  export PKG_CONFIG_PATH=$library/pkgconfig
  # shellcheck disable=SC2046
  g++ "$source/tests/install/consumer.cpp" -o "$work/by_pkg_config" $(pkg-config --cflags --libs eulersolid)
  LD_LIBRARY_PATH=$library "$work/by_pkg_config"
  # shellcheck disable=SC2046
  g++ "$source/tests/install/solver.cpp" -o "$work/by_pkg_config" $(pkg-config --cflags --libs eulersolid_friction)
  LD_LIBRARY_PATH=$library "$work/by_pkg_config"
fi

"$root/bin/eulersolid" run "$root/share/eulersolid/scenes/two_balls.toml" --frames 1 -q
[[ -f runs/two_balls/vdb/two_balls_0002.vdb ]] || fail "the installed program wrote no frame"
"$root/bin/eulersolid" bench list | grep -q thesis-7.1 || fail "the benchmarks are not found"
grep -q 'eulersolid run' "$root/share/man/man1/eulersolid.1" || fail "the manual page says nothing of run"
grep -q '"\$schema"' "$root/share/eulersolid/scene.schema.json" || fail "there is no schema"

# What bash offers after a few words.
offered() {
  bash -c 'source "$1"; COMP_WORDS=("${@:2}"); COMP_CWORD=$(($# - 2)); _eulersolid; echo "${COMPREPLY[@]}"' \
    - "$root/share/bash-completion/completions/eulersolid" "$@"
}
[[ $(offered eulersolid sch) == schema ]] || fail "sch is not completed: $(offered eulersolid sch)"
[[ $(offered eulersolid run --backend g) == gpu ]] || fail "--backend g is not completed"
[[ $(offered eulersolid run --resu) == --resume ]] || fail "--resu is not completed"
echo "installed, $(du -sm "$root" | cut -f1) MB"
