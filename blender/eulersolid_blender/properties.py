"""What is kept with objects and scenes, and with the preferences of the add-on."""
import shutil

import bpy
from bpy.props import BoolProperty, EnumProperty, FloatProperty, FloatVectorProperty, IntProperty, StringProperty

ROLES = [("NONE", "None", "No part of the simulation"), ("BODY", "Body", "It deforms; its mesh has to be closed"),
         ("OBSTACLE", "Obstacle", "It is rigid, and moves as its location is animated")]
MATERIALS = [(name, name.capitalize(), f"The preset \"{name}\"") for name in
             ("rubber", "silicone", "gel", "foam", "cork", "muscle", "fat", "liver", "brain", "cartilage")]


class Preferences(bpy.types.AddonPreferences):
    bl_idname = __package__

    program: StringProperty(name="Program", subtype="FILE_PATH", description="eulersolid; empty: the one on the PATH")

    def draw(self, context):
        self.layout.prop(self, "program")


def program(context):
    """The program to start, or an empty text where there is none."""
    addon = context.preferences.addons.get(__package__)
    chosen = addon.preferences.program if addon else ""
    return bpy.path.abspath(chosen) if chosen else shutil.which("eulersolid") or ""


class ObjectSettings(bpy.types.PropertyGroup):
    role: EnumProperty(name="Role", items=ROLES)
    material: EnumProperty(name="Material", items=[*MATERIALS, ("custom", "Custom", "As below")], default="gel")
    density: FloatProperty(name="Density", default=1000, min=0.001, description="[kg/m^3]")
    youngs_modulus: FloatProperty(name="Young's modulus", default=1e4, min=0.001, description="[Pa]")
    poissons_ratio: FloatProperty(name="Poisson's ratio", default=0.4, min=0, max=0.49)
    velocity: FloatVectorProperty(name="Velocity", subtype="VELOCITY", size=3, description="At the start [m/s]")
    own_friction: BoolProperty(name="Own friction", description="Of an obstacle, in place of the scene's")
    friction: FloatProperty(name="Friction", default=0.3, min=0, max=10)


class SceneSettings(bpy.types.PropertyGroup):
    folder: StringProperty(name="Folder", subtype="DIR_PATH", default="//eulersolid",
                           description="Of the scene, its meshes and the run")
    friction: FloatProperty(name="Friction", default=0.3, min=0, max=10)
    cells: IntProperty(name="Cells", default=10, min=3, max=200,
                       description="Through the thinnest body: more are finer, and take longer by their fourth power")
    threads: IntProperty(name="Threads", default=0, min=0, max=1024, description="0: all")
    told: StringProperty(name="Told")     # of the run, for the panel
    part: FloatProperty(name="Part", min=0, max=1)


CLASSES = (Preferences, ObjectSettings, SceneSettings)
