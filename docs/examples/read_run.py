"""Reads the files of a run, and prints a few physical quantities.

    read_run.py RUN                     masses, energies, speeds, forces, volumes
    read_run.py RUN --force-on floor    time [s] and force [N] of the bodies on the floor, frame by frame

Tables are read by pandas where it is there, volumes by pyopenvdb, meshes by meshio; without one of the
latter two what it would show is left out.
"""
import argparse
import csv
import json
import math
import pathlib

try:
    import pandas
except ImportError:
    pandas = None


def table(path):
    """The columns of a table by name, as lists; numbers are floats. While a run goes on it is NAME.csv.tmp."""
    if not path.exists():
        path = path.with_suffix(".csv.tmp")
    if pandas:
        return pandas.read_csv(path).to_dict("list")

    def value(text):
        try:
            return float(text)
        except ValueError:
            return text

    with open(path, newline="") as file:
        names, *rows = csv.reader(file)
    return {name: [value(row[n]) for row in rows] for n, name in enumerate(names)}


def vector(columns, name, row):
    return [columns[f"{name}_{axis}"][row] for axis in "xyz"]


def force_on(run, name):
    """Time and force of all bodies on `name`, for each frame with contact."""
    contacts = table(run / "contacts.csv")
    forces = {}
    for row, time in enumerate(contacts["time"]):
        # A row has the force of the partner on the body; that on the partner is opposite.
        sign = {contacts["body"][row]: 1, contacts["partner"][row]: -1}.get(name)
        if sign:
            sums = forces.setdefault(time, [0, 0, 0])
            forces[time] = [s + sign * f for s, f in zip(sums, vector(contacts, "force", row))]
    return forces


def volume_of_voxels(file):
    """Of all bodies in a VDB file [m^3]: the sum of `density`, the solid part of each voxel."""
    import pyopenvdb
    grid = pyopenvdb.read(str(file), "density")
    voxel = grid.transform.voxelSize()[0] ** 3
    return voxel * sum(voxels.value * voxels.count for voxels in grid.citerOnValues())


def volume_of_mesh(file):
    """Of a closed surface [m^3], by the divergence theorem."""
    import meshio
    import numpy
    mesh = meshio.read(file)
    a, b, c = (mesh.points[mesh.cells_dict["triangle"][:, corner]] for corner in range(3))
    return (a * numpy.cross(b, c)).sum() / 6


def print_run(run):
    result = json.loads((run / "run.json").read_text())
    bodies, steps = table(run / "bodies.csv"), table(run / "steps.csv")
    last = bodies["frame"][-1]
    print(f"{result['exit_state']} at {result['totals']['time']:g} s, "
          f"{'flawless' if result['flawless'] else 'with something to note in run.log'}")
    for row, frame in enumerate(bodies["frame"]):
        if frame == last:
            speed = math.hypot(*vector(bodies, "momentum", row)) / bodies["mass"][row]
            print(f"{bodies['body'][row]}: {bodies['mass'][row]:.4g} kg, {bodies['volume'][row]:.4g} m^3, "
                  f"{speed:.3g} m/s, elastic energy {bodies['elastic'][row]:.3g} J")
    if steps["time"]:
        print(f"largest kinetic energy {max(steps['kinetic']):.4g} J, lost {steps['dissipated'][-1]:.3g} J, "
              f"deepest overlap {max(steps['max_overlap']):.2g} cells")
    for what, volume, place in (("all bodies' voxels", volume_of_voxels, "vdb/*.vdb"),
                                (f"{bodies['body'][0]}'s mesh", volume_of_mesh, f"surface/{bodies['body'][0]}/*.ply")):
        for file in sorted(run.glob(place))[-1:]:
            try:
                print(f"{what} in {file.name}: {volume(file):.4g} m^3")
            except ImportError as missing:
                print(f"{what} left out: {missing}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=pathlib.Path)
    parser.add_argument("--force-on", metavar="NAME", help="a body or an obstacle")
    options = parser.parse_args()
    if options.force_on:
        for time, force in sorted(force_on(options.run, options.force_on).items()):
            print(f"{time:g}", *(f"{f:.6g}" for f in force))
    else:
        print_run(options.run)


if __name__ == "__main__":
    main()
