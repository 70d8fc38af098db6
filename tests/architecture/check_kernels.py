"""Registers, stack, spills and shared memory of every kernel of ours for sm_90, against what is allowed.

    check_kernels.py BUILD            the table, those with most stack and registers first
    check_kernels.py BUILD --check    exit code 1 where a kernel needs more than docs/measurements/kernels.md allows

BUILD is of preset cuda-check: its device code is optimised as in any other, and the assembler's words are kept.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs/measurements/kernels.md"
MAX_REGISTERS = 128  # of a kernel that is not in the page's table: two blocks of 256 threads on a multiprocessor
SLACK = 1.1           # over the table's: compilers of one version do not differ by as much

WRAPPERS = {"eulersolid", "gpu", "detail", "loop_kernel", "reduce_kernel", "parallel_for", "parallel_for_light"}

Needs = collections.namedtuple("Needs", "registers stack spills shared")


def read(path):
    """Mangled name and needs of the kernels in one file of words."""
    name, stack, spills = None, 0, 0
    for line in path.read_text().splitlines():
        if match := re.search(r"Compiling entry function '(\S+)' for 'sm_90'", line):
            name = match[1]
        elif match := re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line):
            stack, spills = int(match[1]), int(match[2]) + int(match[3])
        elif (match := re.search(r"Used (\d+) registers", line)) and name:
            shared = re.search(r"(\d+) bytes smem", line)
            yield name, Needs(int(match[1]), stack, spills, int(shared[1]) if shared else 0)
            name = None


def short(demangled):
    """`loop of integrate<NeoHookean>`, `reduction of summarise`, or a kernel's own name with its parameters."""
    text = demangled.replace("(anonymous namespace)::", "").replace("eulersolid::gpu::", "").replace("eulersolid::", "")
    text = re.sub(r"_GLOBAL__N__\w+::", "", text)
    text = re.sub(r"^void ", "", text)
    if text.startswith("_Z"):  # which c++filt does not know: a loop within a template
        words = [word for word in re.findall(r"\d+([a-z][a-z_]+)", text) if word not in WRAPPERS]
        return f"loop of {max(words, key=len)}" if words else text
    kind = re.match(r"(?:detail::)?(loop_kernel|reduce_kernel)<", text)
    if not kind:
        return re.sub(r"\(.*", "", text)
    inside = re.sub(r"^[^<]*<", "", text)
    owner = re.search(r"([A-Za-z_][\w:]*(?:<[^()]*?>)?)\([^{}]*\)(?: const)?::\{lambda", inside)
    what = "loop" if kind[1] == "loop_kernel" else "reduction"
    return f"{what} of {owner[1] if owner else inside[:60]}"


def kernels(build):
    """Needs by file and short name, the largest of each where there are several."""
    found, places = [], []
    for path in sorted(build.rglob("*.ptxas")):
        if "tests" in path.relative_to(build).parts:
            continue
        for name, needs in read(path):
            found.append((name, needs))
            places.append(re.sub(r"(_\d+)?(\.cpp|\.cu)+\.o$", "", path.name[:-len(".ptxas")]))
    if not found:
        sys.exit(f"error: {build} holds no words of the assembler; build preset cuda-check")
    names = subprocess.run(["c++filt"], input="\n".join(name for name, _ in found), stdout=subprocess.PIPE,
                           text=True, check=True).stdout.splitlines()
    table = {}
    for (_, needs), place, name in zip(found, places, names):
        if name.startswith("void cub::"):
            continue
        key = f"{place}: {short(name)}"
        table[key] = Needs(*map(max, zip(table.get(key, needs), needs)))
    return table


def allowed():
    """The page's table."""
    rows = {}
    for line in PAGE.read_text().splitlines():
        if match := re.fullmatch(r"\| `(.+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|", line):
            rows[match[1]] = Needs(*map(int, match.groups()[1:]))
    return rows


def compilers(build):
    """Release of nvcc that made the build, and that of the page's table: others allot registers otherwise."""
    words = "".join(path.read_text() for path in build.glob("CMakeFiles/*/CMakeCUDACompiler.cmake"))
    version = re.search(r'CMAKE_CUDA_COMPILER_VERSION "(\d+\.\d+)', words)
    return version[1] if version else "?", re.search(r"nvcc (\d+\.\d+)", PAGE.read_text())[1]


def is_plain(needs):
    return needs.registers <= MAX_REGISTERS and needs.stack == 0 and needs.spills == 0


def complaints(table, rows):
    for key, needs in table.items():
        if key not in rows:
            if not is_plain(needs):
                yield f"{key} needs {needs.registers} registers, {needs.stack} bytes of stack, {needs.spills} of spills"
            continue
        for word, has, most in zip(Needs._fields, needs, rows[key]):
            if has > SLACK * most:
                yield f"{key}: {word} {has}, was {most}"
    for key in rows:
        if key not in table:
            yield f"{key} is in {PAGE.name} and not in the build"
        elif is_plain(table[key]):
            yield f"{key} needs no row in {PAGE.name} any more"


def main():
    words = argparse.ArgumentParser()
    words.add_argument("build", type=pathlib.Path)
    words.add_argument("--check", action="store_true")
    given = words.parse_args()
    table = kernels(given.build)
    if given.check:
        used, known = compilers(given.build)
        if used != known:
            print(f"not checked: {len(table)} kernels by nvcc {used}, and {PAGE.name} is of {known}")
            return 0
        said = list(complaints(table, allowed()))
        print("\n".join(said) or f"{len(table)} kernels need no more than they may")
        return 1 if said else 0
    for key, needs in sorted(table.items(), key=lambda row: (-row[1].stack, -row[1].registers, row[0])):
        print(f"| `{key}` | " + " | ".join(map(str, needs)) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
