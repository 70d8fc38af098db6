"""A step's time per solid cell on one thread: ours, MLS-MPM's and, where its program is named, LULESH's.

    compare.py EULERSOLID [--lulesh PROGRAM] [--json FILE]

The cases are those of the goals: balls in flight, and nine soft cylinders that collide. All are measured in turn, in one run.
"""
import argparse
import csv
import json
import os
import pathlib
import re
import subprocess
import tempfile

import numpy as np

import mpm

BALL = """
time = {{ duration = {duration}, dt = {dt} }}
grid = {{ origin = [0, 0, 0], size = [8, 8, 8], cell_size = 0.0625 }}
output = {{ fps = {fps} }}
[[body]]
name = "ball"
shape = "sphere"
centre = [4, 4, 4]
radius = {radius}
velocity = [0.9, 0.4, 0.2]
angular_velocity = [0, 0, 1]
material = {{ density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3 }}
"""
H, STIFFNESS = 0.0625, 1e5
ONE_THREAD = {**os.environ, "OMP_NUM_THREADS": "1"}


def of_run(program, scene, settings, cells):
    """Nanoseconds a solid cell and step, the bodies' and all, medians over the steps but the first five."""
    with tempfile.TemporaryDirectory() as folder:
        words = [program, "run", str(scene), "-o", f"{folder}/run", "--threads", "1", "-q"]
        words += [word for setting in settings for word in ("--set", setting)]
        subprocess.run(words, check=True, env=ONE_THREAD)
        with open(f"{folder}/run/steps.csv") as file:
            rows = list(csv.DictReader(file))[5:]
    seconds = {name: np.array([float(row[name]) for row in rows]) for name in rows[0] if name.startswith("seconds_")}
    grid = seconds["seconds_grid"]
    contact = sum(seconds[f"seconds_{part}"] for part in ("detect", "assemble", "contact", "friction"))
    return 1e9 * np.median(grid) / cells, 1e9 * np.median(grid + contact) / cells


def ball(program, cells_a_radius):
    """Ours, and MLS-MPM's with the same cells, material and time step."""
    radius = cells_a_radius * H
    cells = 4 / 3 * np.pi * cells_a_radius**3
    dt, steps = 0.001, 40 if cells_a_radius < 32 else 20  # waves cross a fifth of a cell in a step
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as scene:
        scene.write(BALL.format(duration=steps * dt, fps=round(1 / (steps * dt)), dt=dt, radius=radius))
        scene.flush()
        ours = of_run(program, scene.name, [], cells)
    middle = np.full(3, radius + 6 * H)
    x = mpm.lattice(lambda p: np.linalg.norm(p - middle, axis=1) < radius, middle - radius, middle + radius, H)
    v = np.array([0.9, 0.4, 0.2]) + np.cross([0, 0, 1], x - middle)
    peer = mpm.Solver(x, v, H, 2 * middle, 1000, STIFFNESS, 0.3)
    before = peer.momentum()
    seconds = mpm.seconds_a_step(peer, dt, max(2, steps // 5))
    if not np.allclose(before, peer.momentum(), rtol=1e-9):
        raise SystemExit("MLS-MPM lost momentum: it is not what is to be compared with")
    return {"case": f"ball of {cells_a_radius} cells a radius", "cells": round(cells), "ours_grid": ours[0],
            "ours_all": ours[1], "mpm": 1e9 * seconds / cells}


def cylinders(program, scenes):
    """The cylinders just before and while they meet; all of h = 0.3 m and E = 6e5 Pa."""
    h, dt, radius, length = 0.3, 0.005, 1.5, 5.0
    cells = 9 * np.pi * radius**2 * length / h**3
    settings = ["grid.cell_size=0.3", "body.*.material.youngs_modulus=6e5", "time.duration=0.4", "output.fps=2.5"]
    ours = of_run(program, scenes / "cylinder_collision.toml", settings, cells)
    x, v, middle = [], [], np.array([6.0, 6.0, 3.75])
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            at = middle + np.array([3.0 * i, 3.0 * j, 0])
            low, high = at - [radius, radius, length / 2], at + [radius, radius, length / 2]
            points = mpm.lattice(lambda p, at=at: (np.linalg.norm((p - at)[:, :2], axis=1) < radius)
                                 & (abs(p - at)[:, 2] < length / 2), low, high, h)
            direction = -np.array([i, j, 0.0])
            x.append(points)
            v.append(np.broadcast_to(4 * direction / max(np.linalg.norm(direction), 1), points.shape))
    peer = mpm.Solver(np.concatenate(x), np.concatenate(v), h, 2 * middle, 1000, 6e5, 0.3)
    for _ in range(40):  # as long as ours comes in half of its run
        peer.step(dt)
    seconds = mpm.seconds_a_step(peer, dt, 8)
    return {"case": "cylinder collision", "cells": round(cells), "ours_grid": ours[0], "ours_all": ours[1],
            "mpm": 1e9 * seconds / cells}


def lulesh(program):
    """LULESH's grind time for 30 x 30 x 30 elements [ns]."""
    said = subprocess.run([program, "-s", "30", "-i", "200"], check=True, capture_output=True, text=True, env=ONE_THREAD)
    return 1e3 * float(re.search(r"Grind time \(us/z/c\)\s*=\s*([\d.eE+-]+)", said.stdout).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("eulersolid", help="the program")
    parser.add_argument("--lulesh", help="LULESH's program")
    parser.add_argument("--json", type=pathlib.Path, help="write the rows there, too")
    arguments = parser.parse_args()
    mpm.start()
    scenes = pathlib.Path(__file__).resolve().parents[3] / "scenes"
    rows = [ball(arguments.eulersolid, n) for n in (8, 16, 32)] + [cylinders(arguments.eulersolid, scenes)]
    print("| ns a solid cell and step, one thread | cells | bodies | all | MLS-MPM | bodies over MLS-MPM | all over it |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for row in rows:
        print("| {case} | {cells} | {ours_grid:.0f} | {ours_all:.0f} | {mpm:.0f} |".format(**row)
              + f" {row['ours_grid'] / row['mpm']:.2f} | {row['ours_all'] / row['mpm']:.2f} |", flush=True)
    explicit = lulesh(arguments.lulesh) if arguments.lulesh else None
    if explicit:
        print(f"\nLULESH, explicit finite elements of a fluid with shocks: {explicit:.0f} ns an element and step")
    if arguments.json:
        arguments.json.write_text(json.dumps({"rows": rows, "lulesh": explicit}, indent=1) + "\n")


if __name__ == "__main__":
    main()
