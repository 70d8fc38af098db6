"""MLS-MPM in three dimensions: particles of a neo-Hookean solid on a grid, in double precision, on one thread.

Hu et al., "A moving least squares material point method with displacement discontinuity and two-way rigid body coupling",
ACM Trans. Graph. 37(4), 150 (2018): quadratic B-splines, affine transfers (APIC), stress and momentum in one scatter.
Bodies that meet share the grid's velocities: their contact sticks, and costs nothing more.
"""
import time

import numpy as np
import taichi as ti

PARTICLES_PER_CELL = 8


def lattice(inside, low, high, h):
    """Places of eight particles a cell where `inside(points)` says so.

    They come cell by cell, as a sorted set of particles does.
    """
    cells = [np.arange(np.floor(a / h), np.ceil(b / h)) for a, b in zip(low, high)]
    corner = h * np.stack(np.meshgrid(*cells, indexing="ij"), axis=-1).reshape(-1, 1, 3)
    quarter = np.stack(np.meshgrid(*3 * [[0.25, 0.75]], indexing="ij"), axis=-1).reshape(1, 8, 3)
    points = (corner + h * quarter).reshape(-1, 3)
    return points[inside(points)]


@ti.data_oriented
class Solver:
    def __init__(self, x, v, h, domain, density, youngs_modulus, poissons_ratio):
        """Particles at x [m] with velocities v [m/s], in a box from 0 to `domain` [m] of cells of h."""
        self.h, self.count = h, len(x)
        self.volume = h**3 / PARTICLES_PER_CELL
        self.mass = density * self.volume
        self.mu = youngs_modulus / (2 * (1 + poissons_ratio))
        self.la = youngs_modulus * poissons_ratio / ((1 + poissons_ratio) * (1 - 2 * poissons_ratio))
        shape = tuple(int(np.ceil(d / h)) + 3 for d in domain)
        self.x = ti.Vector.field(3, ti.f64, self.count)
        self.v = ti.Vector.field(3, ti.f64, self.count)
        self.C = ti.Matrix.field(3, 3, ti.f64, self.count)
        self.F = ti.Matrix.field(3, 3, ti.f64, self.count)
        self.grid = ti.Vector.field(4, ti.f64, shape)  # momentum and mass
        self.x.from_numpy(x), self.v.from_numpy(v)
        self.C.fill(0), self.F.from_numpy(np.broadcast_to(np.eye(3), (self.count, 3, 3)).copy())

    @ti.kernel
    def step(self, dt: ti.f64):
        """A whole step. Loops run in turn on one thread, so that sums need no atomic operations."""
        inv = 1 / self.h
        ti.loop_config(serialize=True)
        for i, j, k in self.grid:
            self.grid[i, j, k] = ti.Vector([0.0, 0.0, 0.0, 0.0])
        ti.loop_config(serialize=True)
        for p in self.x:
            base = (self.x[p] * inv - 0.5).cast(int)
            fx = self.x[p] * inv - base.cast(ti.f64)
            w = [0.5 * (1.5 - fx) ** 2, 0.75 - (fx - 1) ** 2, 0.5 * (fx - 0.5) ** 2]
            F = (ti.Matrix.identity(ti.f64, 3) + dt * self.C[p]) @ self.F[p]
            self.F[p] = F
            J = F.determinant()
            # Kirchhoff's stress of W = mu/2 (I1 - 3) - mu ln J + la/2 (ln J)^2.
            tau = self.mu * (F @ F.transpose()) + (self.la * ti.log(J) - self.mu) * ti.Matrix.identity(ti.f64, 3)
            affine = (-dt * self.volume * 4 * inv * inv) * tau + self.mass * self.C[p]
            for i, j, k in ti.static(ti.ndrange(3, 3, 3)):
                offset = ti.Vector([i, j, k])
                weight = w[i][0] * w[j][1] * w[k][2]
                momentum = self.mass * self.v[p] + affine @ ((offset.cast(ti.f64) - fx) * self.h)
                add = weight * ti.Vector([momentum[0], momentum[1], momentum[2], self.mass])
                self.grid[base + offset] += add
        ti.loop_config(serialize=True)
        for i, j, k in self.grid:
            node = self.grid[i, j, k]
            if node[3] > 0:
                self.grid[i, j, k] = ti.Vector([node[0] / node[3], node[1] / node[3], node[2] / node[3], node[3]])
        ti.loop_config(serialize=True)
        for p in self.x:
            base = (self.x[p] * inv - 0.5).cast(int)
            fx = self.x[p] * inv - base.cast(ti.f64)
            w = [0.5 * (1.5 - fx) ** 2, 0.75 - (fx - 1) ** 2, 0.5 * (fx - 0.5) ** 2]
            v = ti.Vector.zero(ti.f64, 3)
            C = ti.Matrix.zero(ti.f64, 3, 3)
            for i, j, k in ti.static(ti.ndrange(3, 3, 3)):
                offset = ti.Vector([i, j, k])
                node = self.grid[base + offset]
                g = w[i][0] * w[j][1] * w[k][2] * ti.Vector([node[0], node[1], node[2]])
                v += g
                C += 4 * inv * g.outer_product(offset.cast(ti.f64) - fx)
            self.v[p], self.C[p] = v, C
            self.x[p] += dt * v

    def momentum(self):
        return self.mass * self.v.to_numpy().sum(axis=0)

    def kinetic(self):
        return 0.5 * self.mass * (self.v.to_numpy() ** 2).sum()


def seconds_a_step(solver, dt, steps, measured=5):
    """The least, over some measurements, of what a step takes; the first, which compiles, is not among them."""
    solver.step(dt)
    least = np.inf
    for _ in range(measured):
        begin = time.process_time()
        for _ in range(steps):
            solver.step(dt)
        least = min(least, (time.process_time() - begin) / steps)
    return least


def start():
    ti.init(arch=ti.cpu, cpu_max_num_threads=1, default_fp=ti.f64, fast_math=True, log_level=ti.ERROR)
