"""Plane strain of St. Venant-Kirchhoff solids by finite elements at finite displacement: 8-node
quadrilaterals with 2 x 2 points. Needs numpy and scipy; SI units."""
import numpy as np
import scipy.sparse as sparse
from scipy.sparse.linalg import splu

CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
MIDDLES = np.array([(0, -1), (1, 0), (0, 1), (-1, 0)])


def shapes(at):
    """Shape functions (8) and their derivatives (8, 2) at a point of [-1, 1]^2."""
    def values(x, y):
        corner = [(1 + a * x) * (1 + b * y) * (a * x + b * y - 1) / 4 for a, b in CORNERS]
        middle = [(1 - x * x) * (1 + b * y) / 2 if a == 0 else (1 + a * x) * (1 - y * y) / 2
                  for a, b in MIDDLES]
        return np.array(corner + middle)
    d = 1e-5  # they are of second order in each direction: central differences do
    x, y = at
    slope = np.stack([values(x + d, y) - values(x - d, y), values(x, y + d) - values(x, y - d)], 1)
    return values(x, y), slope / (2 * d)


class Solid:
    """along x across elements, which `place` takes from the unit square (..., 2) to where they are."""

    def __init__(self, along, across, place, young, nu):
        local = np.concatenate([CORNERS, MIDDLES])
        cells = np.array([(i, j) for i in range(along) for j in range(across)])
        X = place((cells[:, None, :] + 0.5 * (local + 1)) / [along, across])
        _, first, index = np.unique(np.round(X.reshape(-1, 2), 10), axis=0, return_index=True,
                                    return_inverse=True)
        self.nodes, self.elements = X.reshape(-1, 2)[first], index.reshape(-1, 8)
        self.mu, self.lam = young / (2 * (1 + nu)), young * nu / ((1 + nu) * (1 - 2 * nu))
        self.dofs = (2 * self.elements[:, :, None] + np.arange(2)).reshape(-1, 16)
        self.free = np.arange(2 * len(self.nodes))  # of which nothing is held
        self.points = []
        for at in np.array([(a, b) for a in (-1, 1) for b in (-1, 1)]) / np.sqrt(3):
            value, slope = shapes(at)
            J = np.einsum("mni,nj->mij", self.nodes[self.elements], slope)
            self.points.append((value, slope @ np.linalg.inv(J), np.linalg.det(J)))

    def assembled(self, of_elements):
        rows, columns = np.repeat(self.dofs, 16, axis=1), np.tile(self.dofs, (1, 16))
        n = 2 * len(self.nodes)
        return sparse.csc_matrix((of_elements.ravel(), (rows.ravel(), columns.ravel())), (n, n))

    def mass(self, density):
        M = np.zeros((len(self.elements), 8, 2, 8, 2))
        for value, _, volume in self.points:
            M += density * np.einsum("m,a,b,ij->maibj", volume, value, value, np.eye(2))
        return self.assembled(M)

    def forces(self, u):
        """Of the stresses on nodes, and their derivative."""
        U = u.reshape(-1, 2)[self.elements]
        f = np.zeros(2 * len(self.nodes))
        K = np.zeros((len(self.elements), 8, 2, 8, 2))
        eye = np.eye(2)
        for _, B, volume in self.points:
            F = eye + np.einsum("mai,maj->mij", U, B)
            E = 0.5 * (np.einsum("mki,mkj->mij", F, F) - eye)
            S = 2 * self.mu * E + self.lam * np.trace(E, axis1=1, axis2=2)[:, None, None] * eye
            FB, FF = np.einsum("mij,maj->mai", F, B), np.einsum("mik,mjk->mij", F, F)
            np.add.at(f, self.dofs,
                      np.einsum("m,mai->mai", volume, np.einsum("mij,mjk,mak->mai", F, S, B))
                      .reshape(-1, 16))
            K += np.einsum("m,maibj->maibj", volume,
                           np.einsum("maj,mjk,mbk,il->maibl", B, S, B, eye)
                           + self.lam * np.einsum("mai,mbj->maibj", FB, FB)
                           + self.mu * np.einsum("mij,mak,mbk->maibj", FF, B, B)
                           + self.mu * np.einsum("mbi,maj->maibj", FB, FB))
        return f, self.assembled(K)

    def balance(self, u, added):
        """u at which forces + added(u) = 0, where `added` gives forces and their derivative, by
        Newton's method from a u."""
        u, free = u.copy(), self.free
        for _ in range(60):
            (f, K), (g, L) = self.forces(u), added(u)
            step = -splu((K + L)[free][:, free].tocsc()).solve((f + g)[free])
            u[free] += step
            if np.abs(step).max() < 1e-12:
                return u
        raise RuntimeError("Newton's method does not converge")
