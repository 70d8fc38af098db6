"""Registers, stack, spills and shared memory of every kernel for sm_90, against what is allowed.

    kernel_resources.py BUILD            the table, those with most stack and registers first
    kernel_resources.py BUILD --check    exit code 1 where a kernel needs more than docs/measurements/kernels.md allows

BUILD is of preset cuda-check: its device code is optimised as in any other, and the assembler's words are kept.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/measurements/kernels.md"
MOST_REGISTERS = 128  # of a kernel that is not in the page's table: two blocks of 256 threads on a multiprocessor
SLACK = 1.1           # over the table's: compilers of one version do not differ by as much

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
    """`loop of make_patches`, `reduction of summarise`, or a kernel's own name with its parameters."""
    text = demangled.replace("(anonymous namespace)::", "").replace("eulersolid::gpu::", "").replace("eulersolid::", "")
    text = re.sub(r"_GLOBAL__N__\w+::", "", text)
    text = re.sub(r"^void ", "", text)
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
        for name, needs in read(path):
            found.append((name, needs))
            places.append(re.sub(r"(\.cpp|\.cu)+\.o$", "", path.name[:-len(".ptxas")]))
    if not found:
        sys.exit(f"error: {build} holds no words of the assembler; build preset cuda-check")
    names = subprocess.run(["c++filt"], input="\n".join(name for name, _ in found), stdout=subprocess.PIPE,
                           text=True, check=True).stdout.splitlines()
    table = {}
    for (_, needs), place, name in zip(found, places, names):
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


def is_plain(needs):
    return needs.registers <= MOST_REGISTERS and needs.stack == 0 and needs.spills == 0


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
        said = list(complaints(table, allowed()))
        print("\n".join(said) or f"{len(table)} kernels need no more than they may")
        return 1 if said else 0
    for key, needs in sorted(table.items(), key=lambda row: (-row[1].stack, -row[1].registers, row[0])):
        print(f"| `{key}` | " + " | ".join(map(str, needs)) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
