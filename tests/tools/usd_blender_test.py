"""Blender's own importer shows the USD stage of a run as the frame's other files have it.

    usd_blender_test.py ROOT PROGRAM

Exit code 77 where Blender is no Python module (package bpy).
"""
import pathlib
import sys
import tempfile

from usd_run import FRAMES, Ply, run_in

try:
    import bpy
    from mathutils import Vector
except ImportError:
    sys.exit(77)

failed = []
VALUES = {"rest": ("rest_x", "rest_y", "rest_z"), "velocity": ("vx", "vy", "vz"),
          "stress_vm": ("stress_vm",), "pressure": ("pressure",),
          "contact_pressure": ("contact_pressure",)}


def expect(holds, what):
    if not holds:
        failed.append(what)


def values_of(mesh, name):
    """Of its vertices; none where Blender has no such values."""
    if name not in mesh.attributes:
        return []
    return [tuple(its.vector) if hasattr(its, "vector") else (its.value,) for its in mesh.attributes[name].data]


def check(name, file, reach, with_values):
    """@param reach  how far points may be from where the file has them [m]"""
    shown = bpy.data.objects[name].evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh, ply, what = shown.to_mesh(), Ply(file), f"{name}, {file.name}: "
    points = ply.vectors("x", "y", "z")
    ways = [(shown.matrix_world @ vertex.co - Vector(p)).length for vertex, p in zip(mesh.vertices, points)]
    expect(len(mesh.vertices) == len(points) and max(ways) <= reach, what + "points")
    expect([tuple(polygon.vertices) for polygon in mesh.polygons] == ply.faces, what + "faces")
    for attribute, names in VALUES.items() if with_values else ():
        expect(values_of(mesh, attribute) == ply.vectors(*names), what + attribute)
    shown.to_mesh_clear()


def main():
    with tempfile.TemporaryDirectory() as scratch:
        surface = run_in(pathlib.Path(scratch), sys.argv[2])
        bpy.ops.wm.read_factory_settings(use_empty=True)
        bpy.ops.wm.usd_import(filepath=str(surface / "two.usda"))
        scene = bpy.context.scene
        expect((scene.frame_start, scene.frame_end) == (FRAMES[0], FRAMES[-1]), "its frames")
        for frame in FRAMES:
            scene.frame_set(frame)
            for name, folder in ("soft_ball", "soft ball"), ("cube", "cube"):
                check(name, surface / folder / f"two_{frame:04}.ply", 0, True)
            check("floor", surface / "floor" / "two_0003.ply", 0, False)
            check("gate", surface / "gate" / f"two_{frame:04}.ply", 1e-6, False)
        for name in "soft_ball", "cube", "floor", "gate":
            materials = [slot.material.name for slot in bpy.data.objects[name].material_slots]
            expect(materials == [name], f"{name}: its material")
    print("\n".join(failed) or "all shown")
    sys.exit(bool(failed))


main()
