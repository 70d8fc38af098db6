"""A ring that two plates without friction press to 0.85 of its height, by plane_solid.py: a
quarter of it, its nodes kept below the plate by a penalty.

    ring.py    prints the force [N] on a ring of the case `squeezed-ring`
"""
import numpy as np
import scipy.sparse as sparse

from plane_solid import Solid

INNER, OUTER, WIDTH = 0.05, 0.07, 0.01
YOUNG, NU = 1e5, 0
PRESSED = 0.85


class Quarter(Solid):
    def __init__(self, around, through):
        def place(p):
            angle, r = np.pi / 2 * (1 - p[..., 0]), INNER + (OUTER - INNER) * p[..., 1]
            return np.stack([r * np.cos(angle), r * np.sin(angle)], axis=-1)
        super().__init__(around, through, place, YOUNG, NU)
        X = self.nodes
        held = [2 * n for n in np.flatnonzero(X[:, 0] < 1e-9)]
        held += [2 * n + 1 for n in np.flatnonzero(X[:, 1] < 1e-9)]
        self.free = np.setdiff1d(self.free, held)
        self.skin = np.flatnonzero(np.hypot(*X.T) > OUTER - 1e-9)

    def plate(self, height, u):
        """Of a penalty on nodes: forces, and their derivative."""
        stiffness = 1e3 * YOUNG
        beyond = np.maximum(0, self.nodes[self.skin, 1] + u[2 * self.skin + 1] - height)
        f, slope = np.zeros_like(u), np.zeros_like(u)
        f[2 * self.skin + 1], slope[2 * self.skin + 1] = stiffness * beyond, stiffness * (beyond > 0)
        return f, sparse.diags(slope).tocsc()

    def pressed(self, steps=40):
        """Force of a plate on the whole ring [N]."""
        u = np.zeros(2 * len(self.nodes))
        for part in np.linspace(1, PRESSED, steps + 1)[1:]:
            step = (1 - PRESSED) / steps  # from an even one that keeps off the plate
            u[1::2] -= step / (part + step) * (self.nodes[:, 1] + u[1::2])
            u = self.balance(u, lambda w: self.plate(part * OUTER, w))
        return 2 * WIDTH * self.plate(PRESSED * OUTER, u)[0].sum()


if __name__ == "__main__":
    for around, through in ((20, 4), (40, 4), (80, 8)):
        print(f"{around} x {through} elements in a quarter: {Quarter(around, through).pressed():.6g} N",
              flush=True)
