"""tools/blender_import.py shows runs of all kinds in Blender, and refuses in a line what it cannot do.

    blender_test.py ROOT PROGRAM

Exit code 77 where there is no Blender.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT, PROGRAM = pathlib.Path(sys.argv[1]), sys.argv[2]
SCENE = """
time = { duration = 0.08 }
grid = { origin = [0, 0, 0], size = [1, 1, 1], cell_size = 0.1 }
[[body]]
name = "ball"
shape = "sphere"
centre = [0.5, 0.5, 0.45]
radius = 0.3
material = "gel"
[[obstacle]]
name = "box"
shape = "box"
size = [0.2, 0.2, 0.1]
centre = [0.5, 0.5, 0.05]
"""


def blender(*words):
    # A distribution's Blender looks for its Python in PATH: the one beside it, not that of this test.
    path = f"{pathlib.Path(shutil.which('blender')).parent}:{os.environ['PATH']}"
    done = subprocess.run(["blender", "-b", "--python-exit-code", "1", "-P", ROOT / "tools/blender_import.py",
                           "--", *map(str, words)], capture_output=True, text=True, timeout=300,
                          env={**os.environ, "PATH": path})
    return done.returncode, done.stdout + done.stderr


def main():
    if shutil.which("blender") is None:
        sys.exit(77)
    failed = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "scene.toml").write_text(SCENE)
        for kind, changes in ("volume", []), ("mesh", ["--set", 'output.surface=["ply"]']):
            subprocess.run([PROGRAM, "run", folder / "scene.toml", "-o", folder / kind, "-q", *changes], check=True)
        small = ["--size", 48, 36, "--samples", 1]
        for words in [folder / "volume"], [folder / "mesh"], [folder / "mesh", "--volume"]:
            picture = folder / "picture.png"
            code, text = blender(*words, *small, "--render", picture)
            if code != 0 or "Traceback" in text or not picture.exists():
                failed.append(f"{words}: exit code {code}: {text[-500:]}")
            picture.unlink(missing_ok=True)
        for words, said in ((["--size", 0, 0], "is not between 4 and 65536"),
                            (["--frame", 99], "the run has frames 1 to 3"),
                            (["--render", folder / "none" / "a.png"], "cannot be written"),
                            (["--fps", 0], "is not between 0 and 100000")):
            code, text = blender(folder / "mesh", *words)
            if code == 0 or "Traceback" in text or said not in text:
                failed.append(f"{words}: exit code {code}: {text[-500:]}")
    print("\n".join(failed) or "all shown")
    sys.exit(bool(failed))


main()
