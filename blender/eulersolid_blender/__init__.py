"""eulersolid in Blender: objects are marked as bodies or obstacles, a run is started and watched, and its
meshes take their places. For Blender 3.4 (as an add-on) and 4.2 or later (as an extension).
"""
bl_info = {
    "name": "eulersolid",
    "author": "The eulersolid developers",
    "version": (0, 2, 0),
    "blender": (3, 4, 0),
    "location": "3D View > Sidebar > eulersolid",
    "description": "Soft bodies in frictional contact, simulated by eulersolid",
    "category": "Physics",
}

import bpy

from . import operators, panel, properties

CLASSES = (*properties.CLASSES, *operators.CLASSES, *panel.CLASSES)


def register():
    for each in CLASSES:
        bpy.utils.register_class(each)
    bpy.types.Object.eulersolid = bpy.props.PointerProperty(type=properties.ObjectSettings)
    bpy.types.Scene.eulersolid = bpy.props.PointerProperty(type=properties.SceneSettings)


def unregister():
    operators.stop()
    del bpy.types.Object.eulersolid, bpy.types.Scene.eulersolid
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)
