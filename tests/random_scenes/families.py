"""Draws scenes as people make them: soft things in air, at lengths of decimetres and speeds of falls.

Where draw.py asks for what is hard on contact, these ask for what is ordinary, in eleven families: things
that fall onto a heap, onto a floor, between gears, into a funnel; that are pressed, struck, stirred,
or carried off. A scene is the same for the same family and seed, and has its mesh files beside it.
Some of `incline` begin with bodies that overlap: the program refuses them, and they count for nothing.

    families.py FAMILY SEED FOLDER      writes the scene and prints its path
"""
import json
import math
import pathlib
import random
import sys

import meshes

SOLVERS = ["schurpa_sp"] * 5 + ["direct_sp", "interior_point_sp", "automatic", "pgs", "pgs_coloured",
                                "p_spg_fb", "apgd", "proximal_newton", "hybrid"]
UP = (0, 0, 1)
ACROSS = (0, 1, 0)
QUARTER = ((1, 0, 0), math.pi / 2)  # turns z into -y
FLOOR = {"name": "floor", "shape": "plane", "point": [0, 0, 0], "normal": UP}
RING = {"shape": "difference", "parts": [
    {"shape": "cylinder", "radius": 0.12, "length": 0.16},
    {"shape": "cylinder", "radius": 0.05, "length": 0.3}]}
DUMBBELL = {"shape": "union", "parts": [
    {"shape": "sphere", "radius": 0.08, "centre": [-0.13, 0, 0]},
    {"shape": "sphere", "radius": 0.08, "centre": [0.13, 0, 0]},
    {"shape": "capsule", "radius": 0.05, "length": 0.26, "rotation": {"axis": ACROSS, "angle": "90 deg"}}]}
BOWL = {"shape": "difference", "parts": [
    {"shape": "box", "size": [0.26, 0.26, 0.2]}, {"shape": "sphere", "radius": 0.1, "centre": [0, 0, 0.1]}]}
DIE = {"shape": "intersection", "parts": [
    {"shape": "box", "size": [0.2, 0.2, 0.2]}, {"shape": "sphere", "radius": 0.13}]}
JACK = {"shape": "union", "parts": [
    {"shape": "box", "size": [0.3, 0.1, 0.1]}, {"shape": "box", "size": [0.1, 0.3, 0.1]},
    {"shape": "box", "size": [0.1, 0.1, 0.3]}]}
CUT_BALL = {"shape": "difference", "parts": [
    {"shape": "sphere", "radius": 0.14}, {"shape": "box", "size": [0.3, 0.3, 0.14], "centre": [0, 0, 0.12]}]}


def rounded(x, digits=6):
    """A number, or each of a list, to so many digits, which the drawing goes on with, too."""
    return float(f"{x:.{digits}g}") if isinstance(x, (int, float)) else [rounded(y, digits) for y in x]


def toml(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def turned(axis, angle):
    return {"axis": rounded(axis), "angle": rounded(angle, 5)}


def reach(keys):
    """Farthest that a primitive shape reaches from its centre [m]."""
    shape = keys["shape"]
    if shape == "sphere":
        return keys["radius"]
    if shape in ("box", "rounded_box"):
        return math.sqrt(sum(x * x for x in keys["size"])) / 2
    if shape in ("cylinder", "cone"):
        return math.hypot(keys["radius"], keys["length"] / 2)
    if shape == "capsule":
        return keys["length"] / 2
    if shape == "torus":
        return keys["radius"] + keys["tube_radius"]
    return max(keys["radii"])


class Drawing:
    """A scene while it is drawn: its random numbers, its tables as text, and the folder of its mesh files."""

    def __init__(self, name, folder, cells):
        self.random = random.Random(name)
        self.folder = folder
        self.cells = cells
        self.text = f"# Drawn as {name}.\n"

    def table(self, header, keys):
        self.text += f"\n{header}\n" + "".join(f"{k} = {toml(v)}\n" for k, v in keys.items())

    def head(self, duration, cell, friction=None, gravity=True):
        """@param friction  drawn where it is not given"""
        draw = self.random
        if friction is None:
            friction = draw.choice([0, 0.1, 0.3, 0.5, 0.8, 1.2, 1.5])
        contact = {"friction": friction}
        if draw.random() < 0.3 and friction > 0:
            contact["static_friction"] = rounded(friction * draw.choice([1.2, 1.5]), 4)
        contact["solver"] = draw.choice(SOLVERS)
        if gravity:
            self.text += "gravity = [0, 0, -9.81]\n"
        self.table("[time]", {"duration": duration})
        self.table("[grid]", {"cell_size": rounded(self.cells * cell)})
        self.table("[contact]", contact)
        self.table("[output]", {"name": "f", "fps": 25, "per_body": True, "extra": ["J"], "surface": ["ply"]})

    def body(self, name, keys, material, centre=None, **others):
        placed = {} if centre is None else {"centre": rounded(centre)}
        self.table("[[body]]", {"name": name, **keys, **placed, **others, "material": material})

    def obstacle(self, name, keys, centre=None, **others):
        placed = {} if centre is None else {"centre": rounded(centre)}
        self.table("[[obstacle]]", {"name": name, **keys, **placed, **others})

    def floor(self):
        self.table("[[obstacle]]", FLOOR)

    def walls(self, half):
        """Four that stand about the z axis."""
        for number, (x, y) in enumerate(((1, 0), (-1, 0), (0, 1), (0, -1)), 1):
            self.obstacle(f"w{number}", {"shape": "plane", "point": rounded([-half * x, -half * y, 0]),
                                         "normal": [x, y, 0]})

    def rotation(self):
        return turned([self.random.gauss(0, 1) for _ in range(3)], self.random.uniform(0, 3.1))

    def material(self, stiffness=None):
        """One of the named ones or, always where a Young's modulus [Pa] is given, one by its numbers."""
        draw = self.random
        kind = draw.random()
        if stiffness is None and kind < 0.4:
            return draw.choice(["gel", "muscle", "liver", "gel"])
        if stiffness is None:
            stiffness = draw.choice([5e3, 1e4, 1e4, 2e4])
        if kind < 0.6:
            shear = stiffness / 3
            return {"model": "mooney_rivlin", "density": rounded(draw.uniform(800, 1200), 4),
                    "c1": rounded(shear * 0.35, 4), "c2": rounded(shear * 0.15, 4),
                    "bulk_modulus": rounded(shear * draw.choice([5, 5, 10, 20]), 4),
                    "viscosity": draw.choice([0, 1e-4, 1e-4])}
        return {"density": rounded(draw.uniform(300, 1500), 4), "youngs_modulus": rounded(stiffness, 4),
                "poissons_ratio": draw.choice([0, 0.2, 0.3, 0.4, 0.45, 0.45, 0.47, 0.49]),
                "viscosity": draw.choice([0, 1e-4, 1e-4, 5e-4])}

    def primitive(self, across):
        """Keys of a primitive shape about so thick [m]."""
        draw = self.random
        kind = draw.choice(["sphere", "box", "rounded_box", "cylinder", "capsule", "cone", "torus",
                            "ellipsoid"])
        thick = lambda x: rounded(x, 5)
        if kind == "sphere":
            keys = {"radius": thick(across / 2 * draw.uniform(1, 1.4))}
        elif kind == "box":
            keys = {"size": rounded([across * draw.uniform(1, 1.6) for _ in range(3)])}
        elif kind == "rounded_box":
            keys = {"size": rounded([across * draw.uniform(1, 1.6) for _ in range(3)]),
                    "rounding": thick(across * 0.2)}
        elif kind == "cylinder":
            keys = {"radius": thick(across / 2 * draw.uniform(1, 1.3)),
                    "length": thick(across * draw.uniform(1, 2))}
        elif kind == "capsule":
            keys = {"radius": thick(across / 2), "length": thick(across * draw.uniform(1.3, 2.5))}
        elif kind == "cone":
            keys = {"radius": thick(across * 0.75), "top_radius": thick(across * draw.choice([0, 0.3])),
                    "length": thick(across * 1.3)}
        elif kind == "torus":
            keys = {"radius": thick(across * 1.1), "tube_radius": thick(across / 2)}
        else:
            keys = {"radii": rounded([across / 2 * draw.uniform(1, 1.8) for _ in range(3)])}
        return {"shape": kind, **keys}

    def mesh(self, name, across):
        """File of a mesh that is drawn, about so large [m]."""
        draw = self.random
        kind = draw.choice(["star", "helix", "L", "U", "gear", "blob"])
        if kind == "star":
            vertices, triangles = meshes.star(0.45, 1, draw.choice([4, 5, 6]), draw.uniform(0.5, 0.8))
        elif kind == "helix":
            vertices, triangles = meshes.helix(0.8, 0.28, 0.85, draw.choice([1.5, 2, 2.5]))
        elif kind == "L":
            vertices, triangles = meshes.angle_beam(1.6, 0.6, draw.uniform(0.6, 1))
        elif kind == "U":
            vertices, triangles = meshes.channel_beam(1.7, 0.55, draw.uniform(0.6, 1))
        elif kind == "gear":
            vertices, triangles = meshes.gear(0.7, 1, draw.choice([6, 8]), 0.6)
        else:
            vertices, triangles = meshes.bumpy_ball(draw, 1)
        file = f"{name}_{kind}." + draw.choice(["obj", "stl"])
        meshes.write(self.folder / file, [[across / 2 * x for x in v] for v in vertices], triangles)
        return file

    def falling(self, count, across, lowest, aside):
        """Primitives above each other, each up to so far from the z axis."""
        draw, height = self.random, lowest
        for number in range(count):
            keys = self.primitive(across)
            height += reach(keys)
            centre = (draw.uniform(-aside, aside), draw.uniform(-aside, aside), height + 0.004)
            self.body(f"b{number}", keys, self.material(), centre, rotation=self.rotation())
            height += reach(keys) + 0.008


def conveyor(scene):
    """A belt that goes and comes back, with things on it and a bar across it."""
    draw = scene.random
    scene.head(0.6, 0.026, friction=draw.choice([0.3, 0.6, 1]))
    speed = draw.uniform(0.3, 1.2)
    places = [(0, 0), (0.4, rounded(speed * 0.4, 4)), (0.8, 0)]
    scene.obstacle("belt", {"shape": "box", "size": [4, 0.6, 0.1],
                            "keyframes": [{"time": t, "position": [x, 0, -0.05]} for t, x in places]})
    scene.obstacle("bar", {"shape": "cylinder", "radius": 0.08, "length": 0.6}, (0.35, 0, 0.09),
                   rotation=turned(*QUARTER))
    for number in range(draw.choice([2, 3])):
        keys = scene.primitive(0.12)
        scene.body(f"b{number}", {**keys, "on": "belt", "gap": 0.01}, scene.material(), (-0.3 * number, 0, 0))


def csg(scene):
    """Shapes that are made of others fall on each other."""
    draw = scene.random
    scene.head(0.5, 0.028)
    scene.floor()
    for number in range(draw.choice([2, 3])):
        keys = draw.choice([RING, DUMBBELL, BOWL, DIE, JACK, CUT_BALL])
        centre = (draw.uniform(-0.06, 0.06), draw.uniform(-0.06, 0.06), 0.26 + 0.4 * number)
        scene.body(f"c{number}", keys, scene.material(), centre, rotation=scene.rotation())


def gate(scene):
    """A funnel whose gap is narrower than what falls into it."""
    draw, across, slope = scene.random, 0.16, 0.7
    gap = draw.uniform(0.6, 0.9) * across
    scene.head(1.0, 0.028, friction=draw.choice([0, 0.1, 0.3]))
    board = {"shape": "rounded_box", "size": [0.4, 0.6, 0.06], "rounding": 0.02}
    aside, height = 0.2 * math.cos(slope) + gap / 2, 0.2 * math.sin(slope)
    scene.obstacle("l", board, (-aside, 0, height), rotation=turned(ACROSS, slope))
    scene.obstacle("r", board, (aside, 0, height), rotation=turned(ACROSS, -slope))
    keys = draw.choice([{"shape": "sphere", "radius": across / 2},
                        {"shape": "capsule", "radius": across / 2, "length": across * 1.5},
                        {"shape": "rounded_box", "size": [across] * 3, "rounding": 0.03}])
    scene.obstacle("floor", {"shape": "plane", "point": [0, 0, -0.5], "normal": UP})
    for number in range(draw.choice([1, 2, 3])):
        scene.body(f"b{number}", keys, scene.material(), (0.01 * number, 0, 0.32 + 0.24 * number))


def gears(scene):
    """Two gears turn against each other and draw in what falls between them."""
    draw = scene.random
    scene.head(0.6, 0.028)
    file = f"gear{draw.randint(0, 10**6)}.obj"
    meshes.write(scene.folder / file, *meshes.gear(0.17, 0.25, 8, 0.2))
    rate = draw.choice([3, 8])
    for name, side in (("g1", -1), ("g2", 1)):
        scene.obstacle(name, {"shape": "mesh", "file": file}, (0.3 * side, 0, 0), rotation=turned(*QUARTER),
                       angular_velocity=[0, -side * rate, 0])
    scene.falling(2, 0.12, 0.15, 0.01)


def hammer(scene):
    """Things settle on the floor beside an upright bat that turns about its own axis, and meets none."""
    draw = scene.random
    scene.head(0.6, 0.024)
    scene.floor()
    swing = rounded(draw.uniform(1.5, 3.5), 4)
    angles = ((0, 0), (0.3, swing), (0.6, 0))
    scene.obstacle("bat", {"shape": "capsule", "radius": 0.05, "length": 0.6}, (-0.1, 0, 0.12),
                   keyframes=[{"time": t, "rotation": {"axis": UP, "angle": a}} for t, a in angles])
    for number in range(draw.choice([1, 2])):
        keys = scene.primitive(0.12)
        scene.body(f"b{number}", {**keys, "on": "floor", "gap": 0.005}, scene.material(),
                   (0.2, -0.2 + 0.4 * number, 0))


def incline(scene):
    """Things slide and roll down a ramp onto a step."""
    draw = scene.random
    slope = draw.uniform(0.2, 0.7)
    scene.head(0.6, 0.026)
    scene.obstacle("ramp", {"shape": "plane", "point": [0, 0, 0],
                            "normal": rounded([math.sin(slope), 0, math.cos(slope)])})
    scene.obstacle("step", {"shape": "box", "size": [0.2, 0.8, 0.12]},
                   (0.6 * math.cos(slope), 0, -0.6 * math.sin(slope) + 0.02), rotation=turned(ACROSS, slope))
    for number in range(draw.choice([1, 2, 3])):
        keys = scene.primitive(0.12)
        scene.body(f"b{number}", {**keys, "on": "ramp", "gap": 0.01 + 0.03 * number}, scene.material(),
                   (-0.3 * number, 0.02 * number, 0), rotation=turned(ACROSS, slope))


def mesh_drop(scene):
    """A mesh falls onto the floor, and often something onto it."""
    draw = scene.random
    scene.head(0.5, 0.026)
    scene.floor()
    file = scene.mesh(f"m{draw.randint(0, 10**6)}", 0.02 * draw.choice([12, 14, 16, 18]))
    gap = rounded(draw.uniform(0.02, 0.1), 4)
    scene.body("mesh", {"shape": "mesh", "file": file, "on": "floor", "gap": gap}, scene.material(),
               rotation=scene.rotation())
    if draw.random() < 0.6:
        keys = scene.primitive(0.13)
        scene.body("top", {**keys, "on": "mesh", "gap": 0.06}, scene.material(), rotation=scene.rotation())


def mixer(scene):
    """A paddle turns in a square vessel into which things fall."""
    draw = scene.random
    scene.head(0.6, 0.026)
    scene.floor()
    scene.walls(0.24)
    rate = draw.choice([3, 6, 10])
    scene.obstacle("paddle", {"shape": "box", "size": [0.4, 0.06, 0.1]}, (0, 0, 0.08),
                   angular_velocity=[0, 0, rate])
    scene.falling(draw.choice([3, 5]), 0.1, 0.14, 0.08)


def pile(scene):
    """Equal things fall into a square shaft."""
    draw, cell = scene.random, 0.02
    count = draw.choice([6, 8, 10])
    across = draw.choice([4, 5, 6]) * cell
    scene.head(0.7, cell)
    keys = scene.primitive(across)
    far = reach(keys)
    half = max(far * 1.6, across * 1.8)
    scene.table("[template.t]", {**keys, "material": scene.material()})
    scene.table("[[array]]", {"template": "t", "layout": "random", "count": count,
                              "seed": draw.randint(1, 99), "turned": True,
                              "origin": rounded([-half * 1.1, -half * 1.1, 0.004]),
                              "size": rounded([half * 2.2, half * 2.2, far * 3.2 * count])})
    scene.floor()
    scene.walls(half * 1.15)


def press(scene):
    """A plate presses a thing against another, without gravity, and goes back."""
    draw = scene.random
    across = draw.choice([0.16, 0.2])
    squeezed = draw.choice([0.5, 0.6, 0.7])
    keys = scene.primitive(across)
    scene.head(0.6, 0.028, gravity=False)
    half = across * 1.35
    open_at = rounded(half + 0.15, 4)
    closed_at = rounded(-half + 2 * across * squeezed * 0.6 + 0.05, 4)
    scene.obstacle("bottom", {"shape": "plane", "point": [0, 0, -half], "normal": UP})
    heights = ((0, open_at), (0.5, closed_at), (0.8, open_at))
    scene.obstacle("top", {"shape": "box", "size": [0.8, 0.8, 0.1],
                           "keyframes": [{"time": t, "position": [0, 0, z]} for t, z in heights]})
    scene.body("b", keys, scene.material(), (0, 0, 0), rotation=turned(UP, 0.3))


def tower(scene):
    """A ball is thrown at a stack of cubes."""
    draw = scene.random
    count = draw.choice([3, 4, 5])
    side = draw.choice([0.1, 0.12])
    scene.head(0.6, 0.024, friction=draw.choice([0.4, 0.7, 1.0]))
    scene.floor()
    material = scene.material(stiffness=3e4)
    for number in range(count):
        scene.body(f"s{number}", {"shape": "box", "size": rounded([side] * 3)}, material,
                   (0.003 * number, 0, side / 2 + number * side + 0.002 * (number + 1)))
    keys = draw.choice([{"shape": "sphere", "radius": 0.07},
                        {"shape": "capsule", "radius": 0.06, "length": 0.16}])
    scene.body("ball", keys, material, (-0.35, 0.01, side * count * 0.6),
               velocity=rounded([draw.uniform(1, 2.5), 0, 0.8]))


FAMILIES = {family.__name__: family for family in (conveyor, csg, gate, gears, hammer, incline, mesh_drop,
                                                   mixer, pile, press, tower)}


def draw(family, seed, folder, cells=1):
    """Writes a scene with its mesh files.

    @param cells  factor of the width of cells; what lies in the grid stays the same
    @return       path of the scene
    """
    scene = Drawing(f"{family}-{seed}", folder, cells)
    FAMILIES[family](scene)
    path = folder / f"{family}_{seed}.toml"
    path.write_text(scene.text)
    return path


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in FAMILIES:
        sys.exit(f"usage: families.py FAMILY SEED FOLDER\nfamilies: {', '.join(FAMILIES)}")
    pathlib.Path(sys.argv[3]).mkdir(parents=True, exist_ok=True)
    print(draw(sys.argv[1], int(sys.argv[2]), pathlib.Path(sys.argv[3])))
