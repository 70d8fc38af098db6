"""The Python examples read what a run holds, and make a table of it.

    examples_test.py ROOT PROGRAM
"""
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT, PROGRAM = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
EXAMPLES = ROOT / "docs/examples"
sys.dont_write_bytecode = True
sys.path.insert(0, str(EXAMPLES))
import read_run  # noqa: E402

SCENE = """
time = { duration = 0.04 }
grid = { cell_size = 0.05 }
output = { surface = ["ply"] }
[[body]]
name = "ball"
shape = "sphere"
centre = [0, 0, 0]
radius = 0.1
material = "gel"
"""
CONTACTS = """frame,time,body,partner,force_x,force_y,force_z
2,0.5,ball,floor,0,0,3
2,0.5,cube,floor,1,0,4
2,0.5,ball,cube,5,0,0
3,1,ball,floor,0,0,2
"""
failed = []


def expect(holds, what):
    if not holds:
        failed.append(what)


def python(script, *words, folder):
    path = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, EXAMPLES / script, *words], cwd=folder, env=path, check=True,
                          capture_output=True, text=True).stdout


def check_forces(folder):
    (folder / "contacts.csv").write_text(CONTACTS)
    for name, forces in (("floor", {0.5: [-1, 0, -7], 1: [0, 0, -2]}), ("cube", {0.5: [-4, 0, 4]})):
        found = read_run.force_on(folder, name)
        expect(found == forces, f"force on {name}: {found}")


def check_fall(folder):
    """Free fall by t^2 g / 2, of a ball that has its volume in every file."""
    (folder / "bin").mkdir()
    (folder / "bin/eulersolid").symlink_to(PROGRAM)
    (folder / "fall.toml").write_text(SCENE)
    run = folder / "runs/fall"
    for g in (20, 10):
        subprocess.run([folder / "bin/eulersolid", "run", "fall.toml", "-q", "--force", "--set", f"gravity=[0,0,-{g}]"],
                       cwd=folder, check=True)
        bodies = read_run.table(run / "bodies.csv")
        way = bodies["centroid_z"][0] - bodies["centroid_z"][-1]
        expect(abs(way / (g * 0.04**2 / 2) - 1) < 0.002, f"way {way} by {g} m/s^2")
        # Momenta are those of the middle of the last step, of which there are ten or more.
        speed = abs(bodies["momentum_z"][-1]) / bodies["mass"][-1]
        expect(0.95 <= speed / (g * 0.04) < 1, f"speed {speed} by {g} m/s^2")
    said = python("read_run.py", run, folder=folder)
    expect("finished at 0.04 s, flawless" in said and "ball: 4.189 kg" in said, said)
    for volume, file in ((read_run.volume_of_voxels, run / "vdb/fall_0002.vdb"),
                         (read_run.volume_of_mesh, run / "surface/ball/fall_0002.ply")):
        try:
            found = volume(file)
        except ImportError:
            continue
        expect(abs(found / 0.0041888 - 1) < 0.03, f"{volume.__name__}: {found}")  # four voxels a radius


with tempfile.TemporaryDirectory() as scratch:
    check_forces(pathlib.Path(scratch))
    check_fall(pathlib.Path(scratch))
print("\n".join(failed) or "the examples read what is there")
sys.exit(bool(failed))
