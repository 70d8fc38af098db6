"""Says whether two run folders hold the same results: frames to the byte, tables to the character.

    compare_runs.py A B

Times of the clock, and columns that only one of the two has, are left out; the latter are named.
Of the rest, the first row that differs is shown for each table, and the first frame that differs.
Exit code 1 where something differs, 2 where one is no run's folder.
"""
import csv
import pathlib
import sys

TABLES = ("steps.csv", "bodies.csv", "contacts.csv")


def table(path):
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    return rows, list(rows[0]) if rows else []


def compare_tables(a, b):
    """Lines about what differs between two tables."""
    rows_a, names_a = table(a)
    rows_b, names_b = table(b)
    only = sorted(set(names_a) ^ set(names_b))
    if only:
        print(f"  {a.name}: columns of one run only: {', '.join(only)}")
    if len(rows_a) != len(rows_b):
        yield f"{a.name}: {len(rows_a)} rows and {len(rows_b)}"
    common = [n for n in names_a if n in names_b and not n.startswith("seconds")]
    for number, (x, y) in enumerate(zip(rows_a, rows_b), 1):
        different = [n for n in common if x[n] != y[n]]
        if different:
            shown = ", ".join(f"{n} {x[n]} and {y[n]}" for n in different[:4])
            yield f"{a.name}: row {number}: {shown}" + (" ..." if len(different) > 4 else "")
            return


def content(path):
    """A VDB file but for the random number in its header, by which OpenVDB tells files apart."""
    data = path.read_bytes()
    return data[:21] + data[57:] if path.suffix == ".vdb" else data


def frames_of(folder):
    """Volumes, meshes, images and the lists of them."""
    return {path.relative_to(folder) for pattern in ("**/*.vdb", "surface/**/*", "vti/*")
            for path in folder.glob(pattern) if path.is_file()}


def compare(a, b):
    for name in TABLES:
        yield from compare_tables(a / name, b / name)
    frames_a, frames_b = (frames_of(folder) for folder in (a, b))
    for frame in sorted(frames_a ^ frames_b):
        yield f"{frame}: in one run only"
    for frame in sorted(frames_a & frames_b):
        if content(a / frame) != content(b / frame):
            yield f"{frame}: the bytes differ"
            return


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: compare_runs.py A B")
    folders = [pathlib.Path(argument) for argument in sys.argv[1:]]
    for folder in folders:
        missing = [name for name in TABLES if not (folder / name).is_file()]
        if missing:
            print(f"error: {folder} is not the folder of a run that has ended: it has no {missing[0]}",
                  file=sys.stderr)
            sys.exit(2)
    found = list(compare(*folders))
    print("\n".join(found) or "the same")
    sys.exit(bool(found))
