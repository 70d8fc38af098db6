"""Each room may include only itself and the rooms below it; only kernels/ may see CUDA and OpenMP.

    check_floors.py ROOT

A header and the sources of the same name beside it are one unit, and are judged as one.
"""
import collections
import pathlib
import re
import statistics
import sys

# A room is a folder; a folder that is not listed belongs to the nearest listed one above it.
KERNELS = {"kernels/core", "kernels/math", "kernels/dense", "kernels/sparse", "kernels/band"}
BACKENDS = {"kernels/cpu", "kernels/gpu"}
PLAIN = {"kernels/core", "kernels/math"}
GRID = {"grid", "grid/ledger", "grid/motion", "grid/quadrature", "grid/materials"}
CONTACT = {"contact", "contact/detect", "contact/assemble"}
SOLVERS = {"contact/solvers", "contact/solvers/qp"}
COULOMB = {"contact/solvers/coulomb", "contact/solvers/coulomb/alternation", "contact/solvers/coulomb/methods",
           "contact/solvers/coulomb/parallel", "contact/solvers/coulomb/unilateral", "contact/solvers/coulomb/cones"}
IO = {"io", "io/geometry", "io/scene", "io/surface", "io/mesh", "io/vdb", "io/preview", "io/run", "io/problems"}
MAY_INCLUDE = {
    "kernels/math": PLAIN,
    "kernels/core": PLAIN | BACKENDS,  # each backend's half of a loop
    "kernels/choice": PLAIN | {"kernels/choice"},
    "kernels/dense": PLAIN | {"kernels/dense"},
    "kernels/sparse": PLAIN | {"kernels/dense", "kernels/sparse"},
    "kernels/band": KERNELS,
    "kernels/cpu": KERNELS | BACKENDS,
    "kernels/gpu": KERNELS | BACKENDS,
    "shapes": PLAIN | {"shapes"},
    "surface": PLAIN | {"shapes", "surface"},
    "grid/materials": PLAIN | {"shapes", "grid/materials"},
    "grid/quadrature": PLAIN | {"shapes", "surface", "grid", "grid/materials", "grid/quadrature"},
    "grid/ledger": PLAIN | {"grid", "grid/ledger"},
    "grid/motion": PLAIN | {"surface", "grid", "grid/motion"},
    "grid": PLAIN | GRID | {"shapes", "surface"},
    "contact/solvers/qp": KERNELS | {"contact/solvers/qp"},
    "contact/solvers": KERNELS | SOLVERS | COULOMB,
    "contact/solvers/coulomb": PLAIN | {"kernels/dense", "kernels/sparse", "contact/solvers", "contact/solvers/coulomb"},
    "contact/detect": PLAIN | {"shapes", "surface", "grid", "contact", "contact/detect"},
    "contact/assemble": PLAIN | {"grid", "contact/detect", "contact/assemble", "contact/solvers"},
    "contact": KERNELS | CONTACT | SOLVERS | {"grid", "shapes"},
    "io/geometry": PLAIN | {"shapes", "io", "io/vdb", "io/geometry"},
    "io/scene": PLAIN | {"shapes", "grid", "grid/materials", "contact", "contact/solvers", "io", "io/geometry", "io/scene"},
    "io": PLAIN | {"io"},
    "io/vdb": PLAIN | {"io", "io/vdb"},
    "io/mesh": PLAIN | {"shapes", "io", "io/vdb", "io/geometry", "io/surface", "io/mesh"},
    "io/surface": PLAIN | {"shapes", "surface", "io", "io/vdb", "io/surface"},
    "io/preview": PLAIN | {"shapes", "grid/materials", "io", "io/scene", "io/surface", "io/mesh", "io/vdb", "io/preview"},
    "io/run": PLAIN | {"shapes", "grid/ledger", "contact", "io", "io/geometry", "io/scene", "io/surface", "io/mesh", "io/vdb", "io/preview", "io/problems", "io/run"},
    "contact/solvers/coulomb/alternation": PLAIN | {"kernels/dense", "kernels/sparse", "contact/solvers/coulomb", "contact/solvers/coulomb/methods", "contact/solvers/coulomb/alternation"},
    "contact/solvers/coulomb/cones": PLAIN | {"kernels/sparse", "contact/solvers/coulomb", "contact/solvers/coulomb/cones", "contact/solvers/coulomb/methods", "contact/solvers/coulomb/unilateral"},
    "contact/solvers/coulomb/methods": PLAIN | {"kernels/dense", "kernels/sparse", "contact/solvers"} | COULOMB,
    "contact/solvers/coulomb/parallel": PLAIN | {"kernels/sparse"} | COULOMB - {"contact/solvers/coulomb/unilateral", "contact/solvers/coulomb/alternation", "contact/solvers/coulomb/cones"},
    "contact/solvers/coulomb/unilateral": PLAIN | {"kernels/dense", "kernels/sparse", "contact/solvers/coulomb", "contact/solvers/coulomb/unilateral"},
    "io/problems": PLAIN | {"kernels/sparse", "contact/solvers/coulomb", "io", "io/problems"},
    "src/simulation": KERNELS | {"kernels/choice"} | GRID | CONTACT | SOLVERS | IO | {"shapes", "src/simulation"},
    "src/run": PLAIN | IO | {"kernels/choice", "grid", "src/simulation", "src/run"},
    "bench/problems": PLAIN | {"kernels/band", "contact/solvers/qp", "io/problems", "bench/problems"},
    "bench/rigid": PLAIN | {"kernels/sparse", "shapes", "contact/solvers/coulomb", "contact/solvers/coulomb/unilateral", "bench/problems", "bench/rigid"},
    "bench": KERNELS | BACKENDS | {"kernels/choice"} | GRID | SOLVERS | COULOMB | IO | {"src/simulation", "src/run", "src/solve", "src/commands", "bench", "bench/problems", "bench/rigid"},
    "src/solve": PLAIN | {"kernels/choice", "io", "io/problems"} | COULOMB | {"contact/solvers", "src/solve"},
    "src/commands": PLAIN | IO | {"kernels/choice", "src/simulation", "src/run", "src/solve", "contact/solvers", "contact/solvers/coulomb", "contact/solvers/coulomb/parallel", "src/commands"},
    "src/api/eulersolid": {"src/api/eulersolid"},  # what others include
    "src/api": PLAIN | IO | {"kernels/choice", "grid", "contact/solvers", "contact/solvers/coulomb", "src/simulation", "src/run", "src/solve", "src/commands", "src/api", "src/api/eulersolid"},
    "src": {"src/api"},
    "python": {"src/api/eulersolid"},
}
# Where a room may see a lower one through a few headers only: plain values, no device memory.
HOST_DATA = {"affine_map.h", "cells.h", "error.h", "host_device.h", "mat3.h", "range.h", "span.h", "clock.h", "threads.h", "vec3.h",
             "work_counts.h"}
ONLY = {(room, plain): HOST_DATA for room in IO | COULOMB - {"contact/solvers/coulomb/parallel"} | {"shapes", "src/solve", "src/run", "src/commands"} for plain in PLAIN}
ONLY |= {(room, "grid"): {"body_view.h", "constants.h", "device_samples.h", "lattice.h", "trilinear.h"}
         for room in ("contact", "contact/detect", "contact/assemble")}
ONLY[("contact/detect", "surface")] = {"constants.h", "rest_points.h", "smooth_map.h"}
ONLY[("io/surface", "surface")] = {"advected_surface.h", "point_cubes.h", "rest_points.h", "smooth_map.h"}
ONLY[("io/preview", "grid/materials")] = {"law_table.h", "material_share.h", "point_state.h"}
ONLY[("io/scene", "grid/materials")] = {"law_table.h", "mass_at_rest.h", "rigid_model.h", "stability.h", "wave_step.h"}
ONLY[("contact/assemble", "contact/solvers")] = {"problem_view.h", "impulse_map.h"}  # knows no solver
ONLY[("bench/problems", "contact/solvers/qp")] = {"kkt.h"}
ONLY[("kernels/sparse", "kernels/dense")] = {"blas.h"}
ONLY |= {(room, "contact/solvers"): {"friction_cone.h"} for room in COULOMB}
ONLY |= {(room, "contact/solvers"): {"problem_solvers.h"} for room in ("src/solve", "src/commands")}
ONLY |= {(room, "contact/solvers/coulomb/parallel"): {"parallel_methods.h"}  # of no backend
         for room in ("contact/solvers/coulomb/methods", "src/solve", "src/commands", "bench")}
ONLY |= {(room, "kernels/dense"): {"host_dense.h"} for room in COULOMB}
ONLY[("contact/solvers/coulomb/alternation", "contact/solvers/coulomb/methods")] = {"body_form.h", "progress.h"}
ONLY[("bench", "contact/solvers/coulomb/parallel")] = {"parallel_methods.h", "spectral_gradient.h"}  # of the cpu
ONLY[("io/problems", "contact/solvers/coulomb")] = {"friction_problem.h", "rolling_friction.h"}
ONLY[("io/run", "contact")] = {"contact_report.h"}
ONLY[("io/run", "grid/ledger")] = {"step_seconds.h"}
ONLY[("io/scene", "contact/solvers")] = {"solver_names.h"}
ONLY[("io/scene", "grid")] = ONLY[("io/scene", "contact")] = {"numerics.h"}
ONLY |= {("src/api", plain): HOST_DATA for plain in PLAIN}
ONLY[("src/api", "grid")] = {"constants.h"}
ONLY[("src/api", "contact/solvers")] = {"problem_solvers.h"}
ONLY[("src/run", "grid")] = {"constants.h"}
SOURCES = {".h", ".cpp", ".cu"}
BACKEND_WORDS = re.compile(r"__CUDA|\bcuda[A-Z_]|#pragma omp|\bomp_|<omp\.h>|<thrust/|<cub/|<<<"
                           r"|<cblas\.h>|<lapacke\.h>|\bcublas|\bcusolver|\bcusparse")
DEVICE_LIBRARIES = re.compile(r"<thrust/|<cub/|<cuda|<cublas|<cusolver|<cusparse")
LAUNCHERS = {"kernels/core/parallel_for.h", "kernels/core/reduce.h"}
MAX_LINES = 500       # of any unit
USUAL_LINES = 300      # of nine units in ten
TYPICAL_LINES = 110    # of half of the units
MAX_UNITS = 15        # in a folder, not counting those of the folders in it; in tests/ too


def room_of(name):
    """The room of a file or an include: the longest known one that it lies in."""
    rooms = [room for room in MAY_INCLUDE if name.startswith(room + "/")]
    return max(rooms, key=len, default=None)


def may_name_backends(name):
    return name.startswith(("kernels/", "bench/baselines/", "bench/micro/"))


def include_fault(name, room, included):
    if included.startswith("eulersolid/"):  # as those write it who have it installed
        included = "src/api/" + included
    target = room_of(included)
    if target is None:
        return f'"{included}" is in no room: write includes from the root'
    if target != room and target not in MAY_INCLUDE[room]:
        return f"{room}/ may not include {target}/"
    allowed = ONLY.get((room, target))
    if allowed and pathlib.PurePath(included).name not in allowed:
        return f"{room}/ may include only {', '.join(sorted(allowed))} of {target}/, not {included}"
    if name.endswith(".h") and not room.startswith("kernels") and included in LAUNCHERS:
        return f"headers launch nothing: include {included} in the .cpp"
    return None


def line_faults(name, room, line):
    include = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
    if include:
        fault = include_fault(name, room, include[1])
        if fault:
            yield fault
    code = line.split("//")[0]
    if not may_name_backends(name) and BACKEND_WORDS.search(code):
        yield f"only kernels/ may name the backend: {line.strip()}"
    if not name.startswith("kernels/gpu/") and DEVICE_LIBRARIES.search(code):
        yield f"only kernels/gpu/ may include CUDA's libraries: {line.strip()}"


def budget_faults(units):
    """@param units  lines of each unit, by its path without suffix"""
    for name, length in units.items():
        if length > MAX_LINES:
            yield f"{name}: {length} lines, the most is {MAX_LINES}: split it"
    longer = sorted(name for name, length in units.items() if length > USUAL_LINES)
    if len(longer) > len(units) / 10:
        yield f"more than one unit in ten has over {USUAL_LINES} lines: {', '.join(longer)}"
    if units and statistics.median(units.values()) > TYPICAL_LINES:
        yield f"half of the units have over {TYPICAL_LINES} lines"


def crowded_folders(names):
    """@param names  of units, with their folders"""
    folders = collections.Counter(str(pathlib.PurePosixPath(name).parent) for name in names)
    for folder, count in folders.items():
        if count > MAX_UNITS:
            yield f"{folder}/ holds {count} units, the most is {MAX_UNITS}: make rooms in it"


def files_of(root, top):
    paths = (root / top).rglob("*")
    return sorted(p for p in paths if p.suffix in SOURCES | {".py", ".sh"})


def faults(root):
    units = collections.Counter()
    tops = sorted({room.split("/")[0] for room in MAY_INCLUDE} | {"tools"})
    for path in sorted(p for top in tops for p in files_of(root, top)):
        name = path.relative_to(root).as_posix()
        lines = path.read_text().splitlines()
        units[name.removesuffix(path.suffix)] += len(lines)
        room = room_of(name)
        if room is None:
            continue
        for number, line in enumerate(lines, 1):
            for fault in line_faults(name, room, line):
                yield f"{name}:{number}: {fault}"
    if not units:
        yield f"{root} holds no sources"
    yield from budget_faults(units)
    tests = {path.relative_to(root).with_suffix("").as_posix() for path in files_of(root, "tests")}
    yield from crowded_folders([*units, *tests])


found = list(faults(pathlib.Path(sys.argv[1])))
print("\n".join(found) or "the floors hold")
sys.exit(bool(found))
