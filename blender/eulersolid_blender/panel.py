"""The panel in the sidebar of the 3D view."""
import bpy

from . import operators, properties


class EULERSOLID_PT_panel(bpy.types.Panel):
    bl_idname = "EULERSOLID_PT_panel"
    bl_label = "eulersolid"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "eulersolid"

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        self.draw_object(context, layout)
        settings = context.scene.eulersolid
        box = layout.box()
        box.label(text="Simulation", icon="PHYSICS")
        for name in ("friction", "cells", "threads", "folder"):
            box.prop(settings, name)
        if not properties.program(context):
            box.label(text="Name the program in the preferences", icon="ERROR")
        row = box.row(align=True)
        row.operator("eulersolid.run", icon="PLAY")
        row.operator("eulersolid.stop", icon="PAUSE")
        row.operator("eulersolid.load", icon="IMPORT")
        if settings.told:
            is_error = settings.told.startswith("error")
            box.label(text=settings.told, icon="ERROR" if is_error else "INFO")
        if operators.running and not operators.running.is_over():
            box.prop(settings, "part", text="Done", slider=True)

    def draw_object(self, context, layout):
        row = layout.row(align=True)
        for role, label, _ in properties.ROLES:
            row.operator("eulersolid.mark", text=label).role = role
        thing = context.object
        if thing is None or thing.type != "MESH":
            layout.label(text="Select a mesh")
            return
        own = thing.eulersolid
        box = layout.box()
        box.label(text=thing.name, icon="MESH_DATA")
        box.prop(own, "role")
        if own.role == "BODY":
            box.prop(own, "material")
            if own.material == "custom":
                for name in ("density", "youngs_modulus", "poissons_ratio"):
                    box.prop(own, name)
            box.prop(own, "velocity")
        elif own.role == "OBSTACLE":
            box.prop(own, "own_friction")
            if own.own_friction:
                box.prop(own, "friction")


CLASSES = (EULERSOLID_PT_panel,)
