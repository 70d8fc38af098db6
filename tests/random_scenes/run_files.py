"""Reads what a run folder holds: tables, VDB grids and surfaces of triangles."""
import csv

import numpy as np
import pyopenvdb


def table(path):
    with open(path, newline="") as file:
        return [{k: v if k in ("body", "partner") else float(v) for k, v in row.items()}
                for row in csv.DictReader(file)]


class Grid:
    """A VDB grid as an array over its active cells and a margin, by the indices of the whole file."""

    def __init__(self, path, name):
        grid = pyopenvdb.read(str(path), name)
        self.active = grid.activeVoxelCount() > 0
        self.transform = grid.transform
        low, high = grid.evalActiveVoxelBoundingBox() if self.active else ((0, 0, 0), (0, 0, 0))
        self.low = np.array(low) - 1
        shape = tuple(np.array(high) + 2 - self.low)
        if isinstance(grid.background, tuple):
            shape += (3,)
        self.values = np.zeros(shape, np.float32)
        grid.copyToArray(self.values, ijk=tuple(int(i) for i in self.low))

    def points(self):
        """World positions of all cells, (nx, ny, nz, 3) [m]."""
        origin = np.array(self.transform.indexToWorld((0.0, 0.0, 0.0)))
        cell = self.transform.voxelSize()[0]
        indices = np.stack(np.meshgrid(*[np.arange(n) for n in self.values.shape[:3]], indexing="ij"), -1)
        return origin + cell * (self.low + indices)


def common(*grids):
    """The parts of grids' arrays that cover the same cells; None if there are none."""
    low = np.max([g.low for g in grids], 0)
    high = np.min([g.low + g.values.shape[:3] for g in grids], 0)
    if (high <= low).any():
        return None
    return [g.values[tuple(slice(l - o, h - o) for l, h, o in zip(low, high, g.low))] for g in grids]


class Surface:
    """A surface of triangles from a binary PLY file."""

    def __init__(self, path):
        head, _, data = path.read_bytes().partition(b"end_header\n")
        lines = [line.split() for line in head.decode().splitlines()]
        count = {words[1]: int(words[2]) for words in lines if words[0] == "element"}
        columns = sum(words[:2] == ["property", "float"] for words in lines)
        vertices = np.frombuffer(data, "<f4", count["vertex"] * columns).reshape(-1, columns)
        corners = np.dtype([("count", "u1"), ("corners", "<i4", 3)])
        triangles = np.frombuffer(data, corners, count["face"], vertices.nbytes)
        if (triangles["count"] != 3).any():
            raise ValueError(f"{path}: a face is no triangle")
        self.vertices = vertices[:, :3].astype(float)
        self.triangles = triangles["corners"]

    def points(self):
        """Vertices that are corners of triangles [m]."""
        return self.vertices[np.unique(self.triangles)]

    def is_closed(self):
        """Whether each edge is passed as often in one direction as in the other."""
        ends = np.concatenate([self.triangles[:, pair] for pair in ([0, 1], [1, 2], [2, 0])]).astype(np.int64)
        there, back = ends[:, 0] << 32 | ends[:, 1], ends[:, 1] << 32 | ends[:, 0]
        return np.array_equal(np.sort(there), np.sort(back))

    def volume(self):
        """Sum of the volumes of tetrahedra over the triangles [m^3]."""
        a, b, c = (self.vertices[self.triangles[:, k]] - self.vertices.mean(0) for k in range(3))
        return float((a * np.cross(b, c)).sum() / 6)
