"""The USD stages of a run show, at each frame, what the frame's other files hold.

    usd_test.py ROOT PROGRAM

Exit code 77 where there is no Python module `pxr` (package usd-core) to read them with.
"""
import pathlib
import sys
import tempfile

from usd_run import FRAMES, Ply, run_in

try:
    from pxr import Gf, Usd, UsdGeom, UsdShade
except ImportError:
    sys.exit(77)

PROGRAM = sys.argv[2]
failed = []


def expect(holds, what):
    if not holds:
        failed.append(what)


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


def at_corners(values, faces):
    """PLY has a point once for each of its places in a texture."""
    return [tuple(values[corner]) for face in faces for corner in face]


def check_body(stage, prim, folder):
    mesh, primvars = UsdGeom.Mesh.Get(stage, prim), UsdGeom.PrimvarsAPI(stage.GetPrimAtPath(prim))
    expect(mesh.GetPointsAttr().GetTimeSamples() == list(FRAMES), f"{prim}: times of its points")
    for frame in FRAMES:
        ply, what = Ply(folder / f"two_{frame:04}.ply"), f"{prim} at {frame}: "
        faces, points = faces_of(mesh, frame), points_of(mesh, frame)
        expect(list(map(len, faces)) == list(map(len, ply.faces)), what + "faces")

        def expect_same(values, *names):
            there = at_corners(ply.vectors(*names), ply.faces)
            expect(len(values) == len(points) and at_corners(values, faces) == there, what + names[0])

        expect_same(points, "x", "y", "z")
        expect_same(mesh.GetVelocitiesAttr().Get(frame), "vx", "vy", "vz")
        expect(primvars.GetPrimvar("rest").GetInterpolation() == "vertex", what + "interpolation")
        expect_same(primvars.GetPrimvar("rest").Get(frame), "rest_x", "rest_y", "rest_z")
        for name in "stress_vm", "pressure", "contact_pressure":
            expect_same([(value,) for value in primvars.GetPrimvar(name).Get(frame)], name)
        extent = mesh.GetExtentAttr().Get(frame)
        low, high = (tuple(f(c) for c in zip(*points)) for f in (min, max))
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
        surface = run_in(pathlib.Path(scratch), PROGRAM)
        stage, original = check_stage(surface / "two.usda"), check_stage(surface / "two_original.usda")
        for shown in stage, original:
            check_body(shown, "/two/soft_ball", surface / "soft ball")
            check_obstacle(shown, "/two/floor", surface / "floor", FRAMES[:1])
            check_obstacle(shown, "/two/gate", surface / "gate", FRAMES)
        check_body(stage, "/two/cube", surface / "cube")
        check_body(original, "/two/cube", surface / "cube" / "original")
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
