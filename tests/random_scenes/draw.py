"""Draws scenes that are hard on contact: draw(seed) is one as TOML, the same for the same seed.

Up to six soft bodies of three cells and more across fly at each other and onto obstacles that rest or
move, at up to 0.7 of the slowest wave, with stiffnesses from 1e4 to 1e7 Pa, Poisson's ratios to 0.45
and friction to 1, for 0.2 s. Everything has its place before anything moves: balls about the bodies
do not overlap.

    draw.py SEED            prints the scene
"""
import math
import random
import sys

CELL = 0.05  # m; what is drawn depends on it by units alone
DURATION = 0.2  # s
FASTEST = 0.7  # of the slowest wave: the largest speed at which two meet


def direction(draw):
    z, angle = draw.uniform(-1, 1), draw.uniform(0, 2 * math.pi)
    r = math.sqrt(1 - z * z)
    return [r * math.cos(angle), r * math.sin(angle), z]


def scaled(factor, v):
    return [factor * x for x in v]


def added(a, b):
    return [x + y for x, y in zip(a, b)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def norm(v):
    return math.sqrt(dot(v, v))


def vector(v):
    return "[" + ", ".join(f"{x:.6g}" for x in v) + "]"


def shape(draw, least=3, most=14):
    """Keys of a shape, the radius of the smallest ball about it, and half of its least extent [m]."""
    across = lambda: CELL * math.exp(draw.uniform(math.log(least), math.log(most)))
    kind = draw.choice(["sphere", "box", "cylinder"])
    if kind == "sphere":
        radius = across() / 2
        return {"shape": '"sphere"', "radius": f"{radius:.6g}"}, radius
    if kind == "box":
        size = [across() for _ in range(3)]
        return {"shape": '"box"', "size": vector(size)}, norm(size) / 2
    radius, length = across() / 2, across()
    return ({"shape": '"cylinder"', "radius": f"{radius:.6g}", "length": f"{length:.6g}"},
            math.hypot(radius, length / 2))


def place(draw, taken, reach):
    """A centre near to the origin where a ball of this reach overlaps none of the taken ones."""
    along, distance = direction(draw), 0.0
    while True:
        centre = scaled(distance, along)
        if all(norm(added(centre, scaled(-1, c))) > reach + r + 1.5 * CELL for c, r in taken):
            return centre
        distance += CELL / 2


def wave(body):
    e, nu = body["youngs_modulus"], body["poissons_ratio"]
    return math.sqrt(e * (1 - nu) / ((1 + nu) * (1 - 2 * nu)) / body["density"])


def rotation(draw):
    return f"{{ axis = {vector(direction(draw))}, angle = {draw.uniform(0, math.pi):.6g} }}"


def table(name, keys):
    return f"\n[[{name}]]\n" + "".join(f"{k} = {v}\n" for k, v in keys.items())


def bodies(draw, least):
    """Their keys, centres and reaches; velocities follow."""
    taken, made = [], []
    stiffness = draw.uniform(4, 7)  # log10 of Pa; one scene in three mixes
    mixed = draw.random() < 0.33
    for number in range(draw.randint(1, 6)):
        keys, reach = shape(draw, least)
        centre = place(draw, taken, reach)
        taken.append((centre, reach))
        material = {"density": draw.uniform(500, 2000),
                    "youngs_modulus": 10 ** (draw.uniform(4, 7) if mixed else stiffness),
                    "poissons_ratio": draw.uniform(0, 0.45)}
        keys = {"name": f'"body_{number + 1}"', **keys, "centre": vector(centre), "rotation": rotation(draw)}
        made.append((keys, material, centre, reach))
    return made


def obstacle(draw, number, taken, speed):
    """One that lies clear of all bodies, and moves towards the origin or rests."""
    towards = draw.uniform(0, speed) if draw.random() < 0.5 else 0.0
    name = {"name": f'"obstacle_{number}"'}
    if draw.random() < 0.5:
        normal = direction(draw)
        below = min(dot(normal, c) - r for c, r in taken) - 1.5 * CELL
        keys = {**name, "shape": '"plane"', "normal": vector(normal)}
        start, key, moves = scaled(below, normal), "point", scaled(towards, normal)
    else:
        keys, reach = shape(draw, 3, 20)
        start = place(draw, taken, reach)
        taken.append((start, reach))
        keys = {**name, **keys, "rotation": rotation(draw)}
        key, moves = "centre", scaled(-towards / max(norm(start), CELL), start)
    if towards == 0:
        return {**keys, key: vector(start)}
    # Beyond where it began, it stops.
    end = added(start, scaled(DURATION / 2, moves))
    keyframes = [(0, start), (DURATION / 2, end)]
    text = ", ".join(f"{{ time = {t:g}, position = {vector(p)} }}" for t, p in keyframes)
    return {**keys, "keyframes": f"[{text}]"}


def draw(seed, least=3):
    """@param least  cells across the thinnest body"""
    draw = random.Random(seed)
    made = bodies(draw, least)
    slowest = min(wave(material) for _, material, _, _ in made)
    taken = [(centre, reach) for _, _, centre, reach in made]
    hurry = FASTEST / 2 * slowest * draw.random()
    rotates = draw.random() < 0.5
    text = ""
    for keys, material, centre, reach in made:
        along = added(direction(draw), scaled(-2 / max(norm(centre), CELL), centre))
        keys["velocity"] = vector(scaled(hurry * draw.uniform(0.3, 1) / norm(along), along))
        if rotates:
            keys["angular_velocity"] = vector(scaled(0.2 * draw.random() * slowest / reach, direction(draw)))
        keys["material"] = ("{ " + ", ".join(f"{k} = {v:.6g}" for k, v in material.items()) + " }")
        text += table("body", keys)
    obstacles = draw.randint(1 if len(made) == 1 else 0, 2)
    for number in range(obstacles):
        text += table("obstacle", obstacle(draw, number + 1, taken, FASTEST / 2 * slowest))
    span = max(norm(c) + r for c, r in taken) + 4 * CELL
    gravity = draw.choice([0, 9.81])
    shift = [CELL * draw.random() for _ in range(3)]
    head = f"""# Drawn with seed {seed}.
gravity = [0, 0, {-gravity}]

[time]
duration = {DURATION}

[grid]
origin = {vector(added([-span] * 3, shift))}
size = {vector([2 * span] * 3)}
cell_size = {CELL}

[contact]
friction = {draw.choice([0, draw.random()]):.6g}

[output]
name = "random_{seed}"
fps = 50
per_body = true
extra = ["J"]
"""
    return head + text


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: draw.py SEED")
    print(draw(int(sys.argv[1])), end="")
