"""The USD stages of a run show, at each frame, what the frame's other files hold.

    usd_test.py ROOT PROGRAM

Exit code 77 where there is no Python module `pxr` (package usd-core) to read them with.
"""
import pathlib
import struct
import subprocess
import sys
import tempfile

try:
    from pxr import Gf, Usd, UsdGeom, UsdShade
except ImportError:
    sys.exit(77)

PROGRAM = sys.argv[2]
SCENE = """
time = { duration = 0.16 }
grid = { origin = [0, 0, 0], size = [1.6, 1, 1], cell_size = 0.1 }
gravity = [0, 0, -9.81]
output = { name = "two", fps = 50, start_frame = 3, surface = ["ply", "usd"], rest_mesh = true, extra = ["pressure"] }
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
FRAMES = range(3, 12)
failed = []


def expect(holds, what):
    if not holds:
        failed.append(what)


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


def distance(a, b):
    return max((abs(x - y) for p, q in zip(a, b) for x, y in zip(p, q)), default=0)


def faces_of(mesh, time):
    indices, faces = iter(mesh.GetFaceVertexIndicesAttr().Get(time)), []
    for corners in mesh.GetFaceVertexCountsAttr().Get(time):
        faces.append(tuple(next(indices) for _ in range(corners)))
    return faces


def points_of(mesh, time):
    """In space."""
    turn = UsdGeom.Xformable(mesh).ComputeLocalToWorldTransform(time)
    return [tuple(turn.Transform(Gf.Vec3d(p))) for p in mesh.GetPointsAttr().Get(time)]


def check_body(stage, prim, folder):
    mesh, primvars = UsdGeom.Mesh.Get(stage, prim), UsdGeom.PrimvarsAPI(stage.GetPrimAtPath(prim))
    expect(mesh.GetPointsAttr().GetTimeSamples() == list(FRAMES), f"{prim}: times of its points")
    for frame in FRAMES:
        ply, what = Ply(folder / f"two_{frame:04}.ply"), f"{prim} at {frame}: "
        expect(faces_of(mesh, frame) == ply.faces, what + "faces")
        expect(distance(points_of(mesh, frame), ply.vectors("x", "y", "z")) == 0, what + "points")
        velocity = mesh.GetVelocitiesAttr().Get(frame)
        expect(distance(velocity, ply.vectors("vx", "vy", "vz")) == 0, what + "velocities")
        rest = primvars.GetPrimvar("rest")
        expect(rest.GetInterpolation() == "vertex", what + "interpolation")
        expect(distance(rest.Get(frame), ply.vectors("rest_x", "rest_y", "rest_z")) == 0, what + "rest")
        for name in "stress_vm", "pressure":
            its = [(value,) for value in primvars.GetPrimvar(name).Get(frame)]
            expect(distance(its, ply.vectors(name)) == 0 and len(its) == len(rest.Get(frame)), what + name)
        extent = mesh.GetExtentAttr().Get(frame)
        low, high = (tuple(f(c) for c in zip(*points_of(mesh, frame))) for f in (min, max))
        expect(distance(extent, [low, high]) < 1e-6, what + "extent")
    return mesh


def check_obstacle(stage, prim, folder, frames):
    mesh = UsdGeom.Mesh.Get(stage, prim)
    for frame in frames:
        ply = Ply(folder / f"two_{frame:04}.ply")
        expect(distance(points_of(mesh, frame), ply.vectors("x", "y", "z")) < 1e-6, f"{prim} at {frame}: points")
        expect(faces_of(mesh, frame) == ply.faces, f"{prim} at {frame}: faces")


def check_stage(path):
    stage = Usd.Stage.Open(str(path))
    expect(UsdGeom.GetStageUpAxis(stage) == "Z" and UsdGeom.GetStageMetersPerUnit(stage) == 1, f"{path.name}: units")
    expect((stage.GetStartTimeCode(), stage.GetEndTimeCode()) == (FRAMES[0], FRAMES[-1]), f"{path.name}: times")
    expect(stage.GetTimeCodesPerSecond() == 50, f"{path.name}: speed")
    expect(stage.GetDefaultPrim().GetPath() == "/two", f"{path.name}: its default prim")
    for prim in stage.Traverse():
        if prim.IsA(UsdGeom.Mesh):
            material, _ = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial()
            expect(material and material.ComputeSurfaceSource(), f"{prim.GetPath()}: its material")
            expect(len(UsdGeom.Gprim(prim).GetDisplayColorAttr().Get(FRAMES[0])) == 1, f"{prim.GetPath()}: its colour")
    try:  # where the library can
        from pxr import UsdValidation
        registry = UsdValidation.ValidationRegistry()
        names = [meta.name for meta in registry.GetAllValidatorMetadata() if not meta.isSuite]
        context = UsdValidation.ValidationContext(registry.GetOrLoadValidatorsByName(names))
        for error in context.Validate(stage):
            expect(False, f"{path.name}: {error.GetErrorAsString()}")
    except ImportError:
        pass
    return stage


def main():
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "two.toml").write_text(SCENE)
        (folder / "cube.obj").write_text(CUBE)
        subprocess.run([PROGRAM, "run", folder / "two.toml", "-o", folder / "run", "-q"], check=True)
        surface = folder / "run" / "surface"
        stage, original = check_stage(surface / "two.usda"), check_stage(surface / "two_original.usda")
        for shown in stage, original:
            check_body(shown, "/two/soft_ball", surface / "soft ball")
            check_obstacle(shown, "/two/floor", surface / "floor", FRAMES[:1])
            check_obstacle(shown, "/two/gate", surface / "gate", FRAMES)
        check_body(stage, "/two/cube", surface / "cube")
        cube = UsdGeom.Mesh.Get(original, "/two/cube")
        expect(not cube.GetFaceVertexCountsAttr().ValueMightBeTimeVarying(), "the cube's faces change")
        expect({len(cube.GetPointsAttr().Get(frame)) for frame in FRAMES} == {8}, "the cube's points change")
        expect(cube.GetPointsAttr().GetTimeSamples() == list(FRAMES), "the cube's points: times")
        alone = Usd.Stage.Open(str(surface / "cube" / "original" / "two.usda"))
        expect(alone.GetDefaultPrim().GetPath() == "/cube", "the cube alone")
        rest = check_stage(surface / "two_rest.usda")
        for name, folder in ("soft_ball", "soft ball"), ("cube", "cube"):
            mesh = check_body(rest, f"/two/{name}", surface / folder / "rest")
            expect(not mesh.GetFaceVertexCountsAttr().ValueMightBeTimeVarying(), f"{name} at rest: its faces change")
            expect(len({len(points_of(mesh, frame)) for frame in FRAMES}) == 1, f"{name} at rest: its points change")
        flat = Usd.Stage.Open(stage.Flatten())
        check_body(flat, "/two/soft_ball", surface / "soft ball")
    print("\n".join(failed) or "all shown")
    sys.exit(bool(failed))


main()
