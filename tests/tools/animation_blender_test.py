"""Blender shows a run's Alembic archive as its PLY files have it, and a scene that tools/blender_import.py
saves, by its USD stage or by the archive, moves when another Blender opens it.

    animation_blender_test.py ROOT PROGRAM

Exit code 77 where Blender is no Python module (package bpy).
"""
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile

from usd_run import FRAMES, Ply, run_in

if importlib.util.find_spec("bpy") is None:
    sys.exit(77)

ROOT, PROGRAM = pathlib.Path(sys.argv[1]), sys.argv[2]
failed = []


def expect(holds, what):
    if not holds:
        failed.append(what)


def python(*words):
    done = subprocess.run([sys.executable, *map(str, words)], capture_output=True, text=True, timeout=300)
    expect(done.returncode == 0, f"{words}: {done.stdout[-300:]}{done.stderr[-500:]}")
    return done.stdout


def near(shown, there):
    return len(shown) == len(there) and all(
        abs(a - b) < 1e-6 for p, q in zip(shown, there) for a, b in zip(p, q))


def check(run, blend, reader):
    text = python(ROOT / "tests/tools/saved_scene.py", blend, *FRAMES)
    lines = [line for line in text.splitlines() if line.startswith("shown:")]
    if not lines:
        return
    shown = json.loads(lines[0].removeprefix("shown:"))
    expect(shown["frames"] == [FRAMES[0], FRAMES[-1]], f"{reader}: frames {shown['frames']}")
    expect(abs(shown["fps"] - 50) < 1e-6, f"{reader}: {shown['fps']} frames per second")
    meshes = shown["meshes"]
    expect("floor" not in meshes, f"{reader}: the plane hides the bodies")
    for name, folder in ("soft_ball", "soft ball"), ("cube", "cube"), ("gate", "gate"):
        for frame, its in zip(FRAMES, meshes[name]):
            ply, what = Ply(run / "surface" / folder / f"two_{frame:04}.ply"), f"{reader}, {name} at {frame}: "
            expect(near(its["points"], ply.vectors("x", "y", "z")), what + "points")
            expect(list(map(tuple, its["faces"])) == ply.faces, what + "faces")
            if name != "gate":  # in the stage it is moved as a whole
                expect(near(its.get("velocity", []), ply.vectors("vx", "vy", "vz")), what + "velocities")
    materials = [meshes[name][0]["materials"] for name in ("soft_ball", "cube", "gate")]
    expect(all(len(its) == 1 for its in materials), f"{reader}: materials {materials}")
    expect(len({its[0] for its in materials}) == 3, f"{reader}: materials {materials}")


def main():
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        run = run_in(folder, PROGRAM).parent
        for reader in "usd", "abc":
            blend = folder / f"{reader}.blend"
            python(ROOT / "tools/blender_import.py", "--", run, "--save", blend)
            check(run, blend, reader)
            (run / "surface/two.usda").unlink(missing_ok=True)
    print("\n".join(failed) or "all shown")
    sys.exit(bool(failed))


main()
