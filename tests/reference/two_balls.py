"""scenes/two_balls.toml by finite elements: one ball, axisymmetric, against the plane of symmetry, without friction.

    two_balls.py ELEMENTS       to a radius, even

The plane halfway between two equal balls that meet head on is a frictionless plate. Hertz (K. L. Johnson, Contact
Mechanics, 1985, section 11.4) has the same collision without vibration and at small strain.
"""
import sys

import numpy as np

import frames
from contact import Plate
from finite_elements import Material, axisymmetric
from meshes import part, round_shape

RADIUS, SPEED, TOUCH, END, FPS = 0.2, 0.1 * np.sqrt(2), (0.6 * np.sqrt(2) - 0.4) / (0.2 * np.sqrt(2)), 3.5, 20


def compute(n):
    ball = axisymmetric(part(round_shape(n, RADIUS, 2), lambda p: p[:, 0] > 0), Material(1000, 1000, 0.3))
    ball.x[:, 1] += RADIUS
    ball.v[:, 1] = -SPEED
    ball.time = TOUCH
    rim = np.where(np.linalg.norm(ball.X, axis=1) > RADIUS * (1 - 1e-9))[0]
    plane = Plate(1, 1, 0.0, rim)
    mass, start = ball.mass.sum(), 0.5 * ball.mass.sum() * SPEED**2
    last, least, elastic, most = [TOUCH], [1.0], [0.0], [0.0]

    def each_step():
        if plane.touching:
            last[0] = ball.time
        least[0] = min(least[0], frames.centre(ball)[1])
        elastic[0] = max(elastic[0], ball.elastic)
        most[0] = max(most[0], abs(ball.kinetic + ball.elastic - start))

    ends = np.arange(np.floor(TOUCH * FPS) + 1, END * FPS + 0.5) / FPS
    forces = [f.forces[0] for f in frames.run(ball, [plane], ends, each_step)]
    return {
        "speed after over before": (frames.momentum(ball)[1] / mass / SPEED, "-"),
        "duration of contact": (last[0] - TOUCH, "s"),
        "greatest force, mean of a frame": (max(forces), "N"),
        "greatest approach of the centres over their distance": (1 - least[0] / RADIUS, "-"),
        "greatest elastic energy over kinetic energy at the start": (elastic[0] / start, "-"),
        "kinetic and elastic energy at the end over the start": ((ball.kinetic + ball.elastic) / start, "-"),
    }


if __name__ == "__main__":
    for name, (value, unit) in compute(int(sys.argv[1])).items():
        print(f"{name}: {value:.6g} {unit}")
