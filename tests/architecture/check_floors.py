"""Each folder may include only itself and the folders below it; only kernels/ may see CUDA and OpenMP.

    check_floors.py ROOT
"""
import pathlib
import re
import statistics
import sys

MAY_INCLUDE = {
    "kernels": {"kernels"},
    "grid": {"grid", "kernels"},
    "contact/solvers": {"contact/solvers", "kernels"},
    "contact": {"contact", "contact/solvers", "grid", "kernels"},
    "io": {"io", "kernels"},
    "src": {"src", "contact", "contact/solvers", "grid", "io", "kernels"},
}
# Where a floor may see a lower one through a few headers only: plain values, no device memory.
ONLY = {
    ("io", "kernels"): {"cells.h", "error.h", "host_device.h", "mat3.h", "span.h", "threads.h", "vec3.h"},
    ("contact", "grid"): {"body_view.h"},
}
SOURCES = {".h", ".cpp", ".cu"}
BACKEND_WORDS = re.compile(r"__CUDA|\bcuda[A-Z_]|#pragma omp|\bomp_|<omp\.h>|<thrust/|<cub/|<<<"
                           r"|<cblas\.h>|<lapacke\.h>|\bcublas|\bcusolver")
DEVICE_LIBRARIES = re.compile(r"<thrust/|<cub/|<cuda|<cublas|<cusolver")
LAUNCHERS = {"kernels/parallel_for.h", "kernels/reduce.h"}
MOST_LINES = 500       # of any file
USUAL_LINES = 300      # of nine files in ten
TYPICAL_LINES = 120    # of half the files


def folder_of(name):
    """The room of a file or an include: the longest known one that it lies in."""
    rooms = [room for room in MAY_INCLUDE if name.startswith(room + "/")]
    return max(rooms, key=len, default=None)


def include_fault(name, room, included):
    target = folder_of(included)
    if target is None:
        return f'"{included}" is in no room: write includes from the root'
    if target not in MAY_INCLUDE[room]:
        return f"{room}/ may not include {target}/"
    allowed = ONLY.get((room, target))
    if allowed and pathlib.PurePath(included).name not in allowed:
        return f"{room}/ may include only {', '.join(sorted(allowed))} of {target}/, not {included}"
    if name.endswith(".h") and room != "kernels" and included in LAUNCHERS:
        return f"headers launch nothing: include {included} in the .cpp"
    return None


def line_faults(name, room, line):
    include = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
    if include:
        fault = include_fault(name, room, include[1])
        if fault:
            yield fault
    code = line.split("//")[0]
    if room != "kernels" and BACKEND_WORDS.search(code):
        yield f"only kernels/ may name the backend: {line.strip()}"
    if not name.startswith("kernels/gpu/") and DEVICE_LIBRARIES.search(code):
        yield f"only kernels/gpu/ may include CUDA's libraries: {line.strip()}"


def budget_faults(lengths):
    for name, length in lengths.items():
        if length > MOST_LINES:
            yield f"{name}: {length} lines, the most is {MOST_LINES}: split it"
    longer = sorted(name for name, length in lengths.items() if length > USUAL_LINES)
    if len(longer) > len(lengths) / 10:
        yield f"more than one file in ten has over {USUAL_LINES} lines: {', '.join(longer)}"
    if lengths and statistics.median(lengths.values()) > TYPICAL_LINES:
        yield f"half of the files have over {TYPICAL_LINES} lines"


def faults(root):
    lengths = {}
    rooms = [*MAY_INCLUDE, "bench", "tools"]
    for path in sorted({p for room in rooms for p in (root / room).rglob("*")}):
        if path.suffix not in SOURCES | {".py", ".sh"}:
            continue
        name = path.relative_to(root).as_posix()
        lines = path.read_text().splitlines()
        lengths[name] = len(lines)
        room = folder_of(name)
        if room is None:
            continue
        for number, line in enumerate(lines, 1):
            for fault in line_faults(name, room, line):
                yield f"{name}:{number}: {fault}"
    if not lengths:
        yield f"{root} holds no sources"
    yield from budget_faults(lengths)


found = list(faults(pathlib.Path(sys.argv[1])))
print("\n".join(found) or "the floors hold")
sys.exit(bool(found))
