"""Makes scenes/gallery/duck.obj: a toy duck as the surface of melted balls (needs Debian's python3-openvdb).

    /usr/bin/python3 scenes/gallery/make_duck.py DUCK.obj

Millimetres, Z up, beak along x; about 160 long. Its parts are ellipsoids, blended by a smooth minimum of
their distances: -k log(sum exp(-d_i / k)) (I. Quilez, "Smooth minimum").
"""
import sys

import numpy
import pyopenvdb

BLEND = 4.0  # [mm]: how far parts melt into each other
STEP = 5.0   # [mm]: edge of the voxels that the surface is taken from
# centre and half axes [mm], of body, breast, tail, head, beak
PARTS = [((0, 0, 0), (62, 42, 36)), ((34, 0, 6), (34, 36, 34)), ((-62, 0, 26), (22, 20, 16)),
         ((44, 0, 60), (31, 30, 30)), ((76, 0, 54), (19, 19, 12))]


def distance(points):
    """Near enough to a distance where it is small: (|p| - 1) times the length that it is stretched by."""
    total = 0
    for centre, axes in PARTS:
        scaled = (points - centre) / axes
        length = numpy.linalg.norm(scaled, axis=-1)
        slope = numpy.linalg.norm(scaled / axes, axis=-1)
        total += numpy.exp(-length * (length - 1) / numpy.maximum(slope, 1e-9) / BLEND)
    return -BLEND * numpy.log(numpy.maximum(total, 1e-300))


def main():
    low, high = numpy.array((-100, -70, -50)), numpy.array((110, 70, 105))
    axes = [numpy.arange(low[a], high[a], STEP) for a in range(3)]
    values = distance(numpy.stack(numpy.meshgrid(*axes, indexing="ij"), -1))
    grid = pyopenvdb.FloatGrid(3 * STEP)
    grid.copyFromArray(numpy.clip(values, -3 * STEP, 3 * STEP).astype("f4"))
    vertices, quads = grid.convertToQuads()
    with open(sys.argv[1], "w") as file:
        file.write("# a toy duck, by scenes/gallery/make_duck.py; millimetres, Z up\n")
        for x, y, z in vertices * STEP + low:
            file.write(f"v {x:.2f} {y:.2f} {z:.2f}\n")
        for a, b, c, d in quads[:, ::-1] + 1:
            file.write(f"f {a} {b} {c} {d}\n")


main()
