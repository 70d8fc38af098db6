"""scenes/oblique_impact.toml by finite elements: a ball and a box that hit each other off centre, with friction 0.4.

    oblique_impact.py ELEMENTS       to the ball's radius, even; those of the box are as large

In space, without symmetry. Of the box the side that is hit is a surface of contact. After they have parted nothing acts:
velocities of the centres and spins are those of the end.
"""
import sys

import numpy as np

import frames
from contact import Surfaces
from finite_elements import Material, Solid
from meshes import joined, lattice, round_shape, surface

RADIUS, BALL, BOX, SIZE = 0.2, [-0.24, 0.03, 0.02], [0.15, -0.06, -0.02], [0.3, 0.32, 0.4]
FRICTION, END = 0.4, 0.2


def compute(n):
    ball = round_shape(n, RADIUS, 3)
    ball = ball[0] + BALL, ball[1]
    h = RADIUS / n
    box = lattice(*[c + np.linspace(-s / 2, s / 2, round(s / h) + 1) for c, s in zip(BOX, SIZE)])
    mesh, starts = joined(ball, box)
    solid = Solid(mesh, Material(1000, 1e5, 0.3))
    bodies = {"ball": slice(0, starts[1]), "box": slice(starts[1], starts[2])}
    solid.v[bodies["ball"]], solid.v[bodies["box"]] = [1, 0.1, 0], [-0.5, 0, 0.2]
    hit = surface(ball, lambda p: p[:, 0] > BALL[0] + 0.2 * RADIUS)
    side = surface(box, lambda p: p[:, 0] < BOX[0] - 0.4999 * SIZE[0]) + starts[1]
    pair = Surfaces(solid, hit, side, FRICTION, h)
    start = 0.5 * (solid.mass[:, None] * solid.v**2).sum()
    touched, most = [], [0.0]

    def each_step():
        if pair.touching:
            touched.append(solid.time)
        most[0] = max(most[0], abs(solid.kinetic + solid.elastic + pair.spring + pair.slid - start))

    forces = [f.forces[0] for f in frames.run(solid, [pair], np.arange(1, round(END / 0.01) + 1) / 100, each_step)]
    result = {}
    for name, nodes in bodies.items():
        mass = solid.mass[nodes].sum()
        for axis, u, s in zip("xyz", frames.momentum(solid, nodes) / mass, frames.spin(solid, nodes) / mass):
            result[f"velocity of the {name}, {axis}"] = (u, "m/s")
            result[f"spin of the {name} over its mass, {axis}"] = (s, "m^2/s")
    result["greatest force, mean of 0.01 s"] = (max(np.linalg.norm(f) for f in forces), "N")
    result["first touch"] = (touched[0], "s")
    result["last touch"] = (touched[-1], "s")
    result["taken by friction over the energy at the start"] = (pair.slid / start, "-")
    result["elastic energy at the end over that at the start"] = (solid.elastic / start, "-")
    result["kinetic energy at the end over that at the start"] = (solid.kinetic / start, "-")
    result["error of the energy balance over the energy at the start"] = (most[0] / start, "-")
    return result


if __name__ == "__main__":
    for name, (value, unit) in compute(int(sys.argv[1])).items():
        print(f"{name}: {value:.6g} {unit}")
