"""A problem of one's own as matrices of scipy: a row of blocks is pushed along a floor."""
import numpy as np
from scipy.sparse import block_diag, identity, lil_matrix

import eulersolid as es

BLOCKS, DT, MU, G = 5, 0.01, 0.5, 9.81
mass = np.arange(1.0, BLOCKS + 1)
M = block_diag([m * identity(3) for m in mass])
H = lil_matrix((3 * BLOCKS, 3 * (2 * BLOCKS - 1)))
for b in range(BLOCKS):  # a block on the floor: normal z, tangents x and y
    H[3 * b + 2, 3 * b], H[3 * b, 3 * b + 1], H[3 * b + 1, 3 * b + 2] = 1, 1, 1
for b in range(BLOCKS - 1):  # against the next one: normal x, tangents y and z
    c = 3 * (BLOCKS + b)
    for k, axis in enumerate((0, 1, 2)):
        H[3 * (b + 1) + axis, c + k], H[3 * b + axis, c + k] = 1, -1
f = np.zeros(3 * BLOCKS)
f[2::3] = -G * DT * mass
push = 2 * MU * G * mass.sum() * DT  # twice what friction on the floor can bear
f[0] = push
w = np.zeros(3 * (2 * BLOCKS - 1))
mu = np.concatenate([np.full(BLOCKS, MU), np.zeros(BLOCKS - 1)])

solution = es.solve(es.FrictionProblem.from_global(M, H, f, w, mu))
speed = solution.v[0::3]
print("speeds of the blocks:", speed.round(6), "m/s;", solution.reason)
assert solution.solved
assert np.allclose(speed, (push - MU * G * mass.sum() * DT) / mass.sum())
