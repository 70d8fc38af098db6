"""The judge finds nothing wrong with a run that is right, and what is wrong with one that was changed.

    judge_test.py PROGRAM
"""
import csv
import math
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

import draw
import families
import judge
import shapes

SEED = 2  # runs in a second, on an obstacle
FAMILY, FAMILY_SEED = "hammer", 1  # runs in a second, and writes surfaces


def change(path, column, row, value):
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    rows[row][column] = value(rows[row][column])
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def scaled(factor):
    return lambda text: repr(factor * float(text))


def without_last_triangle(path):
    """A triangle of a PLY file is a count of one byte and three corners of four."""
    head, end, data = path.read_bytes().partition(b"end_header\n")
    lines = head.split(b"\n")
    count = next(line for line in lines if line.startswith(b"element face "))
    fewer = b"element face %d" % (int(count.split()[2]) - 1)
    path.write_bytes(head.replace(count, fewer) + end + data[:-13])


def larger_body(path):
    """In the scene alone: its first length is half again as large."""
    before, table, after = path.read_text().partition("[[body]]")
    larger = lambda match: f"{match[1]} = {1.5 * float(match[2])}"
    path.write_text(before + table + re.sub(r"(radius|length) = (\S+)", larger, after, count=1))


def added_obstacle(keys):
    return lambda p: p.write_text(p.read_text() + f"\n[[obstacle]]\nname = \"late\"\n{keys}\n")


# Where, what, and a word of the fault that follows.
CHANGES = [
    ("steps.csv", lambda p: change(p, "kinetic", 3, lambda _: "nan"), "not finite"),
    ("steps.csv", lambda p: change(p, "energy_map", -1, lambda _: "1e9"), "energy off"),
    ("steps.csv", lambda p: change(p, "dissipated_impact", -1, lambda _: "-1e9"), "dissipated_impact"),
    ("bodies.csv", lambda p: change(p, "measured_mass", 0, scaled(1.1)), "mass of"),
    ("bodies.csv", lambda p: change(p, "momentum_x", -1, lambda _: "1e9"), "momentum of"),
    ("bodies.csv", lambda p: change(p, "volume", -1, scaled(1.2)), "volume of"),
    ("scene.toml", added_obstacle('shape = "sphere"\ncentre = [0, 0, 0]\nradius = 10'), "overlaps late"),
]
FAMILY_CHANGES = [
    ("steps.csv", lambda p: change(p, "kinetic", -1, scaled(1.5)), "energy grows"),
    ("bodies.csv", lambda p: change(p, "centroid_x", -1, lambda text: repr(float(text) + 0.5)), "jumps by"),
    ("bodies.csv", lambda p: change(p, "momentum_y", -1, lambda _: "1e3"), "voxels' momentum of"),
    ("bodies.csv", lambda p: change(p, "volume", -1, scaled(1.1)), "volume in the surface of"),
    ("scene.toml", larger_body, "voxels' mass of"),
    ("surface/b0/f_0003.ply", without_last_triangle, "not closed"),
    ("surface/b0/f_0003.ply", pathlib.Path.unlink, "no surface"),
    # It comes to the body as it turns, or as it moves.
    ("scene.toml", added_obstacle("""
shape = "box"
centre = [0, 0, 1]
size = [0.4, 0.4, 0.4]
keyframes = [ { time = 0, position = [0.2, -0.2, 1] }, { time = 0.2, position = [0.2, -0.2, 0.1] } ]
"""), "overlaps late"),
    ("scene.toml", added_obstacle("""
shape = "union"
centre = [0, 0, 0]
angular_velocity = [0, 0, 4]
parts = [ { shape = "capsule", radius = 0.1, length = 2, centre = [0, 0, 0], rotation = LAID } ]
rotation = { axis = [0, 0, 1], angle = 1.2 }
""".replace("LAID", "{ axis = [0, 1, 0], angle = 1.5708 }")), "overlaps late"),
]
# Far away, and of unknown shape.
HARMLESS = [
    added_obstacle('shape = "sphere"\ncentre = [0, 0, 9]\nradius = 1'),
    added_obstacle('shape = "mesh"\ncentre = [0, 0, 0]\nfile = "unknown.obj"'),
]
# Of those with a volume and a distance, one each.
SOLIDS = [
    {"shape": "sphere", "radius": 0.4},
    {"shape": "box", "size": [0.5, 0.7, 0.9]},
    {"shape": "rounded_box", "size": [0.5, 0.7, 0.9], "rounding": 0.2},
    {"shape": "cylinder", "radius": 0.3, "length": 0.8},
    {"shape": "capsule", "radius": 0.3, "length": 0.9},
    {"shape": "torus", "radius": 0.3, "tube_radius": 0.15},
]


def wrong_solids():
    """Volumes by formula and by the points where the distance is negative are the same."""
    n = 100
    axis = (np.arange(n) + 0.5) / n - 0.5
    points = np.stack(np.meshgrid(axis, axis, axis, indexing="ij"), -1)
    for solid in SOLIDS:
        inside = (shapes.distance_in_axes(solid, points) < 0).mean()
        if abs(inside / shapes.rest_volume(solid) - 1) > 0.01:
            yield f"{solid}: its volume is {shapes.rest_volume(solid):.4f}, by its distance {inside:.4f}"
    placed = {"centre": [0, 0, 0], "rotation": {"axis": [0, 0, 1], "angle": 0.0}}
    box, ball = ({**placed, **keys} for keys in (SOLIDS[1], SOLIDS[0]))
    common, both, rest = ((shapes.distance_in_axes({"shape": kind, "parts": [box, ball]}, points) < 0).mean()
                          for kind in ("intersection", "union", "difference"))
    volume = shapes.rest_volume(box)
    off = max(abs(common + rest - volume), abs(both - rest - shapes.rest_volume(ball)))
    if off > 0.01 * volume:
        yield f"of a box and a ball {common:.4f} are common, {both:.4f} both, and {rest:.4f} the box's alone"


def wrong_places():
    """Where obstacles are that turn: by keyframes, and at a constant rate."""
    rod = {"shape": "capsule", "radius": 0.1, "length": 2, "centre": [1, 0, 0]}
    up = {"axis": [0, 0, 1], "angle": 0}
    over = {"axis": [0, 1, 0], "angle": math.pi / 2}
    keyframes = [{"time": t, "rotation": {**over, "angle": t * math.pi}} for t in (0, 1)]
    tip = np.array([2.0, 0, 0])  # of the rod that lies along x
    for name, keys, time, expected in (
            ("by keyframes", {"keyframes": keyframes}, 0.5, 0),
            ("at its first keyframe", {"keyframes": keyframes}, 0, 0.9),
            ("at a rate", {"rotation": up, "angular_velocity": [0, math.pi / 4, 0]}, 2, 0),
            ("at a rate, across", {"rotation": over, "angular_velocity": [0, 0, math.pi / 2]}, 1, 0.9),
            ("at a rate, and back", {"rotation": over, "angular_velocity": [0, 0, math.pi / 2]}, 2, 0)):
        found = shapes.distance_to({**rod, **keys}, time, tip)
        if abs(found - expected) > 1e-9:
            yield f"a rod turned {name} is {found} away, but should be {expected}"


def wrong_totals():
    """Momentum of all bodies stays where nothing is outside, and only there."""
    totals = [(np.array([1.0, 0, 0]), 2.0), (np.array([1.2, 0, 0]), 2.0)]
    for scene, count in (({}, 1), ({"gravity": [0, 0, -9.81]}, 0), ({"obstacle": [{}]}, 0)):
        faults = judge.Faults()
        judge.judge_totals(scene, totals, faults)
        if len(faults) != count:
            yield f"momentum of all in {scene}: {list(faults)}"


def wrong_changes(folder, changes):
    """What the judge says of a run as it is, and what it does not say of one that was changed."""
    faults, _ = judge.judge(folder)
    if faults:
        yield f"a run that is right: {faults}"
    for name, make, word in changes:
        whole = (folder / name).read_bytes()
        make(folder / name)
        faults, _ = judge.judge(folder)
        if not any(word in fault for fault in faults):
            yield f"{name}: \"{word}\" is not among the faults: {list(faults)}"
        (folder / name).write_bytes(whole)


def wrong_harmless(folder):
    path = folder / "scene.toml"
    whole = path.read_bytes()
    for make in HARMLESS:
        make(path)
        faults, _ = judge.judge(folder)
        if faults:
            yield f"an obstacle far away or of unknown shape: {faults}"
        path.write_bytes(whole)


def main():
    wrong = [*wrong_solids(), *wrong_places(), *wrong_totals()]
    with tempfile.TemporaryDirectory() as keep:
        keep = pathlib.Path(keep)
        scene, folder = keep / "scene.toml", keep / "run"
        scene.write_text(draw.draw(SEED))
        subprocess.run([sys.argv[1], "run", scene, "-o", folder, "-q"], check=True)
        wrong += wrong_changes(folder, CHANGES)
        frame = min((folder / "bodies").rglob("*_0003.vdb"))
        frame.unlink()
        faults, _ = judge.judge(folder)
        if not any("no bodies" in fault for fault in faults):
            wrong.append("a frame that is not there is not missed")
        scene, folder = families.draw(FAMILY, FAMILY_SEED, keep), keep / "family"
        subprocess.run([sys.argv[1], "run", scene, "-o", folder, "-q"], check=True)
        wrong += wrong_changes(folder, FAMILY_CHANGES)
        wrong += wrong_harmless(folder)
    sys.exit("\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main()
