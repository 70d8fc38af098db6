"""The structure of Turek and Hron's benchmark, CSM1 to CSM3, by plane_solid.py and Newmark's average
acceleration.

    turek_hron.py    prints displacements [m] of the end's middle, as published, and of a beam with
                     a straight end, of nu = 0 with the same E / (1 - nu^2)

Published (Turek and Hron, in Fluid-Structure Interaction, Springer 2006, 371-385): CSM1 -0.007187,
-0.06610; CSM2 -0.000469, -0.01697; CSM3 y -0.063607 +- 0.065160 at 1.0995 Hz.
"""
import numpy as np
from scipy.sparse.linalg import splu

from plane_solid import Solid

DENSITY, GRAVITY = 1000, 2


class Beam(Solid):
    """From the cylinder of radius 0.05 m about (0.2, 0.2), or from its tangent x = 0.25, to x = 0.6;
    0.02 m thick."""

    def __init__(self, along, across, young, nu, straight):
        def place(p):
            y = 0.19 + 0.02 * p[..., 1]
            start = 0.25 if straight else 0.2 + np.sqrt(0.05 ** 2 - (y - 0.2) ** 2)
            return np.stack([start + p[..., 0] * (0.6 - start), y], axis=-1)
        super().__init__(along, across, place, young, nu)
        distance = self.nodes[:, 0] - 0.2 if straight else np.hypot(*(self.nodes - 0.2).T)
        self.free = np.flatnonzero(np.repeat(distance > 0.05 + 1e-9, 2))
        self.tip = np.argmin(np.linalg.norm(self.nodes - [0.6, 0.2], axis=1))
        self.inertia = self.mass(DENSITY)
        self.weight = -GRAVITY * (self.inertia @ np.tile([0, 1], len(self.nodes)))

    def at_rest(self, steps=10):
        u = np.zeros(2 * len(self.nodes))
        for n in range(1, steps + 1):
            u = self.balance(u, lambda _: (-n / steps * self.weight, 0 * self.inertia))
        return u.reshape(-1, 2)[self.tip]

    def let_go(self, time, dt):
        """Ways of the tip after each step (n, 2)."""
        M, load = self.inertia, self.weight
        u, v = np.zeros((2, 2 * len(self.nodes)))
        a = np.zeros_like(u)
        a[self.free] = splu(M[self.free][:, self.free].tocsc()).solve(load[self.free])
        ways = []
        for _ in range(round(time / dt)):
            target = u + dt * v + dt * dt / 4 * a
            new = self.balance(u, lambda w: (4 / dt ** 2 * (M @ (w - target)) - load,
                                             4 / dt ** 2 * M))
            after = 4 / dt ** 2 * (new - target)
            u, v, a = new, v + dt / 2 * (a + after), after
            ways.append(u.reshape(-1, 2)[self.tip])
        return np.array(ways)


def low_and_back(ways, dt):
    """The lowest place of the tip, and when it comes up again through half of that."""
    y = ways[:, 1]
    n = np.argmin(y)
    a, b, c = y[n - 1:n + 2]
    low = b - (a - c) ** 2 / (8 * (a - 2 * b + c))
    up = n + np.argmax(y[n:] > low / 2)
    return low, (up + (low / 2 - y[up - 1]) / (y[up] - y[up - 1])) * dt


if __name__ == "__main__":
    for name, young in (("CSM1", 1.4e6), ("CSM2", 5.6e6), ("CSM3", 1.4e6)):
        for material in ((young, 0.4, False), (young / (1 - 0.4 ** 2), 0, True)):
            for along, across in ((35, 2), (70, 4)):
                said = f"{name}, E {material[0]:.6g}, nu {material[1]}, {along} x {across}"
                beam = Beam(along, across, *material)
                if name != "CSM3":
                    x, y = beam.at_rest()
                    print(f"{said}: {x:.6e} {y:.6e} m", flush=True)
                    continue
                for dt in (0.005, 0.0025, 0.00125):
                    low, back = low_and_back(beam.let_go(0.75, dt), dt)
                    print(f"{said}, dt {dt}: lowest {low:.6e} m, half way back after {back:.5f} s",
                          flush=True)
