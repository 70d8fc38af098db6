"""Laws at finite strain, and balls under pressure and between plates, for CalculiX, as in bars.py."""
import numpy as np

import calculix as ccx
import hexahedra as hexa
from constants import DENSITY, THICK, YOUNG, lame_lambda, shear_modulus


def stretched_box(element, n, law, tractions):
    """Mean deformation gradient of a box under nominal tractions P (3, 3) [Pa] of its faces, their
    force's axis first. Corners are held so that F is symmetric, which no force needs."""
    edge = 0.1
    mesh = hexa.bar(edge, [edge], n, [n], ccx.ELEMENTS[element])
    mesh.nodes += [edge / 2, edge / 2, 0]
    load = sum(np.outer(hexa.shares_of_face(mesh, axis, edge) - hexa.shares_of_face(mesh, axis, 0.0),
                        tractions[:, axis]) for axis in range(3))
    corner = [mesh.where(lambda X: np.abs(X - at).max(axis=1) < 1e-9)[0]
              for at in [np.zeros(3), *(edge * np.eye(3))]]
    deck = ccx.Deck(mesh, element, [law(YOUNG, 0.3, DENSITY)],
                    ccx.held([corner[0]]) + [(corner[1], 1), (corner[3], 1)],
                    step=ccx.static(ccx.forces(load), 0.1))
    deck.model = f"*EQUATION\n2\n{corner[1] + 1}, 3, 1, {corner[3] + 1}, 1, -1\n"
    printed, seconds = deck.run()
    return hexa.mean_gradient(mesh, printed.tables("displacements")[-1]), seconds


def tension(law):
    def measure(element, n):
        F, seconds = stretched_box(element, n, law, np.diag([2e4, 0, 0]))
        return F[0, 0] - 1, seconds
    return measure


def shear(law):
    def measure(element, n):
        F, seconds = stretched_box(element, n, law, np.array([[1e4, 0, 5e3], [0, 0, 0], [5e3, 0, 1e4]]))
        return 0.5 * (F[0, 2] + F[2, 0]), seconds
    return measure


def svk_stress(s):
    """dW/ds of st_venant_kirchhoff, nu = 0.3, at principal stretches (3) [Pa]."""
    e = 0.5 * (s * s - 1)
    return s * (2 * shear_modulus(0.3) * e + lame_lambda(0.3) * e.sum())


def ciarlet_stress(s):
    """dW/ds of neo_hookean, nu = 0.3, likewise."""
    return shear_modulus(0.3) * (s - 1 / s) + lame_lambda(0.3) * (s.prod() ** 2 - 1) / (2 * s)


def stretches_under(stress, nominal):
    """Where dW/ds is what is asked for [Pa], by Newton's method with a load that grows."""
    s = np.ones(3)
    for n in range(1, 61):
        missing = min(1, n / 20) * np.array(nominal) - stress(s)
        stiffness = np.stack([(stress(s + d) - stress(s - d)) / 2e-6 for d in 1e-6 * np.eye(3)], axis=1)
        s = s + np.linalg.solve(stiffness, missing)
    return s


def tension_exact(stress):
    return stretches_under(stress, [2e4, 0, 0])[0] - 1


def shear_exact(stress):
    """F is symmetric, and dW/ds = (P + T, P - T, 0) along the diagonals."""
    s = stretches_under(stress, [1.5e4, 5e3, 0])
    return 0.5 * (s[0] - s[1])


def pressed_ball(element, n):
    mesh = hexa.ball(THICK / 2, n, ccx.ELEMENTS[element])
    skin = mesh.faces(lambda X: np.abs(np.linalg.norm(X, axis=1) - THICK / 2) < 1e-9)
    deck = ccx.Deck(mesh, element, [ccx.neo_hookean(YOUNG, 0.3, DENSITY)], ccx.on_planes(mesh),
                    step=ccx.static(ccx.pressure(skin, 0.2 * YOUNG), 0.1))
    printed, seconds = deck.run()
    return np.linalg.det(hexa.mean_gradient(mesh, printed.tables("displacements")[-1])), seconds


def pressed_volume():
    """s^3 where dW/ds / s^2 = -p."""
    low, high = 0.5, 1.0
    for _ in range(60):
        s = 0.5 * (low + high)
        below = ciarlet_stress(np.full(3, s))[0] / (s * s) + 0.2 * YOUNG < 0
        low, high = (s, high) if below else (low, s)
    return low ** 3


def hollow_ball(element, n):
    """Over the wall n elements, and fewer in all than ours has cells."""
    inner, outer, nu = 0.025, 0.05, 0.3
    mesh = hexa.hollow_ball(inner, outer, n, 2 * round(1.1 * n), ccx.ELEMENTS[element])
    inside = mesh.faces(lambda X: np.abs(np.linalg.norm(X, axis=1) - inner) < 1e-9)
    deck = ccx.Deck(mesh, element, [ccx.neo_hookean(YOUNG, nu, DENSITY)], ccx.on_planes(mesh),
                    step=ccx.static(ccx.pressure(inside, 0.005 * YOUNG), 0.5))
    printed, seconds = deck.run()
    u, r = printed.tables("displacements")[-1], np.linalg.norm(mesh.nodes, axis=1)
    a3, b3 = inner ** 3, outer ** 3
    part = 0.005 * a3 / (b3 - a3) * ((1 - 2 * nu) + (1 + nu) * b3 / (2 * r ** 3))  # Lame, of X
    exact, share = part[:, None] * mesh.nodes, hexa.volumes_of_nodes(mesh)
    return (share @ (u * exact).sum(axis=1)) / (share @ (exact * exact).sum(axis=1)), seconds


RADIUS, WAY = 0.1, 0.005  # of a ball between plates, of each plate [m]


def hertz_force():
    """4/3 E/(1 - nu^2) sqrt(R) d^1.5 [N]."""
    return 4 / 3 * YOUNG / (1 - 0.3 ** 2) * np.sqrt(RADIUS) * WAY ** 1.5


def squeezed_ball(element, n):
    """Its upper half, of whose plate the stiffness is such that overlaps are 0.1 % of the way."""
    mesh = hexa.ball(RADIUS, n, ccx.ELEMENTS[element]).above()
    skin = mesh.faces(lambda X: (np.abs(np.linalg.norm(X, axis=1) - RADIUS) < 1e-9)
                      & (X[:, 2] > 0.5 * RADIUS))
    cards, plate = ccx.plate_above(mesh, skin, RADIUS, 2 * RADIUS, 3e9)
    deck = ccx.Deck(mesh, element, [ccx.neo_hookean(YOUNG, 0.3, DENSITY)], ccx.on_planes(mesh), cards,
                    ccx.static(ccx.moved([(p, [0, 0, -WAY]) for p in plate]), 0.05), "RF")
    printed, seconds = deck.run()
    middle = mesh.where(lambda X: np.abs(X[:, 2]) < 1e-9)
    return printed.tables("forces")[-1][middle, 2].sum(), seconds
