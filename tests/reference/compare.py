"""What the program makes of the scenes of references.json, as tables for docs/measurements/references.md.

    compare.py PROGRAM FOLDER [SCENE ...]       runs into FOLDER, those that are there already are not run again

Each scene is run with the cells that it has and with finer or coarser ones; steps are as long in proportion.
"""
import csv
import json
import pathlib
import subprocess
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
CELLS = {  # cell sizes [m], and frames in a second: one for each step where the step is fixed
    "two_balls": ((0.025, 100), (0.02, 100), (0.0125, 200)),
    "squeezed_ball": ((0.025, 20), (0.02, 20), (0.0125, 20)),
    "ball_on_plate": ((0.25, 10), (0.125, 10), (0.0625, 10)),
    "cylinder_collision": ((0.375, 200), (0.25, 300), (0.1875, 400)),
    "oblique_impact": ((0.04, 800), (0.025, 1300), (0.02, 1600)),
}
PLATE = """
[time]
duration = 6
cfl = 0.6
[grid]
origin = [-2, -2, -1]
size = [4, 4, 5]
cell_size = 0.25
[contact]
friction = 0
[[body]]
name = "ball"
shape = "sphere"
centre = [0.07, 0.03, 1]
radius = 1
velocity = [0, 0, -0.5]
material = { density = 1, youngs_modulus = 0.742857142857143, poissons_ratio = 0.3 }
[[obstacle]]
name = "floor"
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
"""


def table(path):
    with open(path) as file:
        return list(csv.DictReader(file))


class Run:
    """The tables of a run folder."""

    def __init__(self, folder):
        self.steps, self.contacts = table(folder / "steps.csv"), table(folder / "contacts.csv")
        self.bodies = table(folder / "bodies.csv")

    def step(self, column):
        return np.array([float(row[column]) for row in self.steps])

    def body(self, name, column):
        """One row for each frame; three numbers for a vector."""
        rows = [row for row in self.bodies if row["body"] == name]
        return np.array([vector(row, column) for row in rows])

    def forces(self, body, partner=None):
        """(frames, 3): mean force on the body since the frame before, of one partner or summed."""
        total = {int(row["frame"]): np.zeros(3) for row in self.bodies}
        for row in self.contacts:
            if row["body"] == body and partner in (None, row["partner"]):
                total[int(row["frame"])] += vector(row, "force")
        return np.array([total[frame] for frame in sorted(total)])

    def sums_of_forces(self, body):
        """(frames,): sum of the lengths of all partners' forces."""
        partners = {row["partner"] for row in self.contacts if row["body"] == body}
        return sum(np.linalg.norm(self.forces(body, p), axis=1) for p in partners)


def vector(row, column):
    if column in row:
        return float(row[column])
    return np.array([float(row[f"{column}_{axis}"]) for axis in "xyz"])


def means(forces, frames):
    """Means over groups of frames; the first row is the start."""
    rest = forces[1:]
    rest = rest[: len(rest) // frames * frames]
    return rest.reshape(-1, frames, *rest.shape[1:]).mean(1)


def two_balls(run, fps):
    way = run.body("right", "centroid") - run.body("left", "centroid")
    distance = np.linalg.norm(way, axis=1)
    closing = ((run.body("left", "momentum") - run.body("right", "momentum")) * way).sum(1) / distance
    energy, start = run.step("kinetic") + run.step("elastic"), run.step("kinetic")[0]
    touching = run.step("time")[run.step("active_contacts") > 0]
    return {
        "speed after over before": -closing[-1] / closing[0],
        "duration of contact": touching[-1] - touching[0] + run.step("dt")[0],
        "greatest force, mean of a frame": np.linalg.norm(means(run.forces("left"), fps // 20), axis=1).max(),
        "greatest approach of the centres over their distance": 1 - distance.min() / 0.4,
        "greatest elastic energy over kinetic energy at the start": run.step("elastic").max() / start,
        "kinetic and elastic energy at the end over the start": energy[-1] / start,
    }


def squeezed_ball(run, fps):
    force = 0.5 * (run.forces("ball", "lower plate") - run.forces("ball", "upper plate"))[1:, 2]
    result = {f"force from {0.05 * i:.2f} to {0.05 * (i + 1):.2f} s": force[i] for i in range(20)}
    result["greatest work of both plates"] = run.step("obstacle_work").max()
    result["greatest elastic energy"] = run.step("elastic").max()
    result["work of both plates in all"] = run.step("obstacle_work")[-1]
    result["taken by friction"] = run.step("dissipated_friction")[-1]
    return result


def ball_on_plate(run, fps):
    start = run.step("kinetic")[0]
    return {
        "speed after over before": run.body("ball", "momentum")[-1, 2] / run.body("ball", "mass")[-1] / 0.5,
        "kinetic energy over that at the start": run.step("kinetic")[-1] / start,
        "elastic energy over kinetic energy at the start": run.step("elastic")[-1] / start,
        "taken by viscosity over the energy at the start": run.step("dissipated_viscosity")[-1] / start,
    }


def cylinder_collision(run, fps):
    names = [n for n in {row["body"] for row in run.bodies} if n != "centre"]
    middle = run.body("centre", "centroid")
    distance = np.mean([np.linalg.norm(run.body(n, "centroid") - middle, axis=1) for n in names], 0)
    start, kinetic = run.step("kinetic")[0], run.step("kinetic")
    mass = run.body("east", "mass")[0]
    p = {n: np.linalg.norm(run.body(n, "momentum")[-1]) for n in names}
    return {
        "greatest part by which the others' centres come nearer": 1 - distance.min() / distance[0],
        "greatest sum of forces on the centre, mean of a frame": means_of_sums(run, fps).max(),
        "time of the least kinetic energy": run.step("time")[kinetic.argmin()],
        "least kinetic energy over that at the start": kinetic.min() / start,
        "kinetic energy at the end over that at the start": kinetic[-1] / start,
        "elastic energy at the end over that at the start": run.step("elastic")[-1] / start,
        "energy of translation at the end over that at the start": sum(q * q for q in p.values()) / 2 / mass / start,
        "taken by friction over the energy at the start": run.step("dissipated_friction")[-1] / start,
        "speed outward of the east cylinder at the end": run.body("east", "momentum")[-1, 0] / mass,
        "speed outward of the north-east cylinder at the end": p["north_east"] / mass,
    }


def means_of_sums(run, fps):
    return means(run.sums_of_forces("centre"), fps // 50)


def oblique_impact(run, fps):
    result = {}
    start, forces = run.step("kinetic")[0], means(run.forces("ball"), fps // 100)
    at = np.abs(run.body("ball", "time") - 0.2).argmin()
    for name in ("ball", "box"):
        mass, p = run.body(name, "mass")[0], run.body(name, "momentum")[at]
        spin = run.body(name, "angular_momentum")[at] - np.cross(run.body(name, "centroid")[at], p)
        for axis, u, s in zip("xyz", p / mass, spin / mass):
            result[f"velocity of the {name}, {axis}"] = u
            result[f"spin of the {name} over its mass, {axis}"] = s
    touching = run.step("time")[run.step("active_contacts") > 0]
    end = np.abs(run.step("time") - 0.2).argmin()
    result["greatest force, mean of 0.01 s"] = np.linalg.norm(forces, axis=1).max()
    result["first touch"], result["last touch"] = touching[0], touching[-1]
    result["taken by friction over the energy at the start"] = run.step("dissipated_friction")[end] / start
    result["elastic energy at the end over that at the start"] = run.step("elastic")[end] / start
    result["kinetic energy at the end over that at the start"] = run.step("kinetic")[end] / start
    return result


def command(program, scene, cell_size, fps, folder):
    settings = [f"output.fps={fps}", f"output.voxel_size={cell_size}"]
    if scene in ("two_balls", "cylinder_collision", "oblique_impact"):
        settings.append(f"time.dt={1 / fps!r}")
    elif scene == "squeezed_ball":
        settings.append(f"time.dt={0.05 / round(0.05 / (0.001 * cell_size / 0.025))!r}")
    if scene == "oblique_impact":
        settings.append("time.duration=0.2")
    path = ROOT / "scenes" / f"{scene}.toml"
    if scene == "ball_on_plate":
        path = folder.parent / f"{scene}.toml"
        path.write_text(PLATE)
    words = [program, "run", str(path), "-o", str(folder), "--progress", "none", "--cell-size", str(cell_size)]
    return words + [word for setting in settings for word in ("--set", setting)]


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    references = json.loads(pathlib.Path(__file__).with_name("references.json").read_text())
    for scene in sys.argv[3:] or CELLS:
        columns = []
        for cell_size, fps in CELLS[scene]:
            run = folder / f"{scene}_{cell_size}"
            if not (run / "run.json").exists():
                subprocess.run(command(program, scene, cell_size, fps, run), check=True)
            columns.append(globals()[scene](Run(run), fps))
        print(f"\n### {scene}\n\n| quantity | unit | finite elements | " +
              " | ".join(f"h = {h:g} m" for h, _ in CELLS[scene]) + " |")
        print("| --- | --- | --- |" + " --- |" * len(columns))
        for key, q in references[scene]["quantities"].items():
            if key not in columns[0]:
                continue
            cells = [f"{c[key]:.4g} ({100 * (c[key] / q['value'] - 1):+.1f} %)" for c in columns]
            print(f"| {key} | {q['unit']} | {q['value']:.5g} ± {q['uncertainty']:.1g} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
