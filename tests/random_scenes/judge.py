"""Judges a run folder by what it holds: files and tables alone, nothing that the program says of itself.

judge(folder) reads scene.toml, the three tables and each body's VDB sequence and surfaces, and lists what
is wrong: values that are not finite, det(grad X) that is not positive, overlap of bodies and obstacles by
half a cell and more, surfaces that are not closed, bodies that jump, and mass, volume, momentum or energy
that is off by 5 per cent. Of bodies and obstacles whose shapes have no closed form (shapes.py) it judges
what it can know.

    judge.py DIR
"""
import math
import pathlib
import sys
import tomllib

import numpy as np

from run_files import Grid, Surface, common, table
from shapes import distance_to, rest_volume

TOLERANCE = 0.05  # of mass, volume, momentum and energy
SAMPLED = 0.08  # of mass and momentum as sums over voxels, beside what they should be
DEEPEST = 0.5  # cells that surfaces may overlap by


def deepest(a, b):
    """Overlap of two solids by their signed distances [m]: where both are -d/2 they overlap by d."""
    both = (a < 0) & (b < 0)
    return float(-(a + b)[both].min()) if both.any() else 0.0


class Faults(list):
    def expect(self, fine, text):
        if not fine:
            self.append(text)


def known_masses(scene):
    """By name, of the bodies whose volume is known [kg]."""
    volumes = {body["name"]: rest_volume(body) for body in scene["body"]}
    return {body["name"]: body["material"]["density"] * volumes[body["name"]]
            for body in scene["body"] if volumes[body["name"]] is not None}


def judge_tables(folder, scene, faults):
    steps, bodies = table(folder / "steps.csv"), table(folder / "bodies.csv")
    contacts = table(folder / "contacts.csv")
    for name, rows in (("steps.csv", steps), ("bodies.csv", bodies), ("contacts.csv", contacts)):
        bad = {k for row in rows for k, v in row.items() if not isinstance(v, str) and not math.isfinite(v)}
        faults.expect(not bad, f"{name}: not finite: {', '.join(sorted(bad))}")
    if not steps:
        return
    masses = known_masses(scene)
    for row in bodies:
        if row["body"] in masses:
            error = row["measured_mass"] / masses[row["body"]] - 1
            faults.expect(abs(error) < TOLERANCE,
                          f"mass of {row['body']} off by {error:.3f}, frame {row['frame']:g}")
    judge_energy(steps, faults)
    judge_growth(steps, faults)
    judge_ways(scene, steps, bodies, faults)
    if "gravity_keyframes" not in scene:
        judge_momentum(scene, bodies, contacts, max(row["dt"] for row in steps), faults)


def energy_met(row):
    """What a step has to do with [J], a scale for energies that are off."""
    return row["kinetic"] + row["elastic"] + abs(row["obstacle_work"]) + abs(row["gravity_work"])


def judge_energy(steps, faults):
    """Energy that nothing in the tables may have made, of the most that was there."""
    most = 0.0
    for row in steps:
        most = max(most, energy_met(row))
        made = sum(row[k] for k in ("energy_transport", "energy_masses", "energy_restored", "energy_map",
                                    "energy_returned", "energy_residual"))
        if abs(made) > TOLERANCE * most:
            faults.append(f"energy off by {made / most:.3f}, step {row['step']:g}")
            return
    if most == 0:  # nothing has moved
        return
    # What dissipates can't give.
    last = steps[-1]
    for name in ("dissipated_friction", "dissipated_impact", "dissipated_viscosity"):
        faults.expect(last[name] > -TOLERANCE * most, f"{name} gave {-last[name] / most:.3f} of the energy")


def judge_growth(steps, faults):
    """Energy but for what gravity and obstacles gave may only fall: here no account of the program counts."""
    least, most = math.inf, 0.0
    for row in steps:
        most = max(most, energy_met(row))
        own = row["kinetic"] + row["elastic"] - row["gravity_work"] - row["obstacle_work"]
        least = min(least, own)
        if own - least > TOLERANCE * most:
            faults.append(f"energy grows by {(own - least) / most:.3f}, step {row['step']:g}")
            return


def judge_ways(scene, steps, bodies, faults):
    """How far bodies go from frame to frame: a speed v of a body of mass m takes m v^2 / 2 of the energy."""
    slack = DEEPEST * scene["grid"]["cell_size"]
    times, kinetic = (np.array([row[key] for row in steps]) for key in ("time", "kinetic"))
    before = {}
    for row in bodies:
        centroid = np.array([row[f"centroid_{a}"] for a in "xyz"])
        if row["body"] in before:
            old, time = before[row["body"]]
            # The step before the frame's first may end within it, but for rounding.
            within = (times >= time - 1e-9) & (times <= row["time"] + 1e-9)
            fastest = math.sqrt(2 * kinetic[within].max(initial=0) / row["mass"])
            way = np.linalg.norm(centroid - old)
            faults.expect(way <= (1 + TOLERANCE) * fastest * (row["time"] - time) + slack,
                          f"{row['body']} jumps by {way:.3g} m, frame {row['frame']:g}")
        before[row["body"]] = centroid, row["time"]


def judge_momentum(scene, bodies, contacts, step, faults):
    """Momentum of each body against gravity and the forces of its contacts, frame by frame.

    @param step  the longest [s]
    """
    mean = np.array(scene.get("gravity", [0, 0, 0]), float)
    forces = {}
    for row in contacts:
        force = np.array([row[f"force_{a}"] for a in "xyz"])
        key = (row["frame"], row["body"])
        forces[key] = forces.get(key, 0) + force
    before = {}
    for row in bodies:
        momentum = np.array([row[f"momentum_{a}"] for a in "xyz"])
        if row["body"] in before:
            old, time, moved = before[row["body"]]
            dt = row["time"] - time
            push = forces.get((row["frame"], row["body"]), np.zeros(3)) * dt
            error = np.linalg.norm(momentum - old - push - row["mass"] * dt * mean)
            moved = max(moved, np.linalg.norm(momentum), np.linalg.norm(push))
            # Velocities belong to the middle of a step: at the start gravity has acted for half of one.
            late = row["mass"] * np.linalg.norm(mean) * step
            off = error / max(moved, 1e-300)
            faults.expect(error <= TOLERANCE * moved + late + 1e-9 * row["mass"],
                          f"momentum of {row['body']} off by {off:.3f}, frame {row['frame']:g}")
        else:
            moved = np.linalg.norm(momentum)
        before[row["body"]] = momentum, row["time"], moved


class Matter:
    """What a body's voxels come to: volume [m^3], mass [kg], momentum, and that of all speeds [N s]."""

    def __init__(self, density, ratio, velocity, mass_density):
        parts, ratio, velocity = common(density, ratio, velocity)
        voxel = density.transform.voxelSize()[0] ** 3
        some = (parts > 0) & (ratio > 0)
        masses = mass_density * voxel * (parts[some] / ratio[some])
        self.volume = float(parts.sum()) * voxel
        self.mass = float(masses.sum())
        self.momentum = masses @ velocity[some].astype(float)
        self.moved = float(masses @ np.linalg.norm(velocity[some], axis=-1))
        inside = parts > 0.5
        self.turned_inside_out = inside.any() and not ratio[inside].min() > 0


class FrameJudge:
    """Judges the files of one frame after another."""

    def __init__(self, folder, scene, faults):
        self.folder, self.scene, self.faults = folder, scene, faults
        self.rows = {(int(row["frame"]), row["body"]): row for row in table(folder / "bodies.csv")}
        self.steps = table(folder / "steps.csv")
        self.masses = known_masses(scene)
        self.cell = scene["grid"]["cell_size"]
        self.overlap = 0.0  # deepest [cells]
        self.first = {}  # mass of each body at the start, by its voxels
        self.moved = {}  # greatest momentum of each body
        self.totals = []  # momentum of all bodies, and that of all speeds, for each frame

    def file(self, folder, body, frame, suffix):
        """Path of a body's file; None if there is none, which is a fault."""
        path = self.folder / folder / body["name"] / f"{self.scene['output']['name']}_{frame:04d}.{suffix}"
        if path.exists():
            return path
        self.faults.append(f"no {path.relative_to(self.folder)}")
        return None

    def run(self):
        for frame in sorted({frame for frame, _ in self.rows}):
            surfaces, matters = [], []
            for body in self.scene["body"]:
                path = self.file("bodies", body, frame, "vdb")
                if path is None:
                    continue
                grids = {name: Grid(path, name) for name in ("velocity", "rest", "J", "surface", "density")}
                if not grids["density"].active:
                    self.faults.append(f"nothing left of {body['name']}, frame {frame}")
                    continue
                matters.append(self.judge_voxels(body, frame, grids))
                self.judge_obstacles(body, frame, grids["surface"].points(), grids["surface"].values)
                if "ply" in self.scene["output"].get("surface", []):
                    self.judge_surface(body, frame)
                surfaces.append((body["name"], grids["surface"]))
            self.judge_pairs(frame, surfaces)
            self.totals.append((sum((m.momentum for m in matters), np.zeros(3)),
                                sum(m.moved for m in matters)))
        judge_totals(self.scene, self.totals, self.faults)

    def judge_voxels(self, body, frame, grids):
        name, row = body["name"], self.rows[frame, body["name"]]
        where, expect = f"{name}, frame {frame}", self.faults.expect
        for key, grid in grids.items():
            expect(np.isfinite(grid.values).all(), f"{key} not finite: {where}")
        matter = Matter(grids["density"], grids["J"], grids["velocity"], body["material"]["density"])
        expect(not matter.turned_inside_out, f"J <= 0: {where}")
        # The same sampling at the start takes out what thin bodies lose by it.
        error = matter.mass / self.first.setdefault(name, matter.mass) - 1
        expect(abs(error) < TOLERANCE, f"matter of {where} off by {error:.3f}")
        if name in self.masses:
            error = matter.mass / self.masses[name] - 1
            expect(abs(error) < SAMPLED, f"voxels' mass of {where} off by {error:.3f}")
        error = matter.volume / row["volume"] - 1
        expect(abs(error) < TOLERANCE, f"volume of {where} {error:+.3f} beside its table")
        momentum = np.array([row[f"momentum_{a}"] for a in "xyz"])
        moved = max(self.moved.get(name, 0), np.linalg.norm(momentum), matter.moved)
        self.moved[name] = moved
        error = np.linalg.norm(matter.momentum - momentum)
        # Velocities belong to the middle of a step.
        gravity = np.linalg.norm(self.scene.get("gravity", [0, 0, 0]))
        late = matter.mass * gravity * max((step["dt"] for step in self.steps), default=0)
        expect(error <= SAMPLED * moved + late + 1e-9 * matter.mass,
               f"voxels' momentum of {where} off by {error / max(moved, 1e-300):.3f}")
        return matter

    def judge_obstacles(self, body, frame, points, distances=None):
        """@param distances  signed ones of the body at the points [m]; without, the points are on it"""
        output = self.scene["output"]
        time = (frame - output.get("start_frame", 1)) / output["fps"]
        for obstacle in self.scene.get("obstacle", []):
            to_obstacle = distance_to(obstacle, time, points)
            if to_obstacle is None:
                continue
            if distances is None:
                depth = max(-float(to_obstacle.min()), 0.0)
            else:
                depth = deepest(distances, to_obstacle)
            self.count(depth / self.cell, f"{body['name']}, frame {frame} overlaps {obstacle['name']}")

    def judge_surface(self, body, frame):
        path = self.file("surface", body, frame, "ply")
        if path is None:
            return
        where, surface = f"{body['name']}, frame {frame}", Surface(path)
        self.faults.expect(np.isfinite(surface.vertices).all(), f"surface not finite: {where}")
        self.faults.expect(surface.is_closed(), f"surface not closed: {where}")
        error = surface.volume() / self.rows[frame, body["name"]]["volume"] - 1
        self.faults.expect(abs(error) < TOLERANCE,
                           f"volume in the surface of {where} {error:+.3f} beside its table")
        self.judge_obstacles(body, frame, surface.points())

    def judge_pairs(self, frame, surfaces):
        for i, (a, of_a) in enumerate(surfaces):
            for b, of_b in surfaces[:i]:
                parts = common(of_a, of_b)
                if parts:
                    self.count(deepest(*parts) / self.cell, f"{a} overlaps {b}", f", frame {frame}")

    def count(self, depth, what, where=""):
        """@param depth  of an overlap [cells]"""
        self.overlap = max(self.overlap, depth)
        self.faults.expect(depth < DEEPEST, f"{what} by {depth:.2f} cells{where}")


def judge_totals(scene, totals, faults):
    """Momentum of all bodies, where nothing from outside acts on them.

    @param totals  momentum of all, and that of all speeds, for each frame [N s]
    """
    if scene.get("obstacle") or np.any(scene.get("gravity", [0, 0, 0])) or "gravity_keyframes" in scene:
        return
    for number, (momentum, moved) in enumerate(totals):
        error = np.linalg.norm(momentum - totals[0][0])
        scale = max(moved, totals[0][1])
        faults.expect(error <= TOLERANCE * scale,
                      f"momentum of all off by {error / max(scale, 1e-300):.3f}, frame {number + 1} of all")


def judge(folder):
    """@return what is wrong, and the deepest overlap [cells]"""
    folder, faults = pathlib.Path(folder), Faults()
    scene = tomllib.loads((folder / "scene.toml").read_text())
    judge_tables(folder, scene, faults)
    frames = FrameJudge(folder, scene, faults)
    frames.run()
    return faults, frames.overlap


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: judge.py DIR")
    found, depth = judge(sys.argv[1])
    print("\n".join(found) or "nothing wrong", f"\ndeepest overlap {depth:.2f} cells")
    sys.exit(1 if found else 0)
