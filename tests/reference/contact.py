"""Contact for finite_elements.py: rigid plates by multipliers, deformable bodies by a stiff penalty.

Plate     a node that would pass it gets the impulse that leaves it there, and friction up to the cone's edge: multipliers
          of the forward increment (Carpenter, Taylor and Katona, Int. J. Numer. Methods Eng. 32 (1991) 103-128), which for
          lumped masses and one rigid plate are found node by node. No penetration; what a node brings along is lost, O(h).
Surfaces  two half passes, in each of which the Gauss points of one surface are pressed out of the other along its normal
          (Sauer and De Lorenzis, Int. J. Numer. Methods Eng. 101 (2015) 251-280), but with both sides of each force
          applied, so that momentum stays. With k = STIFFNESS (lambda + 2 mu) / h for each area, overlap is the strain that
          the pressure makes times h / STIFFNESS: an error of the first order that the refinements show.
          Friction is a spring of the same stiffness that slips at the cone's edge.
"""
import numpy as np
from scipy.spatial import cKDTree

STIFFNESS = 5.0
CANDIDATES, SEARCH_EVERY = 6, 10


class Plate:
    """A rigid half space: x[axis] * side >= place * side is free. It moves along the axis only."""

    def __init__(self, axis, side, place, nodes, friction=0.0, speed=lambda time: 0.0):
        self.axis, self.side, self.place, self.nodes = axis, side, place, np.asarray(nodes)
        self.friction, self.speed = friction, speed
        self.force, self.work, self.slid, self.touching = 0.0, 0.0, 0.0, False

    def add_forces(self, solid, f, dt):
        pass

    def change_velocities(self, solid, dt):
        """`force` is that of the step along the axis [N]; `work` that of the plate on the solid [J]."""
        V = self.speed(solid.time + 0.5 * dt)
        self.place += dt * V
        x, v, m = solid.x[self.nodes], solid.v[self.nodes], solid.mass[self.nodes]
        gap = self.side * (x[:, self.axis] + dt * v[:, self.axis] - self.place)
        normal = np.maximum(0, -gap) / dt  # velocities that the plate adds, away from it
        v[:, self.axis] += self.side * normal
        if self.friction > 0:
            along = np.delete(np.arange(solid.d), self.axis)
            sliding = v[:, along]
            speed = np.linalg.norm(sliding, axis=1)
            stopped = np.minimum(speed, self.friction * normal)
            taken = sliding * (stopped / np.maximum(speed, 1e-300))[:, None]
            v[:, along] -= taken
            self.slid += 0.5 * (m[:, None] * taken * (v + solid.before[self.nodes])[:, along]).sum()
        solid.v[self.nodes] = v
        self.touching = bool((normal > 0).any())
        self.force = self.side * (m * normal).sum() / dt
        self.work += self.force * V * dt


class HalfPass:
    """Points of one surface against the faces of another, of the same solid."""

    def __init__(self, solid, points_of, faces, friction, stiffness):
        g = 0.5 + np.array([-1, 1]) / np.sqrt(12)
        a, b = [u.ravel() for u in np.meshgrid(g, g)]
        self.N = np.stack([(1 - a) * (1 - b), a * (1 - b), a * b, (1 - a) * b], 1)  # (point, corner)
        X = solid.X[points_of]
        area = 0.5 * np.linalg.norm(np.cross(X[:, 2] - X[:, 0], X[:, 3] - X[:, 1]), axis=1)
        self.area = np.repeat(area / 4, 4)
        self.own = np.repeat(points_of, 4, 0)
        self.weights = np.tile(self.N, (len(points_of), 1))
        self.faces, self.friction, self.k = faces, friction, stiffness
        self.traction = np.zeros((len(self.area), 3))
        self.reach = 2 * np.sqrt(area.max())
        self.age, self.near, self.candidates = 0, np.zeros(0, int), None

    def _search(self, solid):
        """Every few steps: which points are near the other surface, and the faces that are nearest to each."""
        p = np.einsum("pc,pci->pi", self.weights, solid.x[self.own])
        tree = cKDTree(solid.x[self.faces].mean(1))
        distance, faces = tree.query(p, k=CANDIDATES, distance_upper_bound=2 * self.reach)
        self.near = np.where(np.isfinite(distance[:, 0]))[0]
        found = faces[self.near]
        self.candidates = np.where(found < len(self.faces), found, found[:, :1])
        forgotten = np.ones(len(p), bool)
        forgotten[self.near] = False
        self.traction[forgotten] = 0

    def _project(self, p, corners):
        """Nearest places on bilinear faces, (..., 4, 3): coordinates in the face, and the shape functions there."""
        s = np.full(p.shape[:-1] + (2,), 0.5)
        for _ in range(4):
            N, du, dv = shapes(s, corners)
            r = p - np.einsum("...c,...ci->...i", N, corners)
            uu, uv, vv = (du * du).sum(-1), (du * dv).sum(-1), (dv * dv).sum(-1)
            ru, rv = (r * du).sum(-1), (r * dv).sum(-1)
            det = uu * vv - uv * uv
            s = s + np.stack([vv * ru - uv * rv, uu * rv - uv * ru], -1) / det[..., None]
            s = np.clip(s, 0, 1)
        return s

    def apply(self, solid, f, dt):
        """Adds the forces; returns the energy in the springs, what friction took, and the force on the points."""
        if self.age % SEARCH_EVERY == 0:
            self._search(solid)
        self.age += 1
        if self.near.size == 0:
            return 0.0, 0.0, np.zeros(3)
        own, weights = self.own[self.near], self.weights[self.near]
        p = np.einsum("pc,pci->pi", weights, solid.x[own])
        corners = solid.x[self.faces[self.candidates]]
        s = self._project(p[:, None], corners)
        N, du, dv = shapes(s, corners)
        r = p[:, None] - np.einsum("...c,...ci->...i", N, corners)
        best = (r * r).sum(-1).argmin(1)
        row = np.arange(len(p))
        N, r = N[row, best], r[row, best]
        n = np.cross(du[row, best], dv[row, best])
        n /= np.linalg.norm(n, axis=1, keepdims=True)
        gap = (r * n).sum(1)
        beside = np.linalg.norm(r - gap[:, None] * n, axis=1)
        touch = (gap < 0) & (gap > -0.5 * self.reach) & (beside < 0.05 * self.reach)
        self.traction[self.near[~touch]] = 0
        at = self.near[touch]
        n, gap, N, own, weights = n[touch], gap[touch], N[touch], own[touch], weights[touch]
        other = self.faces[self.candidates[row, best]][touch]
        pressure = -self.k * gap
        v = np.einsum("pc,pci->pi", weights, solid.v[own]) - np.einsum("pc,pci->pi", N, solid.v[other])
        t = self.traction[at] - self.k * dt * v
        t -= (t * n).sum(1, keepdims=True) * n
        size = np.linalg.norm(t, axis=1)
        kept = np.minimum(size, self.friction * pressure)
        t *= (kept / np.maximum(size, 1e-300))[:, None]
        self.traction[at] = t
        force = self.area[at, None] * (pressure[:, None] * n + t)
        for nodes, share in ((own, weights), (other, -N)):
            for i in range(3):
                f[:, i] += np.bincount(nodes.ravel(), (share * force[:, i:i + 1]).ravel(), len(f))
        spring = 0.5 * (self.area[at] * (pressure**2 + kept**2)).sum() / self.k
        slip = (self.area[at] * (size - kept) * kept).sum() / self.k
        return spring, slip, force.sum(0)


def shapes(s, corners):
    """Shape functions of bilinear faces at s, and the slopes of the face along both coordinates."""
    a, b = s[..., 0], s[..., 1]
    N = np.stack([(1 - a) * (1 - b), a * (1 - b), a * b, (1 - a) * b], -1)
    Na = np.stack([b - 1, 1 - b, b, -b], -1)
    Nb = np.stack([a - 1, -a, a, 1 - a], -1)
    return N, np.einsum("...c,...ci->...i", Na, corners), np.einsum("...c,...ci->...i", Nb, corners)


class Surfaces:
    """Two surfaces of a solid that may not pass each other. `force` is that on the first [N], (3,)."""

    def __init__(self, solid, first, second, friction, size):
        k = 0.5 * STIFFNESS * solid.material.wave_modulus / size
        self.passes = [HalfPass(solid, first, second, friction, k), HalfPass(solid, second, first, friction, k)]
        self.force, self.spring, self.slid, self.touching = np.zeros(3), 0.0, 0.0, False

    def add_forces(self, solid, f, dt):
        results = [p.apply(solid, f, dt) for p in self.passes]
        self.spring = sum(r[0] for r in results)
        self.slid += sum(r[1] for r in results)
        self.force = results[0][2] - results[1][2]
        self.touching = self.spring > 0

    def change_velocities(self, solid, dt):
        pass
