"""Vibrations, for CalculiX, as in bars.py: frequencies of modes, without steps in time."""
import numpy as np

import calculix as ccx
import hexahedra as hexa
from constants import DENSITY, LENGTH, THICK, YOUNG, lame_lambda, shear_modulus


def vibrating(mesh, element, materials, mode, modes, fixed=()):
    """Frequency [1/s] of the mode, of so many of the lowest, that is most like a field of places (N, 3)."""
    deck = ccx.Deck(mesh, element, materials, list(fixed), step=ccx.vibration(modes))
    printed, seconds = deck.run()
    share, field = hexa.volumes_of_nodes(mesh), mode(mesh.nodes)
    likeness = [(share @ (u * field).sum(axis=1)) ** 2 / (share @ (u * u).sum(axis=1))
                / (share @ (field * field).sum(axis=1)) for u in printed.tables("displacements")]
    best = int(np.argmax(likeness))
    if likeness[best] < 0.5:
        raise RuntimeError(f"no mode is like the one asked for: {likeness[best]:.2g} at most")
    return printed.frequencies()[best], seconds


def along_bar(X):
    return np.cos(np.pi * X[:, 2:] / LENGTH) * [0, 0, 1]


def bar_along(element, n):
    mesh = hexa.bar(THICK, [LENGTH], n, [4 * n], ccx.ELEMENTS[element])
    return vibrating(mesh, element, [ccx.st_venant_kirchhoff(YOUNG, 0, DENSITY)], along_bar, 20)


def two_part_bar_along(element, n):
    mesh = hexa.bar(THICK, [LENGTH / 2] * 2, n, [2 * n] * 2, ccx.ELEMENTS[element])
    materials = [ccx.st_venant_kirchhoff(stiff * YOUNG, 0, DENSITY) for stiff in (1, 4)]
    return vibrating(mesh, element, materials, along_bar, 20)


def bar_torsion(element, n):
    """The cylinder is twice as long as it is wide."""
    mesh = hexa.cylinder(THICK / 2, 2 * THICK, n, 2 * n, ccx.ELEMENTS[element])
    return vibrating(mesh, element, [ccx.st_venant_kirchhoff(YOUNG, 0.3, DENSITY)],
                     lambda X: np.sin(np.pi * X[:, 2:] / (2 * THICK)) * X[:, [1, 0, 2]] * [-1, 1, 0], 30)


def ball_breathing(element, n):
    """Its planes of symmetry are held, which leaves out most other modes."""
    mesh = hexa.ball(THICK / 2, n, ccx.ELEMENTS[element])
    return vibrating(mesh, element, [ccx.st_venant_kirchhoff(YOUNG, 0.3, DENSITY)], lambda X: X,
                     min(40, len(mesh.nodes) // 3), ccx.on_planes(mesh))


def ball_torsion(element, n):
    mesh = hexa.ball(THICK / 2, n, ccx.ELEMENTS[element])
    return vibrating(mesh, element, [ccx.st_venant_kirchhoff(YOUNG, 0.3, DENSITY)],
                     lambda X: X[:, 2:] * X[:, [1, 0, 2]] * [-1, 1, 0], 24)


def root_of(f, low, high):
    """Where f is zero, by bisection; f(low) < 0 < f(high)."""
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if f(middle) < 0 else (low, middle)
    return low


def j0(x):
    return np.sin(x) / x


def j1(x):
    return (j0(x) - np.cos(x)) / x


def j2(x):
    return 3 * j1(x) / x - j0(x)


def two_part_frequency():
    """a c / pi L, tan(a/2)^2 = 2 [1/s]."""
    return 2 * np.arctan(np.sqrt(2)) * np.sqrt(YOUNG / DENSITY) / (np.pi * LENGTH)


def breathing_frequency():
    """u = j1(k r), of which sigma_rr is 0 at R (Lamb 1882) [1/s]."""
    mu, lam = shear_modulus(0.3), lame_lambda(0.3)
    kR = root_of(lambda x: -((lam + 2 * mu) * (j0(x) - 2 * j1(x) / x) + 2 * lam * j1(x) / x), 1, 4)
    return kR / (THICK / 2) * np.sqrt((lam + 2 * mu) / DENSITY) / (2 * np.pi)


def torsion_frequency():
    """u = j2(k r) about an axis, d(u/r)/dr = 0 at R (Lamb, likewise) [1/s]."""
    kR = root_of(lambda x: 4 * j2(x) - x * j1(x), 1, 4)
    return kR / (THICK / 2) * np.sqrt(shear_modulus(0.3) / DENSITY) / (2 * np.pi)
