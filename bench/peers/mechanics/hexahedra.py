"""Meshes of hexahedra with 8 or 20 nodes, and integrals over them.

Nodes of an element are in the order of Abaqus and CalculiX: the four below, the four above, and of
20 then the middles of the edges below, above and between. Lengths are in m.
"""
import itertools
from dataclasses import dataclass

import numpy as np

CORNERS = np.array([(-1, -1, -1), (1, -1, -1), (1, 1, -1), (-1, 1, -1),
                    (-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)])
EDGES = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4),
         (0, 4), (1, 5), (2, 6), (3, 7)]
FACES = [(0, 1, 2, 3), (4, 7, 6, 5), (0, 4, 5, 1), (1, 5, 6, 2), (2, 6, 7, 3), (3, 7, 4, 0)]
PLACES = np.vstack([CORNERS, [(CORNERS[a] + CORNERS[b]) // 2 for a, b in EDGES]])


@dataclass
class Mesh:
    """`nodes` (N, 3) [m], `elements` (M, 8 or 20) of indices of nodes, `parts` (M) numbers."""
    nodes: np.ndarray
    elements: np.ndarray
    parts: np.ndarray

    def where(self, holds):
        """Indices of the nodes for which a function of (N, 3) places holds."""
        return np.flatnonzero(holds(self.nodes))

    def faces(self, holds):
        """(element, face from 0) of faces whose corners all are where a function holds."""
        there = holds(self.nodes)
        return [(e, f) for e, nodes in enumerate(self.elements) for f, corners in enumerate(FACES)
                if all(there[nodes[c]] for c in corners)]

    def above(self):
        """What of it lies above z = 0, in whole elements."""
        kept = self.nodes[self.elements][:, :, 2].mean(axis=1) > 0
        used, index = np.unique(self.elements[kept], return_inverse=True)
        return Mesh(self.nodes[used], index.reshape(-1, self.elements.shape[1]), self.parts[kept])


def block(counts, place, nodes_each):
    """Places (M, nodes_each, 3) of the nodes of a lattice of counts[0] x counts[1] x counts[2]
    elements; `place` takes points (..., 3) of the unit cube to where they are to lie."""
    cells = np.array(list(itertools.product(*(range(n) for n in counts))))
    local = 0.5 * (PLACES[:nodes_each] + 1)
    return place((cells[:, None, :] + local[None, :, :]) / np.array(counts))


def joined(blocks, parts=None):
    """The mesh of blocks whose nodes are one where they lie in one place.

    `parts` has a number for each block; all are of part 0 without it."""
    places = np.concatenate(blocks)
    flat = places.reshape(-1, 3)
    _, first, index = np.unique(np.round(flat, 9), axis=0, return_index=True, return_inverse=True)
    parts = np.repeat(parts or [0] * len(blocks), [len(b) for b in blocks])
    return Mesh(flat[first], index.reshape(places.shape[:2]), parts)


def bar(width, lengths, across, along, nodes_each):
    """A bar up from z = 0 of parts with these lengths, `along` elements in each."""
    blocks, low = [], 0.0
    for length, count in zip(lengths, along):
        corner, size = np.array([-width / 2, -width / 2, low]), np.array([width, width, length])
        blocks.append(block((across, across, count), lambda p: corner + size * p, nodes_each))
        low += length
    return joined(blocks, list(range(len(blocks))))


def turned(places, axes):
    """Places with their axes in another order, of which a sign says the direction: a rotation."""
    return np.stack([np.sign(a) * places[..., abs(a) - 1] for a in axes], axis=-1)


AROUND_Z = [(1, 2, 3), (-2, 1, 3), (-1, -2, 3), (2, -1, 3)]
AROUND = AROUND_Z + [(3, 2, -1), (-3, 2, 1)]


def bulging_square(p):
    """Points of the square [-1, 1]^2, z as it is, moved halfway to those of the disc."""
    x, y, z = np.moveaxis(p, -1, 0)
    return np.stack([x * (0.5 + 0.5 * np.sqrt(1 - y * y / 2)),
                     y * (0.5 + 0.5 * np.sqrt(1 - x * x / 2)), z], axis=-1)


def bulging_cube(p):
    """Points of the cube [-1, 1]^3 moved halfway to those of the ball."""
    squares = p * p
    b, c = np.roll(squares, 1, axis=-1), np.roll(squares, 2, axis=-1)
    return p * (0.5 + 0.5 * np.sqrt(1 - b / 2 - c / 2 + b * c / 3))


def outside(p, flat):
    """Unit vectors through the face x = 1 of the cube, at equal angles; `flat` leaves z as it is."""
    y, z = np.tan(np.pi / 4 * p[..., 1]), np.tan(np.pi / 4 * p[..., 2])
    length = np.sqrt(1 + y * y + (0 if flat else z * z))
    return np.stack([1 / length, y / length, p[..., 2] if flat else z / length], axis=-1)


def shell_of(core, inner, flat):
    """Takes the unit cube to what lies between the face x = 1 of a core, times `inner`, and 1."""
    def place(p):
        q = np.stack([np.ones_like(p[..., 0]), 2 * p[..., 1] - 1, 2 * p[..., 2] - 1], axis=-1)
        low, high = core(q), outside(q, flat)
        low = low * ([inner, inner, 1] if flat else inner)
        return low + p[..., :1] * (high - low)
    return place


def divided(across):
    """Elements across the core and through the shell around it, `across` in all."""
    through = max(1, across // 4)
    return across - 2 * through, through


def cylinder(radius, length, across, along, nodes_each):
    """About z, its middle in the origin, with a core of squares and four sides around it."""
    core, through = divided(across)
    inner = core / across
    blocks = [block((core, core, along),
                    lambda p: bulging_square(2 * p - 1) * [inner, inner, 1], nodes_each)]
    side = block((through, core, along), shell_of(bulging_square, inner, True), nodes_each)
    blocks += [turned(side, axes) for axes in AROUND_Z]
    return joined([b * [radius, radius, length / 2] for b in blocks])


def ball(radius, across, nodes_each):
    """About the origin, with a core of cubes and six sides around it."""
    core, through = divided(across)
    inner = core / across
    blocks = [block((core,) * 3, lambda p: inner * bulging_cube(2 * p - 1), nodes_each)]
    side = block((through, core, core), shell_of(bulging_cube, inner, False), nodes_each)
    blocks += [turned(side, axes) for axes in AROUND]
    return joined([radius * b for b in blocks])


def hollow_ball(inner, outer, through, core, nodes_each):
    """About the origin: six sides of core x core elements, `through` of them through the wall."""
    side = block((through, core, core),
                 shell_of(lambda q: outside(q, False), inner / outer, False), nodes_each)
    return joined([outer * turned(side, axes) for axes in AROUND])


def shapes(nodes_each, at):
    """Shape functions (n) and their derivatives (n, 3) at a point of [-1, 1]^3."""
    places = PLACES[:nodes_each]
    factors = 1 + places * at
    if nodes_each == 8:
        value = factors.prod(axis=1) / 8
        slope = np.stack([places[:, i] * np.delete(factors, i, 1).prod(axis=1) / 8
                          for i in range(3)], axis=1)
        return value, slope
    step = 1e-5  # they are of third order in each direction at most: central differences do
    slope = np.stack([(serendipity(at + step * e) - serendipity(at - step * e)) / (2 * step)
                      for e in np.eye(3)], axis=1)
    return serendipity(at), slope


def serendipity(at):
    """Shape functions of 20 nodes at a point of [-1, 1]^3."""
    factors = 1 + PLACES * at
    corner = factors.prod(axis=1) * ((PLACES * at).sum(axis=1) - 2) / 8
    middle = np.where(PLACES == 0, 1 - at * at, factors).prod(axis=1) / 4
    return np.where((PLACES == 0).any(axis=1), middle, corner)


def points(nodes_each):
    """Gauss points (n, 3) and weights (n) of a hexahedron: 2 or 3 in each direction."""
    x, w = np.polynomial.legendre.leggauss(2 if nodes_each == 8 else 3)
    return (np.array(list(itertools.product(x, repeat=3))),
            np.array([np.prod(c) for c in itertools.product(w, repeat=3)]))


def volumes_of_nodes(mesh, weights=None):
    """Integral of each node's shape function (N) [m^3], times a weight of each element (M)."""
    nodes_each = mesh.elements.shape[1]
    X = mesh.nodes[mesh.elements]
    result = np.zeros(len(mesh.nodes))
    for at, weight in zip(*points(nodes_each)):
        value, slope = shapes(nodes_each, at)
        volume = weight * np.linalg.det(np.einsum("mni,nj->mij", X, slope))
        volume = volume if weights is None else volume * weights
        np.add.at(result, mesh.elements, volume[:, None] * value)
    return result


def mean_gradient(mesh, u):
    """Mean over the volume of d(X + u)/dX (3, 3) for displacements u (N, 3) [m]."""
    nodes_each = mesh.elements.shape[1]
    X, U = mesh.nodes[mesh.elements], u[mesh.elements]
    total, result = 0.0, np.zeros((3, 3))
    for at, weight in zip(*points(nodes_each)):
        _, slope = shapes(nodes_each, at)
        to_place = np.einsum("mni,nj->mij", X, slope)
        volume = weight * np.linalg.det(to_place)
        H = np.einsum("mni,nj->mij", U, slope) @ np.linalg.inv(to_place)
        total += volume.sum()
        result += np.einsum("m,mij->ij", volume, H)
    return np.eye(3) + result / total


def shares_of_face(mesh, axis, value):
    """Part (N) of an even traction on a flat face of equal rectangles that each node bears [m^2]."""
    result = np.zeros(len(mesh.nodes))
    for e, f in mesh.faces(lambda X: np.abs(X[:, axis] - value) < 1e-9):
        nodes, corners = mesh.elements[e], FACES[f]
        a, b, _, d = (mesh.nodes[nodes[c]] for c in corners)
        area = np.linalg.norm(np.cross(b - a, d - a))
        middles = [8 + i for i, edge in enumerate(EDGES)
                   if len(nodes) == 20 and set(edge) <= set(corners)]
        result[nodes[list(corners)]] += area / 4 if not middles else -area / 12
        result[nodes[middles]] += area / 3
    return result
