"""What the pages for users show runs, and prints what they say.

    pages_test.py ROOT PROGRAM

Scenes and commands of the pages below, as they stand but for their length: scenes take a tenth of the
time, on coarse cells. A command whose tool is not installed is left out, and so are images where the
program was built without ITK. Of output that a page shows every word has to come, with any numbers.
"""
import gzip
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

ROOT, PROGRAM = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
PACKAGE_PYTHON = os.environ.get("EULERSOLID_PYTHON", "python3")
PARTS = ["docs/how_do_i.md", "docs/for_artists.md", "docs/for_ct_and_cad.md", "docs/for_researchers.md"]
NUMBER = r"-?\d+(\.\d+)?(e[-+]\d+)?"
# Part of a command, and what it needs.
TOOLS = {"blender": "blender", "--movie": "ffmpeg", "--backend gpu": "nvidia-smi", "from pxr": "pxr",
         "eulersolid plot": "matplotlib", "eulersolid sweep": "eulersolid"}
CUBE = "".join(f"v {x} {y} {z}\n" for z in (0, 90) for y in (0, 90) for x in (0, 90)) + """
f 1 3 4 2
f 5 6 8 7
f 1 2 6 5
f 3 7 8 4
f 1 5 7 3
f 2 4 8 6
"""
failed, left_out = [], []


def blocks(page):
    """Kind, text, and place of each block of code."""
    text = (ROOT / page).read_text()
    for match in re.finditer(r"^```(\w+)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        yield match[1], match[2], f"{page}:{text.count(chr(10), 0, match.start()) + 1}"


def is_there(tool):
    """As a program, or as a module of Python."""
    return shutil.which(tool) is not None or (
        subprocess.run([PACKAGE_PYTHON if tool == "eulersolid" else "python3", "-c", f"import {tool}"],
                       capture_output=True).returncode == 0)


def image(value):
    """A NIfTI file: a ball of this value and 6 voxels radius, of a centimetre each, in nothing."""
    header = struct.pack("<i36xh7h14x", 348, 3, 16, 16, 16, 1, 1, 1, 1)[:56].ljust(70, b"\0")
    header += struct.pack("<hhh8f", 4, 16, 0, 1, 10, 10, 10, 1, 1, 1, 1) + struct.pack("<3f", 352, 1, 0)
    header = header.ljust(123, b"\0") + b"\x02"
    header = header.ljust(252, b"\0") + struct.pack("<hh", 0, 1) + bytes(24)
    header += struct.pack("<12f", 10, 0, 0, 0, 0, 10, 0, 0, 0, 0, 10, 0)
    header = header.ljust(344, b"\0") + b"n+1\0" + bytes(4)
    r = range(16)
    voxels = [value * ((x - 7.5)**2 + (y - 7.5)**2 + (z - 7.5)**2 < 36) for z in r for y in r for x in r]
    return gzip.compress(header + struct.pack("<4096h", *voxels))


def short(text):
    """A scene or commands that take a tenth of the time."""
    text = re.sub(r'(duration = )"0\.(\d+) s"', r"\g<1>0.0\2", text)
    return re.sub(r"(--until |time\.duration=)0\.", r"\g<1>0.0", text)


class Folder:
    """A folder with files to import, and the program on the path."""

    def __init__(self, path):
        self.path, bin = path, path / "bin"
        bin.mkdir()
        (bin / "eulersolid").symlink_to(PROGRAM)
        for name in "toy.obj", "bunny.obj":
            (path / name).write_text(CUBE)
        (path / "scan.nii.gz").write_bytes(image(1000))
        (path / "labels.nii.gz").write_bytes(image(2))
        self.surroundings = {**os.environ, "PATH": f"{bin}:{os.environ['PATH']}", "OMP_WAIT_POLICY": "passive",
                             "OMP_NUM_THREADS": "2"}

    def bash(self, commands, place, quiet=False):
        """What they print; a fault where they fail, or tell of something."""
        for part, tool in TOOLS.items():
            lines = [line for line in commands.split("\n") if part in line]
            if lines and not is_there(tool):
                left_out.append(f"{place}: no {tool}")
                commands = "\n".join(line for line in commands.split("\n") if line not in lines)
        commands = short(commands).replace("CHECKOUT/build/cpu", f"{self.path}/bin").replace("CHECKOUT", str(ROOT))
        done = subprocess.run(["bash", "-euc", commands], cwd=self.path, env=self.surroundings, capture_output=True,
                              text=True, timeout=120)
        said = done.stdout + done.stderr
        if "was built without ITK" in said:
            left_out.append(f"{place}: no ITK")
        elif done.returncode != 0 or (quiet and done.stderr):
            failed.append(f"{place}: exit code {done.returncode}: {said[-400:]}")
        return said


def expect(said, shown, place):
    """Each line of `shown` is among those that were said, with any numbers, and anything for `...`; what follows
    on `about` varies."""
    for line in shown.strip().split("\n"):
        pattern = re.sub(NUMBER, "#", line).replace("...", "*")
        pattern = re.escape(re.sub(r"about .*", "*", pattern)).replace(r"\*", ".*").replace(r"\#", NUMBER)
        if not re.search(f"^{pattern}$", said, re.MULTILINE):
            failed.append(f"{place}: the program does not say: {line}")


def check_parts(folder):
    """Parts of scenes take their place in the first scene of the first page; commands find it, and its run."""
    base = short(next(blocks(PARTS[0]))[1])
    world, body, floor = re.fullmatch(r"(.*)(\[\[body.*)(\[\[obst.*)", base, re.DOTALL).groups()
    for name, text in ("world", world + '[grid]\ncell_size = "2.5 cm"\n'), ("body", body), ("floor", floor):
        (folder.path / f"{name}.toml").write_text(text)
    (folder.path / "drop.toml").write_text(base + '[grid]\ncell_size = "5 cm"\n')
    folder.bash("eulersolid run drop.toml -q && mv runs kept", "the first scene")
    for page in PARTS:
        for kind, text, place in blocks(page):
            if kind == "toml":
                kept = ["world"] * (not re.search(r"^\[?time\b", text, re.MULTILINE))
                kept += ["body"] * ("[[body]]" not in text and "[[array]]" not in text) + ["floor"] * ("[[obstacle]]" not in text)
                names = ", ".join(f'"{name}.toml"' for name in kept)
                (folder.path / "part.toml").write_text(f"include = [{names}]\n{short(text)}")
                folder.bash("eulersolid run part.toml -q --force --set output.fps=2000 --frames 1", place, quiet=True)
            elif kind == "sh":
                shutil.rmtree(folder.path / "runs", ignore_errors=True)
                shutil.copytree(folder.path / "kept", folder.path / "runs")
                folder.bash(text, place)


def check_tutorial(folder):
    """Its first scene is collision.toml, in which the third block takes the place of the second; what a block
    shows as text is what the commands before it print, or a mistake that is described before."""
    coarse, said, scene, before = '[grid]\ncell_size = "3 cm"\n', "", None, None
    for kind, text, place in blocks("docs/tutorial.md"):
        if kind == "toml" and scene is None:
            scene = text
        elif kind == "toml" and before is None:
            before = text
            if text not in scene:
                failed.append(f"{place}: the scene has no such part")
        elif kind == "toml":
            scene = scene.replace(before, text)
        elif kind == "text" and text.startswith("error"):
            (folder.path / "collision.toml").write_text(re.sub(r"^radius ", "raduis ", scene, flags=re.MULTILINE))
            expect(folder.bash("eulersolid check collision.toml || true", place), text, place)
        elif kind == "text":
            expect(said, text, place)
        else:
            if scene:
                (folder.path / "collision.toml").write_text(short(scene) + coarse)
            said = folder.bash(text, place)
            if "duck.obj" in text:  # which takes seconds to read
                (folder.path / "toy.obj").write_text(CUBE)


def check_readme(folder):
    for kind, text, place in blocks("README.md"):
        if kind == "toml":
            (folder.path / "readme.toml").write_text(text)
            folder.bash("eulersolid run readme.toml -q --set grid.cell_size=0.025 --set output.fps=2000 --frames 1", place, quiet=True)


for check in check_parts, check_tutorial, check_readme:
    with tempfile.TemporaryDirectory() as scratch:
        check(Folder(pathlib.Path(scratch)))
print(*left_out, *failed, "the pages show what runs" if not failed else "", sep="\n")
sys.exit(bool(failed))
