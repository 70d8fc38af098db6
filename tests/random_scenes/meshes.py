"""Closed meshes as (vertices, triangles), their triangles by indices, and the files to write them to.

None of them is convex: stars, angles, channels, gears, helices and bumpy balls.
"""
import math

COARSEST = 24  # segments of a full turn of a helix, and rings of a bumpy ball


def subtracted(a, b):
    return [x - y for x, y in zip(a, b)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(v):
    length = math.sqrt(sum(x * x for x in v))
    return [x / length for x in v]


def turn(a, b, c):
    """Twice the area of a triangle in the plane, positive where it turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def is_ear(polygon, left, before, at, after):
    """Whether the corner `at` of what is left can be cut off: it turns left and nothing lies in it."""
    a, b, c = polygon[before], polygon[at], polygon[after]
    if turn(a, b, c) <= 1e-12:
        return False
    others = (polygon[k] for k in left if k not in (before, at, after))
    return not any(turn(a, b, p) >= 0 and turn(b, c, p) >= 0 and turn(c, a, p) >= 0 for p in others)


def triangulated(polygon):
    """Triangles of a polygon in the plane, corners counterclockwise, by cutting off its ears."""
    left, triangles = list(range(len(polygon))), []
    while len(left) > 3:
        for k, at in enumerate(left):
            before, after = left[k - 1], left[(k + 1) % len(left)]
            if is_ear(polygon, left, before, at, after):
                triangles.append((before, at, after))
                left.pop(k)
                break
        else:
            raise ValueError("the polygon crosses itself or turns clockwise")
    return triangles + [tuple(left)]


def prism(polygon, height):
    """A polygon, its corners counterclockwise, drawn out along z about z = 0."""
    n = len(polygon)
    vertices = [(x, y, -height / 2) for x, y in polygon] + [(x, y, height / 2) for x, y in polygon]
    top = triangulated(polygon)
    triangles = [(c, b, a) for a, b, c in top] + [(a + n, b + n, c + n) for a, b, c in top]
    for i in range(n):
        j = (i + 1) % n
        triangles += [(i, j, j + n), (i, j + n, i + n)]
    return vertices, triangles


def on_circle(radius, angle):
    return radius * math.cos(angle), radius * math.sin(angle)


def star(inner, outer, points, height):
    return prism([on_circle(inner if i % 2 else outer, math.pi * i / points) for i in range(2 * points)],
                 height)


def angle_beam(side, thickness, height):
    return prism([(0, 0), (side, 0), (side, thickness), (thickness, thickness), (thickness, side), (0, side)],
                 height)


def channel_beam(side, thickness, height):
    inner = side - thickness
    return prism([(0, 0), (side, 0), (side, side), (inner, side), (inner, thickness), (thickness, thickness),
                  (thickness, side), (0, side)], height)


def gear(inner, outer, teeth, height):
    tooth = ((0, inner), (0.25, outer), (0.5, outer), (0.75, inner))
    return prism([on_circle(radius, 2 * math.pi * (i + part) / teeth)
                  for i in range(teeth) for part, radius in tooth], height)


def tube(path, radius, sides=10):
    """A tube about a path, with flat ends; its cross section does not twist along the path."""
    last = len(path) - 1
    vertices, triangles = [], []
    across = None
    for i, point in enumerate(path):
        along = unit(subtracted(path[min(i + 1, last)], path[max(i - 1, 0)]))
        if across is None:
            across = unit(cross(along, (0.3, 0.2, 0.9)))
        lean = dot(across, along)
        across = unit([x - lean * y for x, y in zip(across, along)])
        third = cross(along, across)
        for j in range(sides):
            c, s = on_circle(1, 2 * math.pi * j / sides)
            vertices.append([p + radius * (c * x + s * y) for p, x, y in zip(point, across, third)])
    for i in range(last):
        for j in range(sides):
            a, b = i * sides + j, i * sides + (j + 1) % sides
            triangles += [(a, b, b + sides), (a, b + sides, a + sides)]
    begin, end = len(vertices), len(vertices) + 1
    vertices += [path[0], path[-1]]
    for j in range(sides):
        k = (j + 1) % sides
        triangles += [(begin, k, j), (end, last * sides + j, last * sides + k)]
    return vertices, triangles


def helix(radius, tube_radius, pitch, turns):
    segments = int(COARSEST * turns)
    at = [turns * i / (COARSEST * turns) for i in range(segments + 1)]
    return tube([(*on_circle(radius, 2 * math.pi * t), pitch * t) for t in at], tube_radius)


def bumpy_ball(draw, radius):
    """A ball with five bumps where the drawing puts them, and two ears."""
    bumps = [([draw.gauss(0, 1) for _ in range(3)], draw.uniform(0.05, 0.25)) for _ in range(5)]
    bumps += [((0.5, 0.2, 1), 0.5), ((-0.5, 0.2, 1), 0.5)]
    bumps = [(unit(towards), height) for towards, height in bumps]

    def reach(towards):
        bump = sum(h * math.exp(-(2 - 2 * dot(towards, b)) / 0.12) for b, h in bumps)
        return radius * (0.75 + bump * 0.8)

    rings, around = COARSEST, 2 * COARSEST
    vertices, triangles = [], []
    for i in range(1, rings):
        polar = math.pi * i / rings
        for j in range(around):
            azimuth = math.pi * j / rings
            towards = (*on_circle(math.sin(polar), azimuth), math.cos(polar))
            far = reach(towards)
            vertices.append([far * x for x in towards])
    top, bottom = len(vertices), len(vertices) + 1
    vertices += [(0, 0, reach((0, 0, 1))), (0, 0, -reach((0, 0, -1)))]
    lowest = (rings - 2) * around
    for j in range(around):
        k = (j + 1) % around
        triangles += [(top, j, k), (bottom, lowest + k, lowest + j)]
    for i in range(rings - 2):
        for j in range(around):
            a, c = i * around + j, i * around + (j + 1) % around
            triangles += [(a, a + around, c + around), (a, c + around, c)]
    return vertices, triangles


def write(path, vertices, triangles):
    """As the suffix says, .obj or .stl."""
    point = lambda v: "{:.7g} {:.7g} {:.7g}\n".format(*v)
    if path.suffix == ".obj":
        path.write_text("".join("v " + point(v) for v in vertices)
                        + "".join("f " + " ".join(str(i + 1) for i in t) + "\n" for t in triangles))
        return
    facets = ("facet normal 0 0 0\nouter loop\n" + "".join("vertex " + point(vertices[i]) for i in t)
              + "endloop\nendfacet\n" for t in triangles)
    path.write_text("solid s\n" + "".join(facets) + "endsolid s\n")
