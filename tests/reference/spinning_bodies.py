"""The ball and the box of tests/simulation/physics/free_bodies_test.cpp by finite elements: a turn that begins at once.

    spinning_bodies.py ELEMENTS       to 0.2 m, even

The bodies are at rest in shape and turn at 5 rad/s about z: they widen, turn slower, and swing about the widened shape. The
half above z = 0, which is a plane of symmetry. A total Lagrangian solid does not feel how it is turned.
"""
import sys

import numpy as np

import frames
from finite_elements import Material, Solid, cofactors
from meshes import lattice, part, round_shape

OMEGA, BOX = 5.0, [0.4, 0.3, 0.2]
TURN = 2 * np.pi / OMEGA
SCALE = 1000 * OMEGA**2  # rho omega^2; times the square of a length a stress [Pa]


def von_mises(solid):
    """Of the Cauchy stress at the Gauss points [Pa]."""
    P = solid.stress()
    F = solid.gradient(solid.x)
    sigma = np.einsum("ikn,jkn->ijn", P, F) / (F[0] * cofactors(F)[0]).sum(0)
    s = sigma - np.einsum("ij,n->ijn", np.eye(3), np.einsum("iin->n", sigma) / 3)
    return np.sqrt(1.5 * (s * s).sum((0, 1)))


def angle(solid):
    """By which the body is turned about z, in the mean [rad]."""
    X, x, m = solid.X, solid.x, solid.mass
    across = (m * (X[:, 0] * x[:, 1] - X[:, 1] * x[:, 0])).sum()
    return np.arctan2(across, (m * (X[:, 0] * x[:, 0] + X[:, 1] * x[:, 1])).sum())


def turn(mesh, radius):
    solid = Solid(mesh, Material(1000, 1e5, 0.3))
    solid.fix(np.where(np.abs(solid.X[:, 2]) < 1e-9)[0], [0, 0, 1])
    solid.v[:, 0], solid.v[:, 1] = -OMEGA * solid.X[:, 1], OMEGA * solid.X[:, 0]
    inertia = lambda: (solid.mass * (solid.x[:, :2] ** 2).sum(1)).sum()
    first, widest, stress, steps = inertia(), [0.0], [0.0], [0]

    def each_step():
        widest[0] = max(widest[0], inertia() / first - 1)
        steps[0] += 1
        if steps[0] % 10 == 0:
            stress[0] = max(stress[0], von_mises(solid).max())

    frames.run(solid, [], [TURN], each_step)
    return -np.remainder(angle(solid) + np.pi, 2 * np.pi) + np.pi, widest[0], stress[0] / (SCALE * radius**2)


def compute(n):
    h = 0.2 / n
    ball = part(round_shape(n, 0.2, 3), lambda p: p[:, 2] > 0)
    box = lattice(*[np.linspace(a, b, round((b - a) / h) + 1) for a, b in ((-0.2, 0.2), (-0.15, 0.15), (0, 0.1))])
    result = {}
    for name, mesh, radius in (("ball", ball, 0.2), ("box", box, 0.25)):
        late, widest, stress = turn(mesh, radius)
        result[f"{name}: late after 2 pi / omega, in turns"] = (late / (2 * np.pi), "-")
        result[f"{name}: greatest growth of the moment of inertia"] = (widest, "-")
        result[f"{name}: greatest von Mises stress over rho omega^2 R^2"] = (stress, "-")
    return result


if __name__ == "__main__":
    for name, (value, unit) in compute(int(sys.argv[1])).items():
        print(f"{name}: {value:.6g} {unit}")
