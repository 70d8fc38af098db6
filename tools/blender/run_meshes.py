"""For blender_import.py: the meshes of a run, either from its animation in one file, which Blender's own
importers follow from frame to frame, so that a scene that is saved moves when it is opened again, or from
the PLY files of the frames."""
import itertools
import json
import math
import re

import bpy
import numpy
from mathutils import Vector


def animation_file(folder, to_save):
    """The USD stage of a run, which has all values, or for a scene that is to be saved its Alembic archive;
    None where there is none."""
    listed = folder / "bodies.json"
    if not listed.exists():
        return None
    name = json.loads(listed.read_text())["scene"]
    files = (folder / "surface" / (name + ending) for ending in (".usda", *([".abc"] if to_save else [])))
    return next((file for file in files if file.exists()), None)


def names_in(folder, file):
    """How the file calls the bodies and obstacles of a run: as `identifiers` in io/mesh/usd_mesh.cpp."""
    objects = json.loads((folder / "bodies.json").read_text())["objects"]
    names, taken = {}, {"materials"} if file.suffix == ".usda" else set()
    for name in (its["name"] for its in objects):
        plain = re.sub(rb"[^A-Za-z0-9]", b"_", name.encode()).decode()
        plain = plain if re.match("[A-Za-z_]", plain) else "_" + plain
        numbered = (f"{plain}_{n}" for n in itertools.count(2))
        names[name] = next(its for its in itertools.chain([plain], numbered) if its not in taken)
        taken.add(names[name])
    return names


class Animation:
    """The objects of such a file."""

    def __init__(self, file, names, frames):
        """@param names  those that are to be shown, as the file has them"""
        self.frames = frames
        before = set(bpy.data.objects)
        if file.suffix == ".abc":
            bpy.ops.wm.alembic_import(filepath=str(file.resolve()), set_frame_range=False)
        else:
            bpy.ops.wm.usd_import(filepath=str(file.resolve()), set_frame_range=False)
        found = {made.name: made for made in set(bpy.data.objects) - before if made.type == "MESH"}
        for name in found.keys() - set(names):
            bpy.data.objects.remove(found[name])
        self.objects = {name: found[name] for name in names if name in found}
        for cache in bpy.data.cache_files:
            cache.velocity_unit = "SECOND"
        for solid in self.objects.values():
            sharpen(solid)

    def box(self, names):
        """Of some, in the first, the middle and the last frame."""
        corners = []
        for frame in sorted({self.frames[0], self.frames[len(self.frames) // 2], self.frames[-1]}):
            bpy.context.scene.frame_set(frame)
            seen = bpy.context.evaluated_depsgraph_get()
            for name in names:
                shown = self.objects[name].evaluated_get(seen)
                corners += [shown.matrix_world @ Vector(corner) for corner in shown.bound_box]
        return tuple(Vector(f(corner[axis] for corner in corners) for axis in range(3)) for f in (min, max))

    def paint(self, names, materials):
        for name, material in zip(names, materials):
            mesh = self.objects[name].data
            mesh.materials.clear()
            mesh.materials.append(material)


def sharpen(solid, angle=math.radians(35)):
    """Shade faces smooth, but for edges of more than an angle, in each frame anew."""
    tree = bpy.data.node_groups.get("sharp edges") or bpy.data.node_groups.new("sharp edges", "GeometryNodeTree")
    if not tree.nodes:
        for way in "INPUT", "OUTPUT":
            tree.interface.new_socket("Geometry", in_out=way, socket_type="NodeSocketGeometry")
        ends = [tree.nodes.new(f"NodeGroup{way}") for way in ("Input", "Output")]
        bend, less = tree.nodes.new("GeometryNodeInputMeshEdgeAngle"), tree.nodes.new("FunctionNodeCompare")
        less.operation, less.inputs["B"].default_value = "LESS_THAN", angle
        smooth = tree.nodes.new("GeometryNodeSetShadeSmooth")
        smooth.domain = "EDGE"
        faces = tree.nodes.new("GeometryNodeSetShadeSmooth")
        for source, target in ((bend.outputs["Unsigned Angle"], less.inputs["A"]),
                               (less.outputs["Result"], smooth.inputs["Shade Smooth"]),
                               (ends[0].outputs[0], faces.inputs["Geometry"]),
                               (faces.outputs[0], smooth.inputs["Geometry"]),
                               (smooth.outputs[0], ends[1].inputs[0])):
            tree.links.new(source, target)
    solid.modifiers.new("sharp edges", "NODES").node_group = tree


def read_ply(file):
    """Vertices with their values, and triangles, of a PLY file of a run."""
    data = file.read_bytes()
    header, end = data.split(b"end_header\n", 1)[0].decode(), data.index(b"end_header\n") + 11
    names = re.findall(r"property float (\w+)", header)
    vertices, faces = (int(re.search(rf"element {kind} (\d+)", header)[1]) for kind in ("vertex", "face"))
    rows = numpy.frombuffer(data, "<f4", vertices * len(names), end).reshape(vertices, len(names))
    kind = numpy.dtype([("count", "u1"), ("corners", "<i4", 3)])
    triangles = numpy.frombuffer(data, kind, faces, end + 4 * rows.size)["corners"]
    return {name: rows[:, n] for n, name in enumerate(names)}, triangles


def mesh_of(file, name):
    """A Blender mesh with `velocity`, `rest` and `stress_vm` at its vertices, sharp at its edges."""
    values, triangles = read_ply(file)
    vector = lambda *names: numpy.stack([values[n] for n in names], 1)
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vector("x", "y", "z").tolist(), [], triangles.tolist())
    for attribute, names in (("velocity", ("vx", "vy", "vz")), ("rest", ("rest_x", "rest_y", "rest_z"))):
        layer = mesh.attributes.new(attribute, "FLOAT_VECTOR", "POINT")
        layer.data.foreach_set("vector", vector(*names).ravel())
    if "stress_vm" in values:
        layer = mesh.attributes.new("stress_vm", "FLOAT", "POINT")
        layer.data.foreach_set("value", values["stress_vm"].copy())
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    if hasattr(mesh, "set_sharp_from_angle"):
        mesh.set_sharp_from_angle(angle=math.radians(35))
    else:
        mesh.use_auto_smooth, mesh.auto_smooth_angle = True, math.radians(35)
    mesh.update()
    return mesh


def surface_files(folder):
    """The PLY files of each body and obstacle, by the numbers of their frames."""
    found = {}
    for folder in sorted((folder / "surface").glob("*/")):
        files = {int(re.search(r"_(\d+)$", file.stem)[1]): file for file in folder.glob("*_*.ply")}
        if files:
            found[folder.name] = files
    return found


class Meshes:
    """One object for each of some surfaces, whose mesh is that of the frame."""

    def __init__(self, files):
        self.files, self.objects = files, {}
        self.frames = sorted(set().union(*files.values()))

    def show(self, frame):
        for name, files in self.files.items():
            nearest = min(files, key=lambda number: abs(number - frame))
            mesh = mesh_of(files[nearest], name)
            if name not in self.objects:
                self.objects[name] = bpy.data.objects.new(name, mesh)
                bpy.context.scene.collection.objects.link(self.objects[name])
                continue
            body = self.objects[name]
            before, body.data = body.data, mesh
            for material in before.materials:
                mesh.materials.append(material)
            bpy.data.meshes.remove(before)

    def box(self):
        low, high = Vector((math.inf,) * 3), Vector((-math.inf,) * 3)
        for files in self.files.values():
            for number in sorted({min(files), sorted(files)[len(files) // 2], max(files)}):
                values, _ = read_ply(files[number])
                for axis, name in enumerate("xyz"):
                    if len(values[name]):
                        low[axis] = min(low[axis], float(values[name].min()))
                        high[axis] = max(high[axis], float(values[name].max()))
        return low, high

    def paint(self, materials):
        for solid, material in zip(self.objects.values(), materials):
            solid.data.materials.append(material)
