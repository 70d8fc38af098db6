"""A ball that hits a frictionless rigid plate, by finite elements: what the grid is compared with.

    ball_on_plate.py ELEMENTS SPEED [POISSONS_RATIO]

Axisymmetric triangles with linear velocities, ELEMENTS to a radius, explicit steps, for a ball of radius, density
and speed of pressure waves 1: neo-Hookean (grid/materials/laws/neo_hookean.h), and the same viscosity of shocks
(docs/theory.md, "Shocks") with the element's size in place of h. Nodes that would pass the plate stay on it. Prints
the part of the speed that the ball leaves with, and the energies over that at the start.
"""
import sys

import numpy as np
from scipy.spatial import Delaunay

SHOCK = 2  # factor of the viscosity


def half_disc(n):
    """Places (r, z) on half circles about the origin, and triangles between them."""
    points = [(0.0, 0.0)]
    for i in range(1, n + 1):
        angles = np.linspace(0, np.pi, max(2, round(np.pi * i)) + 1)
        points += [(i / n * abs(np.sin(a)), i / n * np.cos(a)) for a in angles]
    points = np.array(points)
    points[points[:, 0] < 1e-12, 0] = 0
    triangles = Delaunay(points).simplices
    p = points[triangles]
    area = 0.5 * np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0])
    triangles = triangles[np.abs(area) > 1e-9]
    area = area[np.abs(area) > 1e-9]
    triangles[area < 0] = triangles[area < 0][:, ::-1]
    return points, triangles


class Ball:
    def __init__(self, n, speed, nu):
        self.mu = (1 - 2 * nu) / (2 * (1 - nu))
        self.lam = 1 - 2 * self.mu
        points, self.triangles = half_disc(n)
        p = points[self.triangles]
        r, z = p[:, :, 0], p[:, :, 1]
        following, before = [1, 2, 0], [2, 0, 1]
        area = 0.5 * (r * (z[:, following] - z[:, before])).sum(1)
        self.size = np.sqrt(2 * area)
        self.radius = r.mean(1)
        self.volume = 2 * np.pi * self.radius * area
        self.slope = np.stack([z[:, following] - z[:, before], r[:, before] - r[:, following]], -1) / (2 * area)[:, None, None]
        self.mass = np.bincount(self.triangles.ravel(), np.repeat(self.volume / 3, 3))
        self.x = points + [0, 1]
        self.v = np.zeros_like(points) + [0, -speed]
        self.axis = points[:, 0] == 0
        self.speed, self.dissipated = speed, 0.0
        self.start = self.kinetic()

    def kinetic(self):
        return 0.5 * (self.mass * (self.v**2).sum(1)).sum()

    def gradient(self, values):
        """d(values)/dX in the plane, (triangles, 2, 2), and around the axis."""
        at = values[self.triangles]
        return np.einsum("tna,tnb->tab", at, self.slope), at[:, :, 0].mean(1) / self.radius

    def step(self):
        F, around = self.gradient(self.x)
        inverse = np.linalg.inv(F)
        det = np.linalg.det(F) * around
        pressure = (self.lam * np.log(det) - self.mu)[:, None, None]
        P = self.mu * F + pressure * inverse.transpose(0, 2, 1)
        P_around = self.mu * around + pressure[:, 0, 0] / around
        self.elastic = (self.volume * (0.5 * self.mu * ((F**2).sum((1, 2)) + around**2 - 3) - self.mu * np.log(det)
                                       + 0.5 * self.lam * np.log(det) ** 2)).sum()
        rate, rate_around = self.gradient(self.v)
        L, L_around = rate @ inverse, rate_around / around
        D = 0.5 * (L + L.transpose(0, 2, 1))
        trace = D[:, 0, 0] + D[:, 1, 1] + L_around
        b = SHOCK * self.size**2 * np.maximum(0, -trace)
        s = b[:, None, None] * (2 * self.mu * D + (self.lam * trace)[:, None, None] * np.eye(2))
        s_around = b * (2 * self.mu * L_around + self.lam * trace)
        power = (self.volume * det * ((s * D).sum((1, 2)) + s_around * L_around)).sum()
        P += det[:, None, None] * s @ inverse.transpose(0, 2, 1)
        P_around += det * s_around / around
        force = -self.volume[:, None, None] * np.einsum("tab,tnb->tna", P, self.slope)
        force[:, :, 0] -= (self.volume * P_around / self.radius / 3)[:, None]
        dt = 0.12 * self.size.min() * min(1, det.min())
        for a in range(2):
            self.v[:, a] += dt * np.bincount(self.triangles.ravel(), force[:, :, a].ravel()) / self.mass
        self.v[self.axis, 0] = 0
        passes = self.x[:, 1] + dt * self.v[:, 1] < 0
        self.v[passes, 1] = -self.x[passes, 1] / dt
        self.x += dt * self.v
        self.dissipated += dt * power
        return dt


def main():
    n, speed = int(sys.argv[1]), float(sys.argv[2])
    ball = Ball(n, speed, float(sys.argv[3]) if len(sys.argv) > 3 else 0.3)
    time = 0.0
    while time < 6:
        time += ball.step()
    momentum = (ball.mass * ball.v[:, 1]).sum() / ball.mass.sum()
    print(f"leaves with {momentum / speed:.4f} of its speed; kinetic {ball.kinetic() / ball.start:.4f}, elastic "
          f"{ball.elastic / ball.start:.4f}, dissipated by viscosity {ball.dissipated / ball.start:.4f}")


main()
