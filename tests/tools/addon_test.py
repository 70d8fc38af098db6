"""The add-on for Blender, in Blender: what is marked becomes a scene, a run, and meshes that move. Runs in the module
`bpy` where Python has it (`pip install bpy==4.2.*`), else starts itself in Blender; skipped where there is neither.

    addon_test.py ROOT PROGRAM
"""
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


def in_blender(root, program, folder):
    import bpy

    sys.path.insert(0, str(root / "blender"))
    import eulersolid_blender
    from eulersolid_blender import export, operators

    eulersolid_blender.register()
    os.environ["PATH"] = f"{program.parent}:{os.environ['PATH']}"
    bpy.ops.wm.read_factory_settings(use_empty=True)
    eulersolid_blender.unregister(), eulersolid_blender.register()  # as when it is switched off and on again
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end, scene.render.fps = 1, 9, 40
    scene.eulersolid.folder, scene.eulersolid.cells = str(folder), 5

    def fails_with(part):
        try:
            bpy.ops.eulersolid.run()
        except RuntimeError as error:  # what an operator reports as an error
            assert part in str(error), error
            return
        raise AssertionError(f"no error with {part}")

    fails_with("no object is marked")
    bpy.ops.mesh.primitive_uv_sphere_add(radius=0.1, segments=24, ring_count=12, location=(0, 0, 0.13))
    ball = bpy.context.object
    ball.name = "soft ball.001"
    ball.data.materials.append(bpy.data.materials.new("red"))
    bpy.ops.eulersolid.mark(role="BODY")
    ball.eulersolid.material, ball.eulersolid.velocity = "custom", (0, 0, -0.5)
    ball.eulersolid.youngs_modulus = 5e3
    bpy.ops.mesh.primitive_plane_add(size=2)
    bpy.context.object.name = "floor"
    bpy.ops.eulersolid.mark(role="OBSTACLE")
    bpy.ops.mesh.primitive_cube_add(size=0.1, location=(0.3, 0, 0.1))
    paddle = bpy.context.object
    paddle.name = "paddle"
    bpy.ops.eulersolid.mark(role="OBSTACLE")
    for frame, x, turn in ((1, 0.3, 0), (9, 0.2, 0.5)):
        paddle.location.x, paddle.rotation_euler.z = x, turn
        paddle.keyframe_insert("location", frame=frame), paddle.keyframe_insert("rotation_euler", frame=frame)
    bpy.ops.mesh.primitive_grid_add(size=0.2, location=(2, 0, 1))
    sheet = bpy.context.object
    sheet.eulersolid.role = "BODY"
    fails_with('"Grid" is flat')
    bpy.data.objects.remove(sheet)
    bpy.ops.mesh.primitive_cylinder_add(radius=0.05, depth=0.1, end_fill_type="NOTHING", location=(0, 0.4, 0.1))
    pipe = bpy.context.object
    pipe.eulersolid.role = "BODY"
    fails_with("Cylinder")  # as the program tells it: it is not closed
    bpy.data.objects.remove(pipe)

    assert bpy.ops.eulersolid.run() == {"FINISHED"}, scene.eulersolid.told
    assert scene.eulersolid.told == "finished" and abs(scene.eulersolid.part - 1) < 1e-6
    text = (folder / "scene.toml").read_text()
    assert 'shape = "plane"' in text and text.count("[[obstacle.keyframes]]") == 9 and "rotation = " in text, text
    body, = bpy.data.collections[operators.COLLECTION].objects
    assert body.data.materials[0].name == "red" and ball.hide_render and not body.hide_get()
    assert len(body.data.vertices) == len(ball.data.vertices)

    def lowest(frame):
        scene.frame_set(frame)
        mesh = body.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
        heights = [(body.matrix_world @ vertex.co).z for vertex in mesh.vertices]
        return min(heights), max(heights)

    scene.frame_set(1)  # nothing has moved yet: each vertex is where it was drawn
    mesh = body.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    drawn = [ball.matrix_world @ vertex.co for vertex in ball.data.vertices]
    assert max((vertex.co - place).length for vertex, place in zip(mesh.vertices, drawn)) < 1e-6

    first, later = lowest(1), lowest(6)
    assert abs(first[0] - 0.03) < 0.01 and abs(first[1] - 0.23) < 0.01, first
    assert later[0] < first[0] - 0.01 and later[0] > -0.01, later  # on the floor, not in it
    assert [each.name for each in export.marked(scene, "BODY")] == ["soft ball.001"]
    ball.modifiers.new("finer", "SUBSURF").levels = 1
    try:
        bpy.ops.eulersolid.load()
        raise AssertionError("another mesh was taken for the one of the run")
    except RuntimeError as error:
        assert "has changed since the run" in str(error), error
    assert list(bpy.data.collections[operators.COLLECTION].objects) == [body]  # what was there stays
    assert bpy.ops.eulersolid.run() == {"FINISHED"}, scene.eulersolid.told  # a run with the modifier's mesh
    assert len(bpy.data.collections[operators.COLLECTION].objects[0].data.vertices) > 2 * len(ball.data.vertices)
    # A box of eight vertices gets enough of them to bend, and keeps its texture coordinates.
    bpy.data.objects.remove(ball)
    bpy.ops.mesh.primitive_cube_add(size=0.2, location=(0, 0, 0.13))
    bpy.context.object.eulersolid.role = "BODY"
    assert bpy.ops.eulersolid.run() == {"FINISHED"}, scene.eulersolid.told
    box, = bpy.data.collections[operators.COLLECTION].objects
    assert len(box.data.vertices) > 50 and box.data.uv_layers, len(box.data.vertices)
    eulersolid_blender.unregister()
    print("the add-on works")


if __name__ == "__main__":
    if "--" in sys.argv:
        root, program, folder = map(pathlib.Path, sys.argv[sys.argv.index("--") + 1:])
        in_blender(root, program, folder)
        sys.exit(0)
    in_python = importlib.util.find_spec("bpy") is not None
    if shutil.which("blender") is None and not in_python:
        print("there is no Blender")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        if in_python:
            in_blender(*(pathlib.Path(os.path.realpath(name)) for name in sys.argv[1:3]), pathlib.Path(folder))
            sys.exit(0)
        done = subprocess.run(["blender", "-b", "--factory-startup", "--python-exit-code", "1", "-P", __file__, "--",
                               *map(os.path.realpath, sys.argv[1:3]), folder], capture_output=True, text=True)
        print(done.stdout[-3000:], done.stderr[-3000:])
        sys.exit(done.returncode or "the add-on works" not in done.stdout)
