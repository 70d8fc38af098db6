"""Sets of problems to compare solvers on: generated ones, and picks of FCLIB's public collection.

    collection.py generate DIR [--program eulersolid-bench] [--small]
    collection.py fclib DIR FOLDER [--each N] [--seed K]

`generate` makes the problems of SETS in a new folder DIR, with LICENSE (CC0-1.0), README.md and
SHA256SUMS. `fclib` takes https://github.com/FrictionalContactLibrary/fclib-library where it lies
(DIR) and makes a new FOLDER of links to its problems, all of them or N of each of its folders, with
the list in PICKED. Nothing is written over, and nothing of the collection is copied.
"""
import argparse
import hashlib
import os
import pathlib
import random
import subprocess
import sys

from problems import NoProblem, read_problem

FRICTION = 0.4

# family, size, steps of 0.01 s before the problem is taken, seed
SMALL = [
    ("wall", 5, 0, 1), ("wall", 10, 0, 1), ("struck_wall", 5, 0, 1), ("struck_wall", 10, 0, 2),
    ("stacks", 6, 0, 1), ("stacks", 12, 0, 2), ("plates", 40, 0, 1), ("plates", 100, 0, 2),
    ("spheres", 100, 150, 1), ("spheres", 200, 200, 2), ("spheres", 480, 100, 1),
    ("boxes", 60, 100, 1), ("boxes", 200, 150, 1), ("boxes", 500, 60, 2),
]
LARGE = [
    ("wall", 20, 0, 1), ("wall", 35, 0, 1), ("struck_wall", 20, 0, 2), ("stacks", 24, 0, 1),
    ("plates", 400, 0, 1), ("spheres", 1000, 200, 1), ("boxes", 600, 200, 1),
]

LICENSE = """CC0-1.0

The problems in this folder, data that eulersolid-bench made, are dedicated to the public domain
by CC0 1.0 Universal: https://creativecommons.org/publicdomain/zero/1.0/legalcode
"""

POINTER = b"version https://git-lfs.github.com/spec/v1"


def new_folder(place):
    """@throws SystemExit: it is there already, and has something in it."""
    folder = pathlib.Path(place)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        sys.exit(f"{folder} is there already: name a new folder, as nothing is written over")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def command(program, one, folder):
    family, size, steps, seed = one
    return [str(program), "problems", "-o", str(folder), "--family", family, "--size", str(size),
            "--steps", str(steps), "--friction", str(FRICTION), "--seed", str(seed)]


def version_of_source():
    """Of the commit that this script is from."""
    here = pathlib.Path(__file__).parent
    told = subprocess.run(["git", "-C", str(here), "describe", "--always", "--dirty"],
                          capture_output=True, text=True)
    return told.stdout.strip() or "unknown"


def generate(arguments):
    folder = new_folder(arguments.place)
    commands = []
    for one in SMALL if arguments.small else SMALL + LARGE:
        made = subprocess.run(command(arguments.program, one, folder), capture_output=True, text=True)
        if made.returncode != 0:
            sys.exit(f"{' '.join(made.args)} failed: {made.stderr.strip()}")
        commands.append(" ".join(command("eulersolid-bench", one, ".")))
        print(commands[-1], flush=True)
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}"
            for file in sorted(folder.glob("*.hdf5"))]
    (folder / "SHA256SUMS").write_text("\n".join(sums) + "\n")
    (folder / "LICENSE").write_text(LICENSE)
    (folder / "README.md").write_text(
        "# Problems of frictional contact of rigid bodies\n\n"
        "FCLIB's global form: M, H, f, w, mu. Free to use (CC0-1.0, LICENSE). `sha256sum -c SHA256SUMS` "
        f"checks them.\nMade by eulersolid, source {version_of_source()}; heaps are those of its "
        "own steps, so that\nother versions may make others:\n\n```sh\n" + "\n".join(commands) + "\n```\n")
    print(f"{len(sums)} problems in {folder}")


def picked(files, each, seed):
    """N of each folder, by a seed that gives each folder its own draw whatever else is there."""
    by_folder = {}
    for file in files:
        by_folder.setdefault(file.parent, []).append(file)
    for folder, inside in sorted(by_folder.items()):
        inside.sort()
        if each and len(inside) > each:
            inside = sorted(random.Random(f"{seed} {folder.name}").sample(inside, each))
        yield from inside


def is_pointer(file):
    with open(file, "rb") as opened:
        return opened.read(len(POINTER)) == POINTER


def is_rolling(file):
    return any("rolling" in part.lower() for part in file.parts)


def fclib(arguments):
    place = pathlib.Path(arguments.place).resolve()
    files = [p for p in place.rglob("*") if p.suffix in (".hdf5", ".h5") and p.is_file()]
    if not files:
        sys.exit(f"{place} has no .hdf5 in it: is it a copy of fclib-library?")
    inside = {file: file.relative_to(place) for file in files}
    rolling = [file for file in files if is_rolling(inside[file])]
    candidates = sorted(set(files) - set(rolling))
    chosen = list(picked(candidates, arguments.each, arguments.seed))
    pointers = [file for file in chosen if is_pointer(file)]
    if pointers:
        only = f' --include "{inside[pointers[0]].parent}/*"' if len(pointers) < len(chosen) else ""
        sys.exit(f"{len(pointers)} of {len(chosen)} files are Git LFS pointers, not problems: run "
                 f"`git lfs install && git lfs pull{only}` in {place}, then this again")
    folder = new_folder(arguments.folder)
    lines, faults = [], []
    for file in chosen:
        try:
            problem = read_problem(file)
        except NoProblem as fault:
            if "rolling" in str(fault):
                rolling.append(file)
            else:
                faults.append(f"left out: {inside[file]}: {fault}")
            continue
        name = "-".join(inside[file].parts)
        os.symlink(file, folder / name)
        lines.append(f"{problem.contacts:7}  {inside[file]}")
    (folder / "PICKED").write_text(f"# --each {arguments.each} --seed {arguments.seed}; contacts, file\n"
                                   + "\n".join(lines) + "\n")
    for line in faults:
        print(line)
    print(f"left out: {len(rolling)} problems with friction of rolling")
    print(f"{len(lines)} problems of {len(files)} files in {folder}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(required=True)
    one = kinds.add_parser("generate", help="our own problems")
    one.add_argument("place", metavar="DIR")
    one.add_argument("--program", default="eulersolid-bench")
    one.add_argument("--small", action="store_true", help="without those above 1,001 contacts")
    one.set_defaults(act=generate)
    one = kinds.add_parser("fclib", help="of the public collection")
    one.add_argument("place", metavar="DIR", help="a clone of fclib-library, or a folder of it")
    one.add_argument("folder", metavar="FOLDER", help="a new one, for links")
    one.add_argument("--each", type=int, default=0, metavar="N", help="of each folder; 0: all")
    one.add_argument("--seed", type=int, default=1)
    one.set_defaults(act=fclib)
    arguments = parser.parse_args()
    arguments.act(arguments)


if __name__ == "__main__":
    main()
