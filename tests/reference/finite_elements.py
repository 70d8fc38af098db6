"""Elastic solids by finite elements: hexahedra in space, or quadrilaterals turned about an axis.

Total Lagrangian, with (multi-)linear shape functions and all 2^d Gauss points, masses lumped by rows, and the leapfrog in
time (Belytschko, Liu, Moran and Elkhodary, Nonlinear Finite Elements, 2nd ed., 2014, sections 4.9 and 6.2). The law is that
of docs/theory.md, "Motion of a solid":

    W = mu/2 (tr B - 3) - mu ln J + lambda/2 (ln J)^2,     P = dW/dF = mu F + (lambda ln J - mu) F^-T,

with the viscosity of shocks ("Shocks") where asked for, with the size of an element in place of the cell's. Nothing here is
shared with the program: no grid, no map, and contact by other means (contact.py). Units are SI.
"""
import itertools

import numpy as np
from scipy import sparse

from meshes import corners


class Material:
    def __init__(self, density, youngs_modulus, poissons_ratio, shock=0.0):
        self.density, self.shock = density, shock  # kg/m^3, factor k of the viscosity [-]
        self.mu = youngs_modulus / (2 * (1 + poissons_ratio))
        self.lam = youngs_modulus * poissons_ratio / ((1 + poissons_ratio) * (1 - 2 * poissons_ratio))
        self.wave_modulus = self.lam + 2 * self.mu
        self.wave_speed = np.sqrt(self.wave_modulus / density)


def cofactors(F):
    """C with F^-T = C / det F, for F of shape (3, 3, n)."""
    C = np.empty_like(F)
    for i, j in itertools.product(range(3), repeat=2):
        a, b, k, m = (i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3
        C[i, j] = F[a, k] * F[b, m] - F[a, m] * F[b, k]
    return C


class Solid:
    """Bodies of one material. In two dimensions points are (r, z), and the solid is what they sweep around the z axis.

    x and v are places and velocities of the nodes, (n, d); `fixed` is a list of pairs (nodes, normal) that may not move
    along the unit normal: planes of symmetry, and the axis.
    """

    def __init__(self, mesh, material, cfl=0.3):
        self.X, self.cells = mesh
        self.material, self.cfl = material, cfl
        self.nodes, self.d = self.X.shape
        self.x, self.v, self.fixed = self.X.copy(), np.zeros_like(self.X), []
        self._integrate()
        self.dissipated, self.time = 0.0, 0.0

    def _integrate(self):
        """Gradients at the Gauss points as sparse matrices, weights, masses."""
        d, cells = self.d, self.cells
        code = corners(d)
        gauss = 0.5 + (code - 0.5) / np.sqrt(3)
        along = np.where(code[None] == 1, gauss[:, None], 1 - gauss[:, None])  # (point, corner, axis)
        N = along.prod(2)
        slope = np.stack([(2 * code[:, k] - 1) * np.delete(along, k, 2).prod(2) for k in range(d)], 2)
        jacobian = np.einsum("eni,qnk->eqik", self.X[cells], slope)
        volume = np.linalg.det(jacobian) / 2**d
        assert volume.min() > 0
        grad = np.einsum("qnk,eqki->eqni", slope, np.linalg.inv(jacobian))
        if d == 2:
            radius = N @ self.X[cells][:, :, 0].T  # (point, element)
            volume = volume * 2 * np.pi * radius.T
        points = volume.size
        rows = np.repeat(np.arange(points), 2**d)
        columns = np.repeat(cells[:, None], 2**d, 1).ravel()
        matrix = lambda data: sparse.csr_matrix((data.ravel(), (rows, columns)), (points, self.nodes))
        self.D = sparse.vstack([matrix(grad[..., k]) for k in range(d)]).tocsr()
        self.DT = self.D.T.tocsr()
        if d == 2:
            self.hoop = matrix(N[None] / radius.T[:, :, None])
            self.hoopT = self.hoop.T.tocsr()
        self.weight = volume.ravel()
        self.mass = matrix(np.broadcast_to(N, (len(cells),) + N.shape)).T @ (self.material.density * self.weight)
        edges = [self.X[cells[:, a]] - self.X[cells[:, b]] for a, b in itertools.combinations(range(2**d), 2)]
        self.size = np.min([np.linalg.norm(e, axis=1) for e in edges], 0)  # of each element
        self.size_at = np.repeat(np.abs(np.linalg.det(jacobian)).mean(1) ** (1 / d), 2**d)

    def gradient(self, values):
        """d(values)/dX at the Gauss points, (3, 3, points)."""
        d, points = self.d, self.weight.size
        out = np.zeros((3, 3, points))
        for i in range(d):
            out[i, :d] = (self.D @ values[:, i]).reshape(d, points)
        if d == 2:
            out[2, 2] = self.hoop @ values[:, 0]
        return out

    def stress(self):
        """P at the Gauss points; also sets the elastic energy [J] and the least det F."""
        m = self.material
        F = self.gradient(self.x)
        C = cofactors(F)
        J = (F[0] * C[0]).sum(0)
        assert J.min() > 0, "an element is inverted"
        log = np.log(J)
        self.det = J.min()
        density = 0.5 * m.mu * ((F * F).sum((0, 1)) - 3) - m.mu * log + 0.5 * m.lam * log * log
        self.elastic = (self.weight * density).sum()
        P = m.mu * F + ((m.lam * log - m.mu) / J) * C
        if m.shock > 0:
            P += self._viscous(C, J)
        return P

    def _viscous(self, C, J):
        m = self.material
        L = np.einsum("ikn,jkn->ijn", self.gradient(self.v), C / J)
        D = 0.5 * (L + L.transpose(1, 0, 2))
        trace = D[0, 0] + D[1, 1] + D[2, 2]
        b = m.shock * (self.size_at / m.wave_speed) ** 2 * np.maximum(0, -trace)
        s = 2 * m.mu * b * D
        for i in range(3):
            s[i, i] += m.lam * b * trace
        self.power = (self.weight * J * (s * D).sum((0, 1))).sum()
        return np.einsum("ikn,kjn->ijn", s, C)

    def forces(self):
        """Internal forces of the nodes [N]."""
        P = self.stress() * self.weight
        f = np.stack([-(self.DT @ P[i, : self.d].ravel()) for i in range(self.d)], 1)
        if self.d == 2:
            f[:, 0] -= self.hoopT @ P[2, 2]
        return f

    def stable_dt(self):
        return self.cfl * self.size.min() / self.material.wave_speed * min(1.0, self.det)

    def step(self, contacts=(), until=np.inf):
        """One step of the leapfrog, at most to the time `until`. Contacts add forces or change the velocities."""
        f = self.forces()
        dt = min(self.stable_dt(), until - self.time)
        for contact in contacts:
            contact.add_forces(self, f, dt)
        self.before = before = self.v.copy()
        self.v += dt * f / self.mass[:, None]
        for nodes, normal in self.fixed:
            self.v[nodes] -= np.outer(self.v[nodes] @ normal, normal)
        for contact in contacts:
            contact.change_velocities(self, dt)
        # That of the leapfrog, which keeps kinetic + elastic in a linear solid.
        self.kinetic = 0.5 * (self.mass[:, None] * before * self.v).sum()
        if self.material.shock > 0:
            self.dissipated += dt * self.power
        self.x += dt * self.v
        self.time += dt
        return dt

    def fix(self, nodes, normal):
        self.fixed.append((np.asarray(nodes), np.asarray(normal, float)))


def axisymmetric(mesh, material, **options):
    """A solid of revolution: quadrilaterals (r, z), r >= 0, whose nodes on the axis stay on it."""
    solid = Solid(mesh, material, **options)
    solid.fix(np.where(np.abs(mesh[0][:, 0]) < 1e-9)[0], [1, 0])
    return solid
