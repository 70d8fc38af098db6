"""scenes/cylinder_collision.toml by finite elements: nine cylinders, of which eight run into the one at rest; friction 1.

    cylinder_collision.py ELEMENTS       to a radius, even

A sixteenth of the scene: between the x axis and the diagonal, above the cylinders' middle. It holds an eighth of a round of
the cylinder in the centre, half of the eastern one and half of the north-eastern one, cut along their planes of symmetry,
which stay where they are. Forces are means over frames of 0.02 s, as contacts.csv has them.
"""
import sys

import numpy as np

import frames
from contact import Surfaces
from finite_elements import Material, Solid
from meshes import extruded, joined, part, round_shape, surface

RADIUS, LENGTH, SPEED, FRICTION, END, FPS = 1.5, 5.0, 4.0, 1.0, 0.5, 50


def turned(points, angle):
    c, s = np.cos(angle), np.sin(angle)
    return points @ np.array([[c, s], [-s, c]])


def sector(n):
    """An eighth of a disc: a quarter, with all angles halved."""
    points, cells = part(round_shape(n, RADIUS, 2), lambda p: (p[:, 0] > 0) & (p[:, 1] > 0))
    r, angle = np.linalg.norm(points, axis=1), np.arctan2(points[:, 1], points[:, 0])
    return r[:, None] * np.stack([np.cos(angle / 2), np.sin(angle / 2)], 1), cells


def bodies(n):
    heights = np.linspace(0, LENGTH / 2, round(LENGTH / 2 * n / RADIUS) + 1)
    half = part(round_shape(n, RADIUS, 2), lambda p: p[:, 1] > 0)
    east = half[0] + [3, 0], half[1]
    north_east = turned(half[0] * [1, -1], np.pi / 4) + [3, 3], half[1][:, [1, 0, 3, 2]]
    return [extruded(m, heights) for m in (sector(n), east, north_east)]


def round_side(mesh, middle):
    """Outer faces with all corners on the cylinder's side."""
    faces = surface(mesh)
    r = np.linalg.norm(mesh[0][faces][:, :, :2] - middle, axis=2)
    return faces[(r > RADIUS * (1 - 1e-6)).all(1)]


def compute(n):
    meshes = bodies(n)
    mesh, starts = joined(*meshes)
    solid = Solid(mesh, Material(1000, 1.6e6, 0.3))
    centre, east, north_east = [slice(a, b) for a, b in zip(starts, starts[1:])]
    down = np.array([-1, -1, 0]) / np.sqrt(2)
    solid.v[east], solid.v[north_east] = [-SPEED, 0, 0], SPEED * down
    across = np.array([1, -1, 0]) / np.sqrt(2)
    X, near = solid.X, 1e-6 * RADIUS
    solid.fix(np.where(np.abs(X[:, 2]) < near)[0], [0, 0, 1])
    solid.fix(np.where(np.abs(X[:, 1]) < near)[0], [0, 1, 0])
    solid.fix(np.where(np.abs(X @ across) < near)[0], across)
    axis = np.where((np.abs(X[:, 0]) < near) & (np.abs(X[:, 1]) < near))[0]
    solid.fix(axis, [1, 0, 0])  # both planes of symmetry at once

    h = RADIUS / n
    round_faces = [round_side(m, at) + s for m, at, s in zip(meshes, ([0, 0], [3, 0], [3, 3]), starts)]
    pairs = [Surfaces(solid, round_faces[a], round_faces[b], FRICTION, h) for a, b in ((0, 1), (0, 2), (1, 2))]
    start = 0.5 * (solid.mass[:, None] * solid.v**2).sum()
    # By symmetry a half has its centre where the cylinder has it, along the plane that cuts it.
    distance = lambda: (frames.centre(solid, east)[0] - frames.centre(solid, north_east) @ down) / 2
    first = distance()
    least, most, kinetic = [first], [0.0], [np.inf, 0.0]

    def each_step():
        least[0] = min(least[0], distance())
        kept = solid.kinetic + solid.elastic + sum(p.spring + p.slid for p in pairs)
        most[0] = max(most[0], abs(kept - start))
        if solid.kinetic < kinetic[0]:
            kinetic[:] = [solid.kinetic, solid.time]

    history = frames.run(solid, pairs, np.arange(1, round(END * FPS) + 1) / FPS, each_step)
    # On the centre four pairs press along an axis each, and four along a diagonal; a pair here is a quarter of one.
    sums = [4 * (4 * abs(f.forces[0][0]) + 4 * abs(f.forces[1] @ down)) for f in history]
    outward = {"east": speed(solid, east, [1, 0, 0]), "north-east": speed(solid, north_east, -down)}
    translation = solid.mass[east].sum() * sum(u * u for u in outward.values()) / 2
    return {
        "greatest part by which the others' centres come nearer": (1 - least[0] / first, "-"),
        "greatest sum of forces on the centre, mean of a frame": (max(sums), "N"),
        "time of the least kinetic energy": (kinetic[1], "s"),
        "least kinetic energy over that at the start": (kinetic[0] / start, "-"),
        "kinetic energy at the end over that at the start": (solid.kinetic / start, "-"),
        "elastic energy at the end over that at the start": (solid.elastic / start, "-"),
        "energy of translation at the end over that at the start": (translation / start, "-"),
        "taken by friction over the energy at the start": (sum(p.slid for p in pairs) / start, "-"),
        **{f"speed outward of the {name} cylinder at the end": (u, "m/s") for name, u in outward.items()},
        "error of the energy balance over the energy at the start": (most[0] / start, "-"),
    }


def speed(solid, nodes, direction):
    return frames.momentum(solid, nodes) @ direction / solid.mass[nodes].sum()


if __name__ == "__main__":
    for name, (value, unit) in compute(int(sys.argv[1])).items():
        print(f"{name}: {value:.6g} {unit}")
