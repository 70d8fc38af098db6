"""For animation_blender_test.py: what a scene that was saved shows in each frame, by another Blender.

    saved_scene.py BLEND FRAME...
"""
import json
import sys

import bpy

bpy.ops.wm.open_mainfile(filepath=sys.argv[1])
scene = bpy.context.scene
shown = {"frames": [scene.frame_start, scene.frame_end], "fps": scene.render.fps / scene.render.fps_base, "meshes": {}}
for frame in map(int, sys.argv[2:]):
    scene.frame_set(frame)
    for solid in scene.objects:
        if solid.type != "MESH":
            continue
        evaluated = solid.evaluated_get(bpy.context.evaluated_depsgraph_get())
        mesh = evaluated.to_mesh()
        its = {"points": [tuple(evaluated.matrix_world @ vertex.co) for vertex in mesh.vertices],
               "faces": [tuple(polygon.vertices) for polygon in mesh.polygons],
               "materials": [slot.material.name for slot in solid.material_slots]}
        if "velocity" in mesh.attributes:
            its["velocity"] = [tuple(value.vector) for value in mesh.attributes["velocity"].data]
        shown["meshes"].setdefault(solid.name, []).append(its)
        evaluated.to_mesh_clear()
print("shown:" + json.dumps(shown))
