"""A small run with meshes of all kinds, and how its PLY files are read."""
import struct
import subprocess

SCENE = """
time = { duration = 0.08 }
grid = { origin = [0, 0, 0], size = [1.6, 1, 1], cell_size = 0.1 }
gravity = [0, 0, -9.81]
output = { name = "two", fps = 50, start_frame = 3, surface = ["abc", "usd"], rest_mesh = true, extra = ["pressure", "contact_pressure"] }
[[body]]
name = "soft ball"
shape = "sphere"
centre = [0.5, 0.5, 0.42]
radius = 0.3
velocity = [0, 0, -2]
material = "gel"
[[body]]
name = "cube"
shape = "mesh"
file = "cube.obj"
centre = [1.2, 0.5, 0.6]
angular_velocity = [0, 3, 0]
material = "gel"
[[obstacle]]
name = "floor"
shape = "plane"
point = [0, 0, 0.1]
normal = [0, 0, 1]
[[obstacle]]
name = "gate"
shape = "box"
size = [0.1, 0.4, 0.1]
rotation = { axis = [1, 0, 0], angle = 0.3 }
keyframes = [{ time = 0, position = [1.2, 0.5, 0.9] }, { time = 1, position = [0.4, 0.5, 0.9] }]
"""
CUBE = "".join(f"v {x} {y} {z}\n" for z in (-0.2, 0.2) for y in (-0.2, 0.2) for x in (-0.2, 0.2)) + """
vt 0 0
vt 1 0
vt 1 1
vt 0 1
f 1/1 3/2 4/3 2/4
f 5/1 6/2 8/3 7/4
f 1/1 2/2 6/3 5/4
f 3/1 7/2 8/3 4/4
f 1/1 5/2 7/3 3/4
f 2/1 4/2 8/3 6/4
"""
FRAMES = range(3, 8)


def run_in(folder, program, *words):
    """The folder surface/ of the run. @param words  further ones of its command line"""
    (folder / "two.toml").write_text(SCENE)
    (folder / "cube.obj").write_text(CUBE)
    subprocess.run([program, "run", folder / "two.toml", "-o", folder / "run", "-q", *words], check=True)
    return folder / "run" / "surface"


class Ply:
    """The vertices of a PLY file by the names of their values, and its faces."""

    def __init__(self, path):
        data = path.read_bytes()
        end = data.index(b"end_header\n") + 11
        lines = data[:end].decode().split("\n")
        counts = [int(line.split()[2]) for line in lines if line.startswith("element")]
        names = [line.split()[2] for line in lines if line.startswith("property float")]
        size = f"<{len(names)}f"
        rows = [struct.unpack_from(size, data, end + n * struct.calcsize(size)) for n in range(counts[0])]
        self.values = dict(zip(names, zip(*rows)))
        at = end + counts[0] * struct.calcsize(size)
        count = "<B" if "property list uchar int vertex_indices" in lines else "<i"
        self.faces = []
        for _ in range(counts[1]):
            corners = struct.unpack_from(count, data, at)[0]
            at += struct.calcsize(count)
            self.faces.append(struct.unpack_from(f"<{corners}i", data, at))
            at += 4 * corners

    def vectors(self, *names):
        return list(zip(*(self.values[name] for name in names)))
