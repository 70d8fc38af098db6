"""scenes/squeezed_ball.toml by finite elements: half a ball, axisymmetric, under the upper plate, with friction 0.5.

    squeezed_ball.py ELEMENTS       to a radius, even

The scene is its own mirror image about the plane between the plates. Forces are means over twentieths of the run, as
tests/simulation/scenes/squeezed_ball_test.cpp takes them.
"""
import sys

import numpy as np

import frames
from contact import Plate
from finite_elements import Material, axisymmetric
from meshes import part, round_shape

RADIUS, SPEED, TURN, END = 0.2, 0.16, 0.5, 1.0


def compute(n):
    quarter = part(round_shape(n, RADIUS, 2), lambda p: (p[:, 0] > 0) & (p[:, 1] > 0))
    ball = axisymmetric(quarter, Material(1000, 1e5, 0.3))
    ball.fix(np.where(np.abs(ball.X[:, 1]) < 1e-9)[0], [0, 1])
    rim = np.where(np.linalg.norm(ball.X, axis=1) > RADIUS * (1 - 1e-9))[0]
    plate = Plate(1, -1, RADIUS, rim, 0.5, lambda time: -SPEED if time < TURN else SPEED)
    elastic, work = [0.0], [0.0]

    def each_step():
        elastic[0] = max(elastic[0], 2 * ball.elastic)
        work[0] = max(work[0], 2 * plate.work)

    forces = [-f.forces[0] for f in frames.run(ball, [plate], np.arange(1, 21) / 20, each_step)]
    result = {f"force from {0.05 * i:.2f} to {0.05 * (i + 1):.2f} s": (forces[i], "N") for i in range(20)}
    result["greatest work of both plates"] = (work[0], "J")
    result["greatest elastic energy"] = (elastic[0], "J")
    result["work of both plates in all"] = (2 * plate.work, "J")
    result["taken by friction"] = (2 * plate.slid, "J")
    return result


if __name__ == "__main__":
    for name, (value, unit) in compute(int(sys.argv[1])).items():
        print(f"{name}: {value:.6g} {unit}")
