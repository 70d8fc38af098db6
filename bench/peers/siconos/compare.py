"""Ours beside Siconos' virtual best, the fastest of its solvers for each problem.

    compare.py --ours ours*.json --theirs siconos*.json [--markdown]

Takes tables of `eulersolid solve --json` and of run_siconos.py, all to one tolerance; where a solve
is in several, the least time counts. Times are milliseconds of the solver, without condensation.
The geometric mean is of our time over that of the virtual best, below 1 where we are faster, over
problems that both solve and that have --contacts (20) and more.
"""
import argparse
import collections
import json
import math
import pathlib
import sys

TAUS = (1, 1.5, 2, 3, 5, 10, 100)
CLOCK = 1e-3  # ms: what is shorter counts as this, as no clock tells it from nothing

Solve = collections.namedtuple("Solve", "milliseconds setup error")


def read(files):
    """{solver: {file: Solve or None}}, {file: contacts}, the tolerance and the least --cut."""
    solves, contacts, tolerances, cuts = {}, {}, set(), set()
    for file in files:
        table = json.loads(pathlib.Path(file).read_text())
        tolerances.add(table["tolerance"])
        cuts.add(table.get("cut") or math.inf)
        for one in table["results"]:
            contacts[one["file"]] = one["contacts"]
            of_solver = solves.setdefault(one["solver"], {})
            known = of_solver.setdefault(one["file"], None)
            new = Solve(max(one["milliseconds"], CLOCK), one.get("milliseconds_setup", 0), one["error"])
            if one["converged"] and (known is None or new.milliseconds < known.milliseconds):
                of_solver[one["file"]] = new
    if len(tolerances) != 1:
        sys.exit(f"the tables have the tolerances {sorted(tolerances)}, but must have one")
    return solves, contacts, tolerances.pop(), min(cuts)


def virtual_best(solves, file):
    """The fastest (Solve, solver) for a problem, or (None, "none")."""
    there = [(of[file], name) for name, of in solves.items() if of.get(file)]
    return min(there, key=lambda one: one[0].milliseconds) if there else (None, "none")


def short(milliseconds):
    return f"{float(f'{milliseconds:.3g}'):g}"


def rows_of(ours, theirs, files, contacts):
    for file in files:
        mine, (best, who) = ours[file], virtual_best(theirs, file)
        ratio = f"{mine.milliseconds / best.milliseconds:.2f}" if mine and best else "-"
        yield (file.removesuffix(".hdf5"), str(contacts[file]),
               short(mine.milliseconds) if mine else "none",
               short(mine.milliseconds + mine.setup) if mine else "none",
               short(best.milliseconds) if best else "none", who.removeprefix("siconos_"), ratio)


HEADS = ("problem", "contacts", "ours [ms]", "with condensation", "virtual best [ms]", "by", "ratio")


def printed(rows, markdown):
    rows = [HEADS, *rows]
    if markdown:
        rows.insert(1, ("---",) * len(HEADS))
        return "\n".join("| " + " | ".join(row) + " |" for row in rows)
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEADS))]
    return "\n".join("  ".join(cell.rjust(w) if i else cell.ljust(w)
                               for i, (cell, w) in enumerate(zip(row, widths))) for row in rows)


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def summary(name, ours, theirs, files):
    """Lines: how many each solves, who is first, and the means of the ratio."""
    best = {file: virtual_best(theirs, file)[0] for file in files}
    mine = {file: ours[file] for file in files}
    both = [file for file in files if best[file] and mine[file]]
    first = sum(1 for file in files if mine[file] and
                (not best[file] or mine[file].milliseconds < best[file].milliseconds))
    second = sum(1 for file in files if best[file] and
                 (not mine[file] or mine[file].milliseconds >= best[file].milliseconds))
    ratios = [mine[f].milliseconds / best[f].milliseconds for f in both]
    with_setup = [(mine[f].milliseconds + mine[f].setup) / best[f].milliseconds for f in both]
    yield (f"of {len(files)} problems {name} solves {sum(map(bool, mine.values()))}, Siconos' "
           f"virtual best {sum(map(bool, best.values()))}, both {len(both)}")
    yield f"{name} is first on {first}, Siconos on {second}"
    yield (f"geometric mean of {name} over the virtual best, of what both solve: "
           f"{geometric_mean(ratios):.3f} ({geometric_mean(with_setup):.3f} with our condensation)")
    if ratios:
        yield f"least ratio {min(ratios):.3g}, largest {max(ratios):.3g}"


def profiles(name, ours, theirs, files, cut):
    """Performance profiles (Dolan and More, Math. Program. 91 (2002) 201-213): the share of the
    problems that a solver solves in tau times the time of the fastest of all."""
    rivals = {name: ours, **theirs}
    least = {file: virtual_best(rivals, file)[0] for file in files}
    yield "share [%] solved within tau times the fastest of all, tau = " + ", ".join(map(str, TAUS))
    rivals = {name: ours, "siconos' virtual best": {f: virtual_best(theirs, f)[0] for f in files},
              **theirs}
    for rival, of in rivals.items():
        ratios = [of[f].milliseconds / least[f].milliseconds for f in files if of.get(f)]
        shares = (100 * sum(ratio <= tau for ratio in ratios) / len(files) for tau in TAUS)
        yield f"  {rival:24}" + "".join(f"{share:6.0f}" for share in shares)
    if cut < math.inf:
        yield (f"  Siconos' solvers were ended at {cut:g} times the fastest before them: beyond, "
               "shares of single ones are lower bounds; those of its virtual best are exact")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", nargs="+", required=True, metavar="JSON")
    parser.add_argument("--theirs", nargs="+", required=True, metavar="JSON")
    parser.add_argument("--solver", default="automatic", help="which of ours")
    parser.add_argument("--contacts", type=int, default=20, help="leave out what has fewer")
    parser.add_argument("--markdown", action="store_true")
    arguments = parser.parse_args()
    ours, _, our_tolerance, _ = read(arguments.ours)
    theirs, contacts, tolerance, cut = read(arguments.theirs)
    if tolerance != our_tolerance:
        sys.exit(f"ours are to {our_tolerance:g}, but Siconos' to {tolerance:g}")
    if arguments.solver not in ours:
        sys.exit(f"{', '.join(arguments.ours)} has no {arguments.solver}, but {', '.join(ours)}")
    mine = ours[arguments.solver]
    files = sorted(f for f in mine if f in contacts and contacts[f] >= arguments.contacts)
    if not files:
        sys.exit(f"no problem with {arguments.contacts} contacts and more is in both")
    print(f"tolerance {tolerance:g}, {len(files)} problems with {arguments.contacts} contacts and more")
    print(printed(rows_of(mine, theirs, files, contacts), arguments.markdown))
    for line in [*summary(arguments.solver, mine, theirs, files),
                 *profiles(arguments.solver, mine, theirs, files, cut)]:
        print(line)


if __name__ == "__main__":
    main()
