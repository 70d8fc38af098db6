"""Taylor's bar by finite elements: axisymmetric, explicit, 4-node quadrilaterals with F-bar (de Souza
Neto et al., Int. J. Solids Struct. 33 (1996) 3277-3296), J2 plasticity at finite strain (Simo and
Hughes, Computational Inelasticity, 1998, box 9.1), a wall without friction.

    taylor_bar.py    prints stretches along and across of the affine motion that is nearest by mass,
                     mean over the period of the bar's vibration after it has left the wall

Needs numpy. SI units; the bar of the cases `taylor-bar-...`.
"""
import numpy as np

RADIUS, LENGTH, SPEED, DENSITY = 0.03, 0.15, 0.5, 1000
YOUNG, NU = 1e5, 0.3
YIELD = 0.005 * YOUNG
MU, KAPPA = YOUNG / (2 * (1 + NU)), YOUNG / (3 * (1 - 2 * NU))
START, END = 0.2, 0.23  # of the mean [s]


def slopes(at):
    """Shape functions (4) and their derivatives (4, 2) at a point of [-1, 1]^2."""
    x, y = at
    a, b = np.array([-1, 1, 1, -1]), np.array([-1, -1, 1, 1])
    return ((1 + a * x) * (1 + b * y) / 4,
            np.stack([a * (1 + b * y), b * (1 + a * x)], axis=1) / 4)


class Bar:
    def __init__(self, across, along, hardening):
        self.hardening = hardening
        r, z = np.meshgrid(np.linspace(0, RADIUS, across + 1), np.linspace(0, LENGTH, along + 1))
        self.X = np.stack([r.ravel(), z.ravel()], axis=1)
        i, j = np.meshgrid(np.arange(across), np.arange(along))
        first = (j * (across + 1) + i).ravel()
        self.elements = np.stack([first, first + 1, first + across + 2, first + across + 1], 1)
        self.size = min(RADIUS / across, LENGTH / along)
        self.mass = np.zeros(len(self.X))
        gauss = np.array([(a, b) for b in (-1, 1) for a in (-1, 1)]) / np.sqrt(3)
        self.points = [self.point(at) for at in gauss]
        self.middle = self.point((0, 0))
        for value, _, R, volume in self.points:
            np.add.at(self.mass, self.elements, DENSITY * volume[:, None] * value)
        n = len(self.elements)
        self.elastic = [np.tile(np.eye(3), (n, 1, 1)) for _ in gauss]
        self.strain = [np.zeros(n) for _ in gauss]
        self.last = [np.tile(np.eye(3), (n, 1, 1)) for _ in gauss]

    def point(self, at):
        value, slope = slopes(at)
        places = self.X[self.elements]
        J = np.einsum("mni,nj->mij", places, slope)
        R = places[:, :, 0] @ value
        return value, slope @ np.linalg.inv(J), R, 2 * np.pi * R * np.linalg.det(J)

    def gradient(self, x, point):
        value, B, R, _ = point
        F = np.zeros((len(self.elements), 3, 3))
        F[:, :2, :2] = np.einsum("mni,mnj->mij", x[self.elements], B)
        F[:, 2, 2] = x[self.elements][:, :, 0] @ value / R
        return F

    def flow(self, k, F):
        """Kirchhoff's stress at a point of all elements, whose state it moves on to F."""
        f = F @ np.linalg.inv(self.last[k])
        f = f / np.cbrt(np.linalg.det(f))[:, None, None]
        b = f @ self.elastic[k] @ np.swapaxes(f, 1, 2)
        mean = np.trace(b, axis1=1, axis2=2) / 3
        s = MU * (b - mean[:, None, None] * np.eye(3))
        size = np.sqrt(np.einsum("mij,mij->m", s, s)) + 1e-300
        beyond = size - np.sqrt(2 / 3) * (YIELD + self.hardening * self.strain[k])
        amount = np.maximum(beyond, 0) / (2 * MU * mean + 2 / 3 * self.hardening)
        s = s * (1 - 2 * MU * mean * amount / size)[:, None, None]
        self.strain[k] = self.strain[k] + np.sqrt(2 / 3) * amount
        self.elastic[k] = s / MU + mean[:, None, None] * np.eye(3)
        self.last[k] = F
        J = np.linalg.det(F)
        return s + (KAPPA / 2 * (J * J - 1))[:, None, None] * np.eye(3)

    def forces(self, x):
        """Of the stresses on nodes [N]."""
        result = np.zeros_like(x)
        J0 = np.linalg.det(self.gradient(x, self.middle))
        for k, point in enumerate(self.points):
            value, B, R, volume = point
            F = self.gradient(x, point)
            J = np.linalg.det(F)
            tau = self.flow(k, F * np.cbrt(J0 / J)[:, None, None])
            weight = volume * J / J0
            slope = np.einsum("mnj,mji->mni", B, np.linalg.inv(F[:, :2, :2]))
            f = np.einsum("mij,mnj->mni", tau[:, :2, :2], slope)
            f[:, :, 0] += (tau[:, 2, 2] / (R * F[:, 2, 2]))[:, None] * value
            np.add.at(result, self.elements, weight[:, None, None] * f)
        return result

    def stretches(self, x):
        Z, z = self.X[:, 1], x[:, 1]
        of = Z - self.mass @ Z / self.mass.sum()
        R = self.X[:, 0]
        return np.array([self.mass @ (z * of) / (self.mass @ (of * of)),
                         self.mass @ (x[:, 0] * R) / (self.mass @ (R * R))])

    def hit(self):
        x, v = self.X.copy(), np.zeros_like(self.X)
        v[:, 1] = -SPEED
        dt = 0.2 * self.size / np.sqrt((KAPPA + 4 / 3 * MU) / DENSITY)
        sums, count, time = 0, 0, 0
        while time < END:
            v -= dt * self.forces(x) / self.mass[:, None]
            v[self.X[:, 0] == 0, 0] = 0
            v[:, 1] = np.maximum(v[:, 1], -x[:, 1] / dt)
            x += dt * v
            time += dt
            if time > START:
                sums, count = sums + self.stretches(x), count + 1
        return sums / count, x[:, 1].min(), max(s.max() for s in self.strain)


if __name__ == "__main__":
    for part in (0.02, 0.2):
        for across in (4, 8, 16):
            (along, wide), above, strain = Bar(across, 5 * across, part * YOUNG).hit()
            print(f"H {part} E, {across} x {5 * across} elements: along {along:.5f}, across {wide:.5f}, "
                  f"{above:.4f} m above the wall, plastic strain up to {strain:.2f}", flush=True)
