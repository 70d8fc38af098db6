"""Marked objects as a scene of eulersolid: meshes in world coordinates at the first frame, and TOML beside them."""
import json
import pathlib

import bmesh
import bpy
from mathutils import Vector

MOST_DIVISIONS = 6  # of an edge: into 64


class Unfit(Exception):
    """Something in the scene cannot be simulated; the text is for the user."""


def marked(scene, role):
    return [each for each in scene.objects if each.type == "MESH" and each.eulersolid.role == role]


def solid_mesh(thing, depsgraph, longest=float("inf")):
    """A new mesh of an object with its modifiers, in world coordinates. Edges that are longer are divided: faces do not
    bend between their vertices."""
    evaluated = thing.evaluated_get(depsgraph)
    mesh = bpy.data.meshes.new_from_object(evaluated, preserve_all_data_layers=True, depsgraph=depsgraph)
    mesh.transform(evaluated.matrix_world)
    if evaluated.matrix_world.determinant() < 0:  # a mirrored object is inside out
        mesh.flip_normals()
    work = bmesh.new()
    work.from_mesh(mesh)
    for _ in range(MOST_DIVISIONS):
        edges = [edge for edge in work.edges if edge.calc_length() > longest]
        if not edges:
            break
        bmesh.ops.subdivide_edges(work, edges=edges, cuts=1, use_grid_fill=True)
    work.to_mesh(mesh)
    work.free()
    return mesh


def longest_edge(scene, depsgraph):
    """Of bodies: two cells, by which they bend smoothly [m]."""
    return 2 * cell_size(scene, depsgraph)


def cell_size(scene, depsgraph):
    """By the thinnest body [m]."""
    return min(thickness(box_of(thing, depsgraph)) for thing in marked(scene, "BODY")) / scene.eulersolid.cells


def box_of(thing, depsgraph):
    """Corners of its box in world coordinates."""
    return [thing.matrix_world @ Vector(corner) for corner in thing.evaluated_get(depsgraph).bound_box]


def write_obj(file, vertices, polygons, origin):
    with open(file, "w") as out:
        out.writelines("v {:.9g} {:.9g} {:.9g}\n".format(*(vertex - origin)) for vertex in vertices)
        out.writelines("f " + " ".join(str(v + 1) for v in polygon) + "\n" for polygon in polygons)


def thickness(vertices):
    return min(max(v[axis] for v in vertices) - min(v[axis] for v in vertices) for axis in range(3))


def plane_of(vertices, polygons):
    """Point and normal where a mesh is one flat face, or None."""
    if not polygons or len(polygons) > 1:
        return None
    a, b, c = (vertices[v] for v in polygons[0][:3])
    normal = (b - a).cross(c - a).normalized()
    flat = all(abs((vertex - a).dot(normal)) < 1e-6 for vertex in vertices)
    return (sum(vertices, Vector()) / len(vertices), normal) if flat else None


def text(value):
    """As TOML has it: JSON is the same for numbers, texts and lists of them."""
    return json.dumps([round(float(x), 9) for x in value] if not isinstance(value, (str, int, float)) else value)


def is_animated(thing):
    while thing is not None:
        if (thing.animation_data and thing.animation_data.action) or thing.constraints:
            return True
        thing = thing.parent
    return False


def keyframes(context, thing, origin, fps):
    """Lines for where the middle of an obstacle is and how it is turned, frame by frame; none where it stays."""
    scene = context.scene
    now, places, turns = scene.frame_current, [], []
    to_origin = thing.matrix_world.inverted() @ origin
    back = thing.matrix_world.to_quaternion().inverted()
    try:
        for frame in range(scene.frame_start, scene.frame_end + 1):
            scene.frame_set(frame)
            places.append(thing.matrix_world @ to_origin)
            turns.append((thing.matrix_world.to_quaternion() @ back).normalized())
    finally:
        scene.frame_set(now)
    moves = any((place - places[0]).length > 1e-6 for place in places)
    turns_too = any(turn.angle > 1e-6 for turn in turns)
    lines = []
    for number, (place, turn) in enumerate(zip(places, turns)):
        if moves or turns_too:
            lines += ["[[obstacle.keyframes]]", f"time = {number / fps:.9g}"]
        if moves:
            lines.append(f"position = {text(place)}")
        if turns_too:
            axis = turn.axis if turn.angle > 1e-6 else (0, 0, 1)
            lines.append(f"rotation = {{ axis = {text(axis)}, angle = {turn.angle:.9g} }}")
    return lines


def write_scene(context, folder):
    """Writes FOLDER/scene.toml and FOLDER/meshes/, and gives the path of the scene.

    Raises Unfit where there is no body, or the units are no metres.
    """
    scene, settings = context.scene, context.scene.eulersolid
    bodies, obstacles = marked(scene, "BODY"), marked(scene, "OBSTACLE")
    if not bodies:
        raise Unfit("no object is marked as a body")
    folder = pathlib.Path(folder)
    (folder / "meshes").mkdir(parents=True, exist_ok=True)
    now = scene.frame_current
    scene.frame_set(scene.frame_start)
    depsgraph = context.evaluated_depsgraph_get()
    fps = scene.render.fps / scene.render.fps_base
    scale = scene.unit_settings.scale_length if scene.unit_settings.system == "METRIC" else 1
    if scale != 1:
        raise Unfit("the scene's unit scale is not 1: eulersolid has metres")
    for body in bodies:
        if thickness(box_of(body, depsgraph)) < 1e-9:
            raise Unfit(f"\"{body.name}\" is flat, but a body has to be a closed mesh")
    lines, longest = [], longest_edge(scene, depsgraph)
    for number, thing in enumerate(bodies + obstacles):
        own = thing.eulersolid
        is_body = own.role == "BODY"
        mesh = solid_mesh(thing, depsgraph, longest if is_body else float("inf"))
        vertices = [vertex.co.copy() for vertex in mesh.vertices]
        polygons = [list(polygon.vertices) for polygon in mesh.polygons]
        bpy.data.meshes.remove(mesh)
        if not polygons:
            raise Unfit(f"\"{thing.name}\" has no faces")
        plane = None if is_body else plane_of(vertices, polygons)
        lines += ["", "[[body]]" if is_body else "[[obstacle]]", f"name = {text(thing.name)}"]
        if plane:
            origin, normal = plane
            lines += ['shape = "plane"', f"point = {text(origin)}", f"normal = {text(normal)}"]
        else:
            origin = sum(vertices, Vector()) / len(vertices)
            file = folder / "meshes" / f"{number:03}.obj"
            write_obj(file, vertices, polygons, origin)
            lines += ['shape = "mesh"', f"file = {text(f'meshes/{file.name}')}", 'anchor = "origin"',
                      f"centre = {text(origin)}"]
        if is_body:
            if own.material == "custom":
                lines.append(f"material = {{ density = {own.density:g}, youngs_modulus = {own.youngs_modulus:g}, "
                             f"poissons_ratio = {own.poissons_ratio:g} }}")
            else:
                lines.append(f"material = {text(own.material)}")
            if Vector(own.velocity).length > 0:
                lines.append(f"velocity = {text(own.velocity)}")
        else:
            if own.own_friction:
                lines.append(f"friction = {own.friction:g}")
            if is_animated(thing):
                lines += keyframes(context, thing, origin, fps)
    gravity = scene.gravity if scene.use_gravity else (0, 0, 0)
    head = [f"gravity = {text(gravity)}", f"time = {{ duration = {(scene.frame_end - scene.frame_start) / fps:.9g} }}",
            f"grid = {{ cell_size = {cell_size(scene, depsgraph):.6g} }}", f"contact = {{ friction = {settings.friction:g} }}",
            f'output = {{ name = "scene", fps = {fps:.9g}, start_frame = {scene.frame_start}, surface = ["ply"], rest_mesh = false }}']
    scene.frame_set(now)
    file = folder / "scene.toml"
    file.write_text("\n".join(head + lines) + "\n")
    return file
