"""Judges a run folder by what it holds: files and tables alone, nothing that the program says of itself.

judge(folder) reads scene.toml, the three tables and each body's VDB sequence, and lists what is wrong:
values that are not finite, det(grad X) that is not positive, overlap of bodies and obstacles by half
a cell and more, and mass, volume, momentum or energy that is off by 5 per cent.

    judge.py DIR
"""
import csv
import math
import pathlib
import sys
import tomllib

import numpy as np
import pyopenvdb

TOLERANCE = 0.05  # of mass, volume, momentum and energy
DEEPEST = 0.5  # cells that surfaces may overlap by


def table(path):
    with open(path, newline="") as file:
        return [{k: v if k in ("body", "partner") else float(v) for k, v in row.items()}
                for row in csv.DictReader(file)]


class Grid:
    """A VDB grid as an array over its active cells and a margin, by the indices of the whole file."""

    def __init__(self, path, name):
        grid = pyopenvdb.read(str(path), name)
        low, high = grid.evalActiveVoxelBoundingBox()
        self.low = np.array(low) - 1
        shape = tuple(np.array(high) + 2 - self.low)
        if isinstance(grid.background, tuple):
            shape += (3,)
        self.values = np.zeros(shape, np.float32)
        grid.copyToArray(self.values, ijk=tuple(int(i) for i in self.low))
        self.active = grid.activeVoxelCount() > 0
        self.transform = grid.transform

    def points(self):
        """World positions of all cells, (nx, ny, nz, 3) [m]."""
        origin = np.array(self.transform.indexToWorld((0.0, 0.0, 0.0)))
        cell = self.transform.voxelSize()[0]
        indices = np.stack(np.meshgrid(*[np.arange(n) for n in self.values.shape[:3]], indexing="ij"), -1)
        return origin + cell * (self.low + indices)


def turned_back(points, rotation):
    """Points in the axes of a shape that is turned by axis and angle."""
    axis = np.array(rotation.get("axis", [0, 0, 1]), float)
    axis /= np.linalg.norm(axis)
    c, s = math.cos(-rotation.get("angle", 0)), math.sin(-rotation.get("angle", 0))
    return c * points + s * np.cross(axis, points) + (1 - c) * (points @ axis)[..., None] * axis


def distance_to(obstacle, time, points):
    """Signed distance of an obstacle at a time [m]."""
    frames = obstacle.get("keyframes")
    if frames:
        t = [f["time"] for f in frames]
        p = np.array([f["position"] for f in frames], float)
        centre = np.array([np.interp(time, t, p[:, k]) for k in range(3)])
    else:
        centre = np.array(obstacle.get("centre", obstacle.get("point")), float)
    local = turned_back(points - centre, obstacle.get("rotation", {}))
    shape = obstacle["shape"]
    if shape == "plane":
        normal = np.array(obstacle["normal"], float)
        return local @ (normal / np.linalg.norm(normal))
    if shape == "sphere":
        return np.linalg.norm(local, axis=-1) - obstacle["radius"]
    if shape == "box":
        beyond = np.abs(local) - np.array(obstacle["size"]) / 2
    else:
        beyond = np.stack([np.hypot(local[..., 0], local[..., 1]) - obstacle["radius"],
                           np.abs(local[..., 2]) - obstacle["length"] / 2], -1)
    outside = np.linalg.norm(np.maximum(beyond, 0), axis=-1)
    return outside + np.minimum(beyond.max(axis=-1), 0)


def common(a, b):
    """The parts of two grids' arrays that cover the same cells; None if there are none."""
    low = np.maximum(a.low, b.low)
    high = np.minimum(a.low + a.values.shape[:3], b.low + b.values.shape[:3])
    if (high <= low).any():
        return None
    cut = lambda g: g.values[tuple(slice(l - o, h - o) for l, h, o in zip(low, high, g.low))]
    return cut(a), cut(b)


def deepest(a, b):
    """Overlap of two solids by their signed distances [m]: where both are -d/2 they overlap by d."""
    both = (a < 0) & (b < 0)
    return float(-(a + b)[both].min()) if both.any() else 0.0


class Faults(list):
    def expect(self, fine, text):
        if not fine:
            self.append(text)


def rest_volume(body):
    if body["shape"] == "sphere":
        return 4 / 3 * math.pi * body["radius"] ** 3
    if body["shape"] == "box":
        return math.prod(body["size"])
    return math.pi * body["radius"] ** 2 * body["length"]


def judge_tables(folder, scene, faults):
    steps, bodies = table(folder / "steps.csv"), table(folder / "bodies.csv")
    contacts = table(folder / "contacts.csv")
    for name, rows in (("steps.csv", steps), ("bodies.csv", bodies), ("contacts.csv", contacts)):
        bad = {k for row in rows for k, v in row.items() if not isinstance(v, str) and not math.isfinite(v)}
        faults.expect(not bad, f"{name}: not finite: {', '.join(sorted(bad))}")
    if not steps:
        return
    masses = {b["name"]: b["material"]["density"] * rest_volume(b) for b in scene["body"]}
    for row in bodies:
        error = row["measured_mass"] / masses[row["body"]] - 1
        faults.expect(abs(error) < TOLERANCE, f"mass of {row['body']} off by {error:.3f}, frame {row['frame']:g}")
    judge_energy(steps, faults)
    judge_momentum(scene, bodies, contacts, max(row["dt"] for row in steps), faults)


def judge_energy(steps, faults):
    """Energy that nothing in the tables may have made, of the most that was there."""
    most = 0.0
    for row in steps:
        most = max(most, row["kinetic"] + row["elastic"] + abs(row["obstacle_work"]) + abs(row["gravity_work"]))
        made = sum(row[k] for k in ("energy_transport", "energy_masses", "energy_restored", "energy_map", "energy_returned",
                                    "energy_residual"))
        if abs(made) > TOLERANCE * most:
            faults.append(f"energy off by {made / most:.3f}, step {row['step']:g}")
            return
    if most == 0:  # nothing has moved
        return
    # What dissipates can't give.
    last = steps[-1]
    for name in ("dissipated_friction", "dissipated_impact", "dissipated_viscosity"):
        faults.expect(last[name] > -TOLERANCE * most, f"{name} gave {-last[name] / most:.3f} of the energy")


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
            faults.expect(error <= TOLERANCE * moved + late + 1e-9 * row["mass"],
                          f"momentum of {row['body']} off by {error / max(moved, 1e-300):.3f}, frame {row['frame']:g}")
        else:
            moved = np.linalg.norm(momentum)
        before[row["body"]] = momentum, row["time"], moved


def judge_frames(folder, scene, faults):
    """@return deepest overlap [cells]"""
    cell = scene["grid"]["cell_size"]
    name, fps = scene["output"]["name"], scene["output"]["fps"]
    rows = {(int(r["frame"]), r["body"]): r for r in table(folder / "bodies.csv")}
    overlap = 0.0
    first = {}
    for frame in sorted({f for f, _ in rows}):
        time, surfaces = (frame - 1) / fps, []
        for body in scene["body"]:
            path = folder / "bodies" / body["name"] / f"{name}_{frame:04d}.vdb"
            if not path.exists():
                faults.append(f"no {path.relative_to(folder)}")
                continue
            where = f"{body['name']}, frame {frame}"
            density, ratio, surface = (Grid(path, g) for g in ("density", "J", "surface"))
            if not density.active:
                faults.append(f"nothing left of {where}")
                continue
            for g, grid in (("velocity", Grid(path, "velocity")), ("rest", Grid(path, "rest")), ("J", ratio),
                            ("surface", surface), ("density", density)):
                faults.expect(np.isfinite(grid.values).all(), f"{g} not finite: {where}")
            parts, j = common(density, ratio)
            inside = parts > 0.5
            faults.expect(not inside.any() or j[inside].min() > 0, f"J <= 0: {where}")
            some = (parts > 0) & (j > 0)
            voxel = density.transform.voxelSize()[0] ** 3
            rest = float((parts[some] / j[some]).sum()) * voxel
            # The same sampling at the start takes out what thin bodies lose by it.
            expected = first.setdefault(body["name"], rest)
            error = rest / expected - 1
            faults.expect(abs(error) < TOLERANCE, f"matter of {where} off by {error:.3f}")
            volume = float(parts.sum()) * voxel
            error = volume / rows[frame, body["name"]]["volume"] - 1
            faults.expect(abs(error) < TOLERANCE, f"volume of {where} {error:+.3f} beside its table")
            surfaces.append((body["name"], surface))
            for obstacle in scene.get("obstacle", []):
                depth = deepest(surface.values, distance_to(obstacle, time, surface.points())) / cell
                overlap = max(overlap, depth)
                faults.expect(depth < DEEPEST, f"{where} overlaps {obstacle['name']} by {depth:.2f} cells")
        for i, (a, of_a) in enumerate(surfaces):
            for b, of_b in surfaces[:i]:
                parts = common(of_a, of_b)
                depth = deepest(*parts) / cell if parts else 0.0
                overlap = max(overlap, depth)
                faults.expect(depth < DEEPEST, f"{a} overlaps {b} by {depth:.2f} cells, frame {frame}")
    return overlap


def judge(folder):
    """@return what is wrong, and the deepest overlap [cells]"""
    folder, faults = pathlib.Path(folder), Faults()
    scene = tomllib.loads((folder / "scene.toml").read_text())
    judge_tables(folder, scene, faults)
    return faults, judge_frames(folder, scene, faults)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: judge.py DIR")
    found, depth = judge(sys.argv[1])
    print("\n".join(found) or "nothing wrong", f"\ndeepest overlap {depth:.2f} cells")
    sys.exit(1 if found else 0)
