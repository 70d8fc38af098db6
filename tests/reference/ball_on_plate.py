"""A ball that hits a frictionless rigid plate at half the speed of waves, by finite elements.

    ball_on_plate.py ELEMENTS [SPEED [POISSONS_RATIO]]       to a radius, even; 0.5 and 0.3 unless given

Axisymmetric, for a ball of radius, density and speed of pressure waves 1, with the viscosity of shocks (docs/theory.md,
"Shocks"): tests/simulation/physics/returned_energy_test.cpp has the same ball.
"""
import sys

import numpy as np

import frames
from contact import Plate
from finite_elements import Material, axisymmetric
from meshes import part, round_shape

END, SHOCK = 6.0, 2.0


def compute(n, speed=0.5, nu=0.3):
    youngs_modulus = (1 + nu) * (1 - 2 * nu) / (1 - nu)
    mesh = part(round_shape(n, 1.0, 2), lambda p: p[:, 0] > 0)
    ball = axisymmetric(mesh, Material(1, youngs_modulus, nu, SHOCK), cfl=0.12)
    ball.x[:, 1] += 1
    ball.v[:, 1] = -speed
    start = 0.5 * ball.mass.sum() * speed**2
    plate = Plate(1, 1, 0.0, np.where(np.linalg.norm(ball.X, axis=1) > 1 - 1e-9)[0])
    frames.run(ball, [plate], [END])
    return {
        "speed after over before": (frames.momentum(ball)[1] / ball.mass.sum() / speed, "-"),
        "kinetic energy over that at the start": (ball.kinetic / start, "-"),
        "elastic energy over kinetic energy at the start": (ball.elastic / start, "-"),
        "taken by viscosity over the energy at the start": (ball.dissipated / start, "-"),
    }


if __name__ == "__main__":
    for name, (value, unit) in compute(int(sys.argv[1]), *map(float, sys.argv[2:])).items():
        print(f"{name}: {value:.6g} {unit}")
