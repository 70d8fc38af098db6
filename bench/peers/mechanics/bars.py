"""Bars and cylinders that are held, for CalculiX: functions of element and cells across, that give
what is measured and the seconds that it took; and what is exact. SI units."""
import numpy as np

import calculix as ccx
import hexahedra as hexa
from constants import DENSITY, LENGTH, THICK, YOUNG, shear_modulus

TURN, FREE = 0.02, 0.2  # of ends against each other [rad], between them [m]
SOFT = 0.25  # gravity on what hangs [m/s^2]


def ends(mesh, *values):
    """Nodes at heights z, one array each."""
    return [mesh.where(lambda X: np.abs(X[:, 2] - z) < 1e-9) for z in values]


def hanging(element, lengths, along, across, materials, step, printed="U"):
    """A bar from z = 0 up, held at its upper end."""
    mesh = hexa.bar(THICK, lengths, across, along, ccx.ELEMENTS[element])
    top, = ends(mesh, LENGTH)
    deck = ccx.Deck(mesh, element, materials, ccx.held(top), step=ccx.static(step), printed=printed)
    deck.model = "*ELSET, ELSET=ALLPARTS\n" + "".join(f"PART{i}\n" for i in range(len(materials)))
    printed, seconds = deck.run()
    return mesh, top, printed, seconds


def one_part(element, n, step, printed="U"):
    return hanging(element, [LENGTH], [4 * n], n, [ccx.neo_hookean(YOUNG, 0, DENSITY)], step, printed)


def mean_displacement(mesh, printed, weights=None):
    share = hexa.volumes_of_nodes(mesh, weights)
    return share @ printed.tables("displacements")[-1] / share.sum()


def hanging_bar(element, n):
    mesh, _, printed, seconds = one_part(element, n, ccx.gravity([0, 0, -SOFT]))
    return -mean_displacement(mesh, printed)[2], seconds


def hanging_bar_reaction(element, n):
    """ccx prints what stresses make of forces: the weight that the nodes at the top bear is added."""
    mesh, top, printed, seconds = one_part(element, n, ccx.gravity([0, 0, -SOFT]), "RF")
    weight = DENSITY * SOFT * hexa.volumes_of_nodes(mesh)
    return (printed.tables("forces")[-1][:, 2] + weight)[top].sum(), seconds


def two_part_bar(element, n):
    """Elements end where the materials meet, 0.4 of the length up."""
    lower = round(0.4 * 4 * n)
    materials = [ccx.neo_hookean(4 * YOUNG, 0, 2 * DENSITY), ccx.neo_hookean(YOUNG, 0, DENSITY)]
    mesh, _, printed, seconds = hanging(element, [0.4 * LENGTH, 0.6 * LENGTH], [lower, 4 * n - lower],
                                        n, materials, ccx.gravity([0, 0, -SOFT]))
    return -mean_displacement(mesh, printed, np.array([2.0, 1.0])[mesh.parts])[2], seconds


def way_of_two_parts():
    """u' = N/EA with N the weight below, by parts; its mean by mass [m]."""
    a, b, above, below, stiffer = 0.6 * LENGTH, 0.4 * LENGTH, DENSITY, 2 * DENSITY, 4
    end = below * a * b + above * a * a / 2
    total = (above * (below * b * a * a / 2 + above * a ** 3 / 3)
             + below * (end * b + below * b ** 3 / (3 * stiffer)))
    return SOFT / YOUNG * total / (above * a + below * b)


def cantilever(element, n):
    mesh, _, printed, seconds = one_part(element, n, ccx.gravity([0.02, 0, 0]))
    return mean_displacement(mesh, printed)[0], seconds


def cantilever_deflection():
    """q L^4 / 20 E I + q L^2 / (3 5/6 G A) [m]."""
    q, inertia, area = DENSITY * THICK ** 2 * 0.02, THICK ** 4 / 12, THICK ** 2
    return (q * LENGTH ** 4 / (20 * YOUNG * inertia)
            + q * LENGTH ** 2 / (3 * 5 / 6 * shear_modulus(0) * area))


def pulled_bar(element, n):
    mesh = hexa.bar(THICK, [LENGTH], n, [4 * n], ccx.ELEMENTS[element])
    load = np.outer(hexa.shares_of_face(mesh, 2, 0.0), [0, 0, -0.1 * YOUNG])
    deck = ccx.Deck(mesh, element, [ccx.neo_hookean(YOUNG, 0, DENSITY)],
                    ccx.held(ends(mesh, LENGTH)[0]), step=ccx.static(ccx.forces(load), 0.25))
    printed, seconds = deck.run()
    return hexa.mean_gradient(mesh, printed.tables("displacements")[-1])[2, 2] - 1, seconds


def turned_ends(mesh, element, material, axis, first=0.5):
    """Mean torque [N m] about an axis with which the ends of a solid about the origin are held when
    they have been turned by half of TURN each."""
    across = [i for i in range(3) if i != axis]
    moves, halves = [], []
    for end, side in zip(ends(mesh, FREE / 2, -FREE / 2), (1, -1)):
        angle = side * TURN / 2 * (1 if axis == 2 else -1)  # about y, z turns to x
        turn = np.eye(3)
        turn[np.ix_(across, across)] = [[np.cos(angle), -np.sin(angle)],
                                        [np.sin(angle), np.cos(angle)]]
        moves += [(n, (turn - np.eye(3)) @ mesh.nodes[n]) for n in end]
        halves.append((end, side, mesh.nodes[end] @ turn.T))
    deck = ccx.Deck(mesh, element, [material], step=ccx.static(ccx.moved(moves), first), printed="RF")
    printed, seconds = deck.run()
    force = printed.tables("forces")[-1]
    return sum(0.5 * side * np.cross(x, force[end]).sum(axis=0)[axis]
               for end, side, x in halves), seconds


def twisted(element, n, material, first=0.5):
    mesh = hexa.cylinder(THICK / 2, FREE, n, 2 * n, ccx.ELEMENTS[element])
    return turned_ends(mesh, element, material, 2, first)


def twisted_cylinder(element, n):
    return twisted(element, n, ccx.neo_hookean(YOUNG, 0.3, DENSITY))


SURFACE_STRAIN = 0.5 * THICK * TURN / FREE
YIELDING, HARDENING = 0.4 * SURFACE_STRAIN, 0.3 * YOUNG  # [-], [Pa]


def yielding_cylinder(element, n):
    stress = np.sqrt(3) * shear_modulus(0.3) * YIELDING
    return twisted(element, n, ccx.plastic(YOUNG, 0.3, DENSITY, stress, HARDENING), 0.05)


def torque_beyond_yield():
    """2 pi int tau r^2 dr: mu g in the core, then tau_y + mu H / (3 mu + H) (g - g_y) [N m]."""
    mu, R = shear_modulus(0.3), 0.5 * THICK
    part, core, rate = mu * HARDENING / (3 * mu + HARDENING), 0.4 * R, SURFACE_STRAIN / R
    return 2 * np.pi * (mu * rate * core ** 4 / 4 + (mu - part) * YIELDING * (R ** 3 - core ** 3) / 3
                        + part * rate * (R ** 4 - core ** 4) / 4)


def bent_bar(element, n):
    mesh = hexa.bar(THICK, [FREE], n, [2 * n], ccx.ELEMENTS[element])
    mesh.nodes[:, 2] -= FREE / 2
    return turned_ends(mesh, element, ccx.neo_hookean(YOUNG, 0, DENSITY), 1)
