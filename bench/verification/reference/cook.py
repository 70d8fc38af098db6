"""Cook's membrane as a slab, by CalculiX on finer and finer meshes of 20-node bricks.

    cook.py    prints the way up [m] of the middle of the loaded end, in the slab's middle plane

Needs what `bench/peers/install.sh --mechanics` installs. Lengths are in m, E = 1e5 Pa; the slab is held
at x = 0, and its sides are free.
"""
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "peers/mechanics"))
import calculix  # noqa: E402
import hexahedra  # noqa: E402

WIDE, HIGH, END, SLAB = 0.48, 0.44, 0.16, 0.08
YOUNG = 1e5


def membrane(cells):
    """`cells` along and up, and a fourth of them across the slab."""
    def place(p):
        x = WIDE * p[..., 0]
        low, high = HIGH / WIDE * x, HIGH + END / WIDE * x
        return np.stack([x, low + (high - low) * p[..., 1], SLAB * (p[..., 2] - 0.5)], axis=-1)
    return hexahedra.joined([hexahedra.block((cells, cells, cells // 4), place, 20)])


def way_up(cells, material, traction, first):
    mesh = membrane(cells)
    held = calculix.held(mesh.where(lambda X: np.abs(X[:, 0]) < 1e-9))
    shares = hexahedra.shares_of_face(mesh, 0, WIDE)
    loads = np.outer(shares * traction, [0, 1, 0])
    deck = calculix.Deck(mesh, "C3D20R", [material], fixed=held,
                         step=calculix.static(calculix.forces(loads), first))
    printed, seconds = deck.run()
    middle = mesh.where(lambda X: np.linalg.norm(X - [WIDE, HIGH + END / 2, 0], axis=1) < 1e-9)
    return printed.tables("displacements")[-1][middle[0], 1], seconds


if __name__ == "__main__":
    elastic = calculix.st_venant_kirchhoff(YOUNG, 1 / 3, 1000)
    plastic = calculix.plastic(YOUNG, 0.3, 1000, 0.01 * YOUNG, 0.3 * YOUNG)
    for cells in (4, 8, 16, 24):
        up, seconds = way_up(cells, elastic, 1e-4 * YOUNG, 1.0)
        print(f"elastic, {cells} elements along: {up:.6e} m ({seconds:.0f} s)", flush=True)
    for cells in (4, 8, 12):
        up, seconds = way_up(cells, plastic, 0.005 * YOUNG, 0.1)
        print(f"plastic, {cells} elements along: {up:.6e} m ({seconds:.0f} s)", flush=True)
