"""Meshes of quadrilaterals and hexahedra for balls, discs, cylinders and boxes.

A mesh is a pair of arrays: points (n, d) [m] and cells (m, 2^d), whose corners come in the order of `itertools.product`:
the last coordinate runs fastest. Round shapes are an inner square or cube, blown up a little, with layers around it, so that
no element is pressed flat: n elements to a radius, 3 n^2 quadrilaterals in a disc and 4 n^3 hexahedra in a ball.
"""
import itertools

import numpy as np


def corners(d):
    """The corners of a cell, (2^d, d), each 0 or 1."""
    return np.array(list(itertools.product((0, 1), repeat=d)))


def lattice(*axes):
    """Points of a lattice and its cells, from the places along each axis."""
    shape = [len(a) for a in axes]
    points = np.stack(np.meshgrid(*axes, indexing="ij"), -1).reshape(-1, len(axes))
    first = np.stack(np.meshgrid(*[np.arange(n - 1) for n in shape], indexing="ij"), -1).reshape(-1, 1, len(axes))
    index = np.ravel_multi_index(np.moveaxis(first + corners(len(axes)), -1, 0), shape)
    return points, index


def weld(blocks):
    """One mesh of blocks that share points, which are found by their places."""
    points = np.concatenate([p for p, _ in blocks])
    starts = np.cumsum([0] + [len(p) for p, _ in blocks])
    cells = np.concatenate([c + s for (_, c), s in zip(blocks, starts)])
    size = np.ptp(points, axis=0).max()
    keys = np.round(points / (1e-7 * size)).astype(np.int64)
    _, chosen, name = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    return points[chosen], name.reshape(-1)[cells]


def right_handed(mesh):
    """The mesh with cells that are inside out mirrored."""
    points, cells = mesh
    d = points.shape[1]
    edges = points[cells[:, [2**k for k in reversed(range(d))]]] - points[cells[:, :1]]
    cells = cells.copy()
    wrong = np.linalg.det(edges) < 0
    mirrored = np.arange(2**d) ^ 1  # corners with the last coordinate turned round
    cells[wrong] = cells[wrong][:, mirrored]
    return points, cells


def round_shape(n, radius, d):
    """A disc (d = 2) or ball (d = 3) about the origin, with n (even) elements to a radius."""
    half = n // 2
    side = np.linspace(-1, 1, 2 * half + 1)

    def blown_up(c):
        """Places in the inner block of those of a cube of half width 1: from a cube inside to a ball outside."""
        s = np.abs(c).max(1, keepdims=True)
        a = np.tan(0.25 * np.pi * c)
        length = np.maximum(np.linalg.norm(a, axis=1, keepdims=True), 1e-30)
        rounded = 0.5 * s * s
        return 0.5 * radius * ((1 - rounded) * c + rounded * s * a / length)

    inner_points, inner_cells = lattice(*[side] * d)
    blocks = [(blown_up(inner_points), inner_cells)]
    layers = np.linspace(0, 1, n - half + 1)
    for axis, sign in itertools.product(range(d), (-1, 1)):
        p, cells = lattice(layers, *[side] * (d - 1))
        c = np.insert(p[:, 1:], axis, sign, axis=1)
        a = np.tan(0.25 * np.pi * c)
        outside = radius * a / np.linalg.norm(a, axis=1, keepdims=True)
        blocks.append(((1 - p[:, :1]) * blown_up(c) + p[:, :1] * outside, cells))
    return right_handed(weld(blocks))


def part(mesh, keep):
    """The cells whose middle `keep` holds for, and their points."""
    points, cells = mesh
    cells = cells[keep(points[cells].mean(1))]
    used, name = np.unique(cells, return_inverse=True)
    return points[used], name.reshape(cells.shape)


def extruded(mesh, heights):
    """The hexahedra over quadrilaterals, with the points of each at all heights."""
    points, cells = mesh
    layers = len(heights)
    over = np.concatenate([np.repeat(points, layers, 0), np.tile(heights, len(points))[:, None]], 1)
    below = cells[:, None, :, None] * layers + np.arange(layers - 1)[None, :, None, None] + np.arange(2)
    return over, below.reshape(-1, 8)


def surface(mesh, keep=None):
    """Outer faces (m, 4) of hexahedra, wound so that normals point outward; of these the ones whose middle is kept."""
    points, cells = mesh
    code = corners(3)
    faces, inside = [], []
    for axis, value in itertools.product(range(3), (0, 1)):
        local = np.where(code[:, axis] == value)[0][[0, 1, 3, 2]]
        faces.append(cells[:, local])
        inside.append(points[cells].mean(1))
    faces, inside = np.concatenate(faces), np.concatenate(inside)
    _, first, count = np.unique(np.sort(faces, 1), axis=0, return_index=True, return_counts=True)
    faces, inside = faces[first[count == 1]], inside[first[count == 1]]
    p = points[faces]
    normal = np.cross(p[:, 2] - p[:, 0], p[:, 3] - p[:, 1])
    turned = ((p.mean(1) - inside) * normal).sum(1) < 0
    faces[turned] = faces[turned][:, ::-1]
    return faces if keep is None else faces[keep(points[faces].mean(1))]


def joined(*meshes):
    """Meshes side by side, and the first point of each."""
    starts = np.cumsum([0] + [len(p) for p, _ in meshes])
    points = np.concatenate([p for p, _ in meshes])
    return (points, np.concatenate([c + s for (_, c), s in zip(meshes, starts)])), starts
