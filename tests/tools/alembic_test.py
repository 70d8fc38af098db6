"""The Alembic archives of a run hold what its PLY files hold, are the same however the run came to its
end, and stop no run where they cannot be written.

    alembic_test.py ROOT PROGRAM
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from alembic_file import Archive
from usd_run import FRAMES, Ply, run_in

PROGRAM = sys.argv[2]
failed = []


def expect(holds, what):
    if not holds:
        failed.append(what)


def turned(vectors):
    """With y up."""
    return [(x, z, 0.0 - y) for x, y, z in vectors]


def clockwise(faces):
    return [corner for face in faces for corner in reversed(face)]


def check(archive, path, surface, folder, frames, step=1):
    """@param frames  those that it has files of
    @param step  looks at every so many frames"""
    geom = archive.objects[f"{path}Shape"][".geom"]
    parameters = geom[".arbGeomParams"]
    for n, frame in list(enumerate(FRAMES))[::step]:
        ply, what = Ply(surface / folder / f"two_{max(f for f in frames if f <= frame):04}.ply"), f"{path} at {frame}: "
        points = turned(ply.vectors("x", "y", "z"))
        expect(geom["P"].at(n) == points, what + "points")
        expect(geom[".velocities"].at(n) == turned(ply.vectors("vx", "vy", "vz")), what + "velocities")
        expect(geom[".faceIndices"].at(n) == clockwise(ply.faces), what + "faces")
        expect(geom[".faceCounts"].at(n) == list(map(len, ply.faces)), what + "sizes of faces")
        box = tuple(f(axis) for f in (min, max) for axis in zip(*points))
        expect(geom[".selfBnds"].at(n) == [box], what + "box")
        expect(parameters["rest"].at(n) == turned(ply.vectors("rest_x", "rest_y", "rest_z")), what + "rest")
        for name in "stress_vm", "pressure", "contact_pressure":
            if name in ply.values:
                expect(parameters[name].at(n) == list(ply.values[name]), what + name)
            expect((name in ply.values) == (name in parameters.properties), what + f"has {name}")
        if "s" in ply.values:
            expect(geom["uv"].at(n) == ply.vectors("s", "t"), what + "places in textures")
    return geom


def check_values(surface):
    archives = {kind: Archive(surface / f"two{kind}.abc") for kind in ("", "_original", "_rest")}
    for kind, archive in archives.items():
        expect((archive.samples, archive.first, archive.step) == (len(FRAMES), FRAMES[0] / 50, 1 / 50), f"{kind}: times")
        objects = {f"/{name}" for name in ("soft_ball", "cube", "floor", "gate")}
        expect(set(archive.objects) == {"", *objects, *(f"{its}/{its[1:]}Shape" for its in objects)}, f"{kind}: objects")
        for name, folder in ("soft_ball", "soft ball"), ("cube", "cube"):
            its = surface / folder / kind[1:]
            folder = its.relative_to(surface) if its.is_dir() else folder
            geom = check(archive, f"/{name}/{name}", surface, folder, FRAMES, 4 if kind == "_rest" else 1)
            if kind and its.is_dir():
                expect(len(geom[".faceIndices"].samples) == 1, f"{name} {kind}: its faces are there more than once")
        check(archive, "/floor/floor", surface, "floor", FRAMES[:1])
        gate = check(archive, "/gate/gate", surface, "gate", FRAMES, 4)
        expect(len(gate["P"].samples) == len(FRAMES), "the gate rests")


def run(*words, **options):
    return subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, **options)


def check_command(run_folder):
    """It makes the same bytes again, lists them, and says what it needs."""
    before = (run_folder / "surface/two.abc").read_bytes()
    (run_folder / "surface/two.abc").unlink()
    done = run("alembic", run_folder)
    expect(done.returncode == 0 and len(done.stdout.splitlines()) == 3, f"the command: {done.stderr}")
    expect((run_folder / "surface/two.abc").read_bytes() == before, "the command makes other bytes")
    broken = run_folder / "surface/cube/two_0004.ply"
    whole = broken.read_bytes()
    broken.write_bytes(whole[:-1])
    done = run("alembic", run_folder)
    expect(done.returncode == 2 and "not whole" in done.stderr and done.stderr.count("\n") == 1, "a broken mesh")
    expect((run_folder / "surface/two.abc").read_bytes() == before, "a broken mesh spoils the archive")
    expect(not list(run_folder.rglob("*.tmp")), "it leaves unfinished files")
    broken.unlink()
    run("alembic", run_folder)
    cube = Archive(run_folder / "surface/two.abc").objects["/cube/cubeShape"][".geom"]["P"]
    expect(cube.at(1) == cube.at(0) != cube.at(2), "a frame that is missing")
    broken.write_bytes(whole)


def check_kept(run_folder):
    """Commands make their files anew, but for one that somebody has worked on."""
    for words, name in ("alembic", "surface/two.abc"), ("preview --size 32x32", "preview/two_0005.png"):
        command, *options = words.split()
        for again in range(2):
            done = run(command, run_folder, *options)
            expect(done.returncode == 0, f"{words}, again {again}: {done.stderr}")
        mine = run_folder / name
        mine.write_bytes(mine.read_bytes() + b"mine")
        done = run(command, run_folder, *options)
        expect(done.returncode == 2 and "is in the way" in done.stderr, f"{words} writes over a file: {done.stderr}")
        expect(mine.read_bytes().endswith(b"mine"), f"{words} changes a file of a user's")
        mine.unlink()
        expect(run(command, run_folder, *options).returncode == 0, f"{words} does not go on")


SMALL = ["--set", "grid.cell_size=0.1", "--set", 'output.surface=["abc"]', "-q"]


def check_kill(folder, scene):
    """A run that is killed, and resumed, ends with the archive of an unbroken one."""
    for name in "whole", "killed":
        words = [PROGRAM, "run", scene, *SMALL, "-o", folder / name, "--checkpoint-every", "0.01"]
        process = subprocess.Popen(words)
        while name == "killed" and process.poll() is None:
            if list((folder / name).glob("checkpoints/*.h5")):
                process.kill()
            time.sleep(0.005)
        process.wait()
    if process.returncode != 0:  # else it was too quick
        done = run("run", scene, *SMALL, "-o", folder / "killed", "--resume")
        expect(done.returncode == 0, f"it does not go on: {done.stderr}")
    whole, killed = ((folder / name / "surface/ball.abc").read_bytes() for name in ("whole", "killed"))
    expect(whole == killed, "a run that was killed ends with another archive")


def check_fault(folder, scene):
    """Something that cannot be replaced is where the archive is to be: the run ends well."""
    (folder / "fault/surface/ball.abc/in the way").mkdir(parents=True)
    (folder / "fault/manifest.txt").write_text((folder / "whole/manifest.txt").read_text().split("\n")[0] + "\n")
    done = run("run", scene, *SMALL, "-o", folder / "fault", "--force")
    report = json.loads((folder / "fault/run.json").read_text())
    expect(done.returncode == 0 and report["exit_state"] == "finished", f"a fault stops the run: {done.stderr}")
    expect("the animation in one file is not written" in done.stderr, f"there is no warning: {done.stderr}")
    expect(report["totals"]["missing_outputs"] == 1, "it is not counted")
    expect(not list((folder / "fault").rglob("*.tmp")), "it leaves an unfinished file")
    shutil.rmtree(folder / "fault/surface/ball.abc")
    expect(run("alembic", folder / "fault").returncode == 0, "the command does not make up for it")
    same = (folder / "fault/surface/ball.abc").read_bytes() == (folder / "whole/surface/ball.abc").read_bytes()
    expect(same, "and makes another one")


def check_alarm(folder, scene):
    """A run that an alarm ends leaves one of the frames so far."""
    done = run("run", scene, *SMALL, "-o", folder / "alarm", "--set", "alarms.warn=1e-9", "--set", "alarms.stop=1e-9")
    expect(done.returncode == 3, f"there is no alarm: {done.returncode}, {done.stderr}")
    frames = len(list((folder / "alarm/surface/ball").glob("*.ply")))
    expect(Archive(folder / "alarm/surface/ball.abc").samples == frames > 0, "an alarm leaves no archive")


SCENE = """
time = { duration = 0.12 }
grid = { origin = [0, 0, 0], size = [1, 1, 1], cell_size = 0.1 }
gravity = [0, 0, -9.81]
[[body]]
name = "ball"
shape = "sphere"
centre = [0.5, 0.5, 0.45]
radius = 0.3
material = "gel"
[[obstacle]]
name = "floor"
shape = "plane"
point = [0, 0, 0.1]
normal = [0, 0, 1]
"""


def main():
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        surface = run_in(folder, PROGRAM, "--set", 'output.surface=["abc"]')
        check_values(surface)
        check_command(surface.parent)
        check_kept(surface.parent)
        (folder / "ball.toml").write_text(SCENE)
        check_kill(folder, folder / "ball.toml")
        check_fault(folder, folder / "ball.toml")
        check_alarm(folder, folder / "ball.toml")
    print("\n".join(failed) or "all the same")
    sys.exit(bool(failed))


main()
