"""Shows a run in Blender (3.4 or later), set up for rendering with Cycles.

    blender -P tools/blender_import.py -- RUN_DIR
    blender -b --python-exit-code 1 -P tools/blender_import.py -- RUN_DIR --frame 12 --render a.png

RUN_DIR is a run's folder, its vdb/ folder, or one .vdb file. A run with meshes (`surface` in [output])
is shown as one sharp mesh for each body and obstacle; the bodies of others, and of all with --volume, as
volumes, and of their obstacles boxes, balls and cylinders (where Python is 3.11 or later, as in Blender 4.1).

--save scene.blend saves a scene that moves when it is opened again, as long as the run stays where it is
and Blender is 4.1 or later: volumes, and meshes of a run with "usd" or "abc" in `surface`, or for which
`eulersolid alembic RUN_DIR` has made the latter. Meshes of a run with "ply" alone follow the frames while
the script's Blender is open, and are saved as they are.

The script takes velocities per second so that motion blur is right, carries a checker pattern with the
undeformed coordinates (but not into scenes that are saved with "abc": Blender's importer leaves these out),
and adds a ground, lights and a camera that has the bodies in view.
"""
import argparse
import itertools
import math
import os
import pathlib
import re
import sys

import bpy
from mathutils import Quaternion, Vector

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "blender"))
from run_meshes import Animation, Meshes, animation_file, names_in, surface_files  # noqa: E402

try:
    import tomllib
except ImportError:  # Blender before 4.1 has Python 3.10
    tomllib = None

DENSITY = 60.0  # per metre for bodies of 1 m: nearly opaque, and still fast to render
COLOURS = [(0.75, 0.12, 0.07), (0.05, 0.20, 0.48), (0.87, 0.46, 0.06), (0.09, 0.34, 0.15),
           (0.28, 0.14, 0.48), (0.05, 0.39, 0.44), (0.73, 0.22, 0.35), (0.37, 0.29, 0.10),
           (0.19, 0.25, 0.32), (0.43, 0.16, 0.07)]


def whole(least, most):
    """Of an option: whole numbers within a range."""
    def read(text):
        number = int(text)
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{number} is not between {least} and {most}")
        return number
    read.__name__ = "whole number"
    return read


def frames_per_second(text):
    number = float(text)
    if not 0 < number < 1e5:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 100000")
    return number


def arguments():
    own = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    for n, word in enumerate(own[1:], 1):  # 960x720, as the program takes it, is 960 720
        if own[n - 1] == "--size" and re.fullmatch(r"\d+x\d+", word):
            own[n:n + 1] = word.split("x")
    parser = argparse.ArgumentParser(prog="blender -b -P blender_import.py --")
    parser.add_argument("run", type=pathlib.Path, help="run folder, vdb/ folder or .vdb file")
    parser.add_argument("--frame", type=int, help="frame to show and render (default: the first)")
    parser.add_argument("--render", type=pathlib.Path, metavar="PNG", help="render that frame")
    parser.add_argument("--animation", type=pathlib.Path, metavar="DIR", help="render all frames")
    parser.add_argument("--save", type=pathlib.Path, metavar="BLEND", help="save the scene")
    parser.add_argument("--samples", type=whole(1, 1 << 20), default=64, help="rays per pixel (default 64)")
    parser.add_argument("--size", type=whole(4, 65536), nargs=2, default=(960, 720), metavar=("W", "H"))
    parser.add_argument("--fps", type=frames_per_second, help="frames per second (default: the run's, else 25)")
    parser.add_argument("--volume", action="store_true", help="show volumes, not meshes")
    parser.add_argument("--no-blur", action="store_true", help="render without motion blur")
    parser.add_argument("--no-ground", action="store_true", help="leave the ground out")
    options = parser.parse_args(own)
    if not options.run.exists():
        parser.error(f"{options.run}: no such file or folder")
    for file in options.render, options.save:
        if file and not os.access(file.resolve().parent, os.W_OK):
            parser.error(f"{file} cannot be written: its folder is not there, or may not be written into")
    return options


def sequence(run):
    """The files of a sequence and the number of its first frame."""
    if run.is_file():
        files = [run]
    else:
        files = sorted((run / "vdb").glob("*.vdb")) or sorted(run.glob("*.vdb"))
    if not files:
        sys.exit(f"error: {run} holds no .vdb files")
    number = re.search(r"_(\d+)$", files[0].stem)
    return files, int(number[1]) if number else 1


def clear_scene():
    bpy.ops.object.select_all(action="SELECT")
    bpy.ops.object.delete()


def import_volume(files, first):
    bpy.ops.object.volume_import(
        filepath=str(files[0].resolve()), directory=str(files[0].resolve().parent),
        files=[{"name": file.name} for file in files], align="WORLD", location=(0, 0, 0))
    volume = bpy.context.object
    data = volume.data
    if len(files) > 1:
        data.is_sequence = True
        data.frame_start = first
        data.frame_offset = first - 1  # frame n of the scene shows file n
        data.frame_duration = len(files)
    data.velocity_unit = "SECOND"
    data.render.space = "WORLD"
    data.grids.load()
    names = {grid.name for grid in data.grids}
    data.velocity_grid = next((name for name in ("velocity", "vel", "v") if name in names), "")
    return volume


def attribute(tree, name):
    node = tree.nodes.new("ShaderNodeAttribute")
    node.attribute_name = name
    return node


def math_node(tree, operation, a, b):
    node = tree.nodes.new("ShaderNodeMath")
    node.operation = operation
    for socket, value in zip(node.inputs, (a, b)):
        if isinstance(value, (int, float)):
            socket.default_value = value
        else:
            tree.links.new(value, socket)
    return node.outputs[0]


def mix_colour(tree, kind, share, a, b):
    node = tree.nodes.new("ShaderNodeMixRGB")
    node.blend_type = kind
    for socket, value in zip(node.inputs, (share, a, b)):
        if isinstance(value, (int, float)):
            socket.default_value = value
        elif isinstance(value, tuple):
            socket.default_value = (*value, 1)
        else:
            tree.links.new(value, socket)
    return node.outputs[0]


def body_colour(tree, names):
    """One colour for each `object_id`, by comparing with 1, 2, ...; more bodies repeat them.

    Cycles interpolates between voxels, and half of what one sees of a body lies outside of it: there
    `object_id` falls to 0 through the numbers of other bodies. `object_id_extended` does not.
    """
    count = len(COLOURS)
    name = "object_id_extended" if "object_id_extended" in names else "object_id"
    number = attribute(tree, name).outputs["Fac"]
    nearest = math_node(tree, "ROUND", number, 0)  # values between bodies belong to none
    turn = math_node(tree, "MODULO", math_node(tree, "ADD", nearest, count - 1), count)
    colour = COLOURS[0]
    for index in range(1, count):
        compare = tree.nodes.new("ShaderNodeMath")
        compare.operation = "COMPARE"
        tree.links.new(turn, compare.inputs[0])
        compare.inputs[1].default_value = index
        compare.inputs[2].default_value = 0.5
        colour = mix_colour(tree, "MIX", compare.outputs[0], colour, COLOURS[index])
    return colour


def material(extent, names):
    """A dense volume whose checker pattern is fixed to the material by the grid `rest`."""
    made = bpy.data.materials.new("eulersolid")
    made.use_nodes = True
    tree = made.node_tree
    tree.nodes.clear()
    output = tree.nodes.new("ShaderNodeOutputMaterial")
    volume = tree.nodes.new("ShaderNodeVolumePrincipled")
    tree.links.new(volume.outputs["Volume"], output.inputs["Volume"])

    checker = tree.nodes.new("ShaderNodeTexChecker")
    checker.inputs["Color1"].default_value = (1, 1, 1, 1)
    checker.inputs["Color2"].default_value = (0.35, 0.35, 0.35, 1)
    checker.inputs["Scale"].default_value = 16 / extent
    tree.links.new(attribute(tree, "rest").outputs["Vector"], checker.inputs["Vector"])
    colour = mix_colour(tree, "MULTIPLY", 1.0, body_colour(tree, names), checker.outputs["Color"])
    tree.links.new(colour, volume.inputs["Color"])

    # The principled volume multiplies by the grid named in "Density Attribute".
    volume.inputs["Density"].default_value = DENSITY / min(extent, 1)
    volume.inputs["Density Attribute"].default_value = "density"
    volume.inputs["Anisotropy"].default_value = -0.2
    return made


def view_box(volume, frames):
    """Corners of the box that holds the bodies in the first, the middle and the last frame."""
    corners = []
    for frame in sorted({frames[0], frames[len(frames) // 2], frames[-1]}):
        bpy.context.scene.frame_set(frame)
        evaluated = volume.evaluated_get(bpy.context.evaluated_depsgraph_get())
        corners += [volume.matrix_world @ Vector(corner) for corner in evaluated.bound_box]
    volume.data.grids.load()
    # Velocities reach 3 cells outside of the bodies.
    outside = Vector((3, 3, 3)) * volume.data.grids[0].matrix_object[0][0]
    low = Vector(min(c[axis] for c in corners) for axis in range(3)) + outside
    high = Vector(max(c[axis] for c in corners) for axis in range(3)) - outside
    return low, high


def run_folder(run):
    """The folder of the run that a file or folder is part of."""
    folder = run.parent if run.is_file() else run
    return folder.parent if folder.name == "vdb" else folder


def scene_of(run):
    """The run's scene as a dictionary; empty where it cannot be known."""
    file = run_folder(run) / "scene.toml"
    if not file.exists():
        return {}
    if tomllib is not None:
        return tomllib.loads(file.read_text())
    fps = re.search(r"^fps = (\S+)$", file.read_text(), re.MULTILINE)
    return {"output": {"fps": float(fps[1])}} if fps else {}


def opaque_material(name):
    """A material and its shader. Blender gives a new one a volume's nodes while a volume is active."""
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    tree = made.node_tree
    tree.nodes.clear()
    output = tree.nodes.new("ShaderNodeOutputMaterial")
    shader = tree.nodes.new("ShaderNodeBsdfPrincipled")
    tree.links.new(shader.outputs["BSDF"], output.inputs["Surface"])
    return made, shader


def plain_material(name, colour):
    made, shader = opaque_material(name)
    shader.inputs["Base Color"].default_value = (*colour, 1)
    return made


def surface_material(colour, extent):
    """A colour with a checker pattern that is fixed to the material by `rest`."""
    made, shader = opaque_material("eulersolid")
    tree = made.node_tree
    checker = tree.nodes.new("ShaderNodeTexChecker")
    checker.inputs["Color1"].default_value = (*colour, 1)
    checker.inputs["Color2"].default_value = (*(0.45 * part for part in colour), 1)
    checker.inputs["Scale"].default_value = 16 / extent
    tree.links.new(attribute(tree, "rest").outputs["Vector"], checker.inputs["Vector"])
    shader.inputs["Roughness"].default_value = 0.55
    tree.links.new(checker.outputs["Color"], shader.inputs["Base Color"])
    return made


def show_meshes(files):
    """Surfaces as meshes that follow the frames."""
    meshes = Meshes(files)
    if meshes.frames:
        meshes.show(meshes.frames[0])
        bpy.app.handlers.frame_change_pre.append(lambda scene, *_: meshes.show(scene.frame_current))
    return meshes


def add_obstacles(obstacles, frames, fps, grey):
    """Boxes, balls and cylinders, moving by their keyframes; planes are the ground's."""
    for obstacle in obstacles:
        shape, keyframes = obstacle["shape"], obstacle.get("keyframes", [])
        place = keyframes[0].get("position") if keyframes else None
        place = obstacle.get("centre", place)
        if place is None:
            continue
        if shape == "box":
            bpy.ops.mesh.primitive_cube_add(size=1, location=place)
            bpy.context.object.scale = obstacle["size"]
        elif shape == "sphere":
            bpy.ops.mesh.primitive_uv_sphere_add(radius=obstacle["radius"], location=place)
        elif shape == "cylinder":
            bpy.ops.mesh.primitive_cylinder_add(radius=obstacle["radius"], depth=obstacle["length"],
                                                location=place, vertices=64)
        else:
            print(f"obstacle \"{obstacle.get('name', shape)}\" is a {shape}, which is shown of runs "
                  "with surface = [\"ply\"] in [output] only")
            continue
        solid = bpy.context.object
        solid.name = obstacle.get("name", shape)
        solid.data.materials.append(grey)
        turn = obstacle.get("rotation", {})
        if "axis" in turn:
            solid.rotation_mode = "QUATERNION"
            solid.rotation_quaternion = Quaternion(Vector(turn["axis"]).normalized(), turn.get("angle", 0))
        for keyframe in keyframes:
            if "position" in keyframe:
                solid.location = keyframe["position"]
                solid.keyframe_insert("location", frame=frames[0] + keyframe["time"] * fps)


def ground_of(scene, low):
    """Height of the highest level plane of the scene, else the bottom of the bodies."""
    heights = [obstacle["point"][2] for obstacle in scene.get("obstacle", [])
               if obstacle["shape"] == "plane" and "point" in obstacle and obstacle["normal"][2] > 0.999]
    return max(heights, default=low.z)


def add_camera(low, high, width, height):
    """A camera that looks from above the front and just has the box in view."""
    margin = 1.12
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.data.angle = math.radians(35)  # of the picture's longer side
    turn = Vector((-0.5, 1, -0.55)).to_track_quat("-Z", "Y")
    right, up, towards = (turn @ Vector(axis) for axis in ((1, 0, 0), (0, 1, 0), (0, 0, -1)))
    tangent = math.tan(camera.data.angle / 2) / max(width, height)
    centre, half = (low + high) / 2, (high - low) / 2
    distance = 0
    for corner in itertools.product((-1, 1), repeat=3):
        at = Vector(sign * extent for sign, extent in zip(corner, half))
        sideways = max(abs(at @ right) / (tangent * width), abs(at @ up) / (tangent * height))
        distance = max(distance, margin * sideways - at @ towards)
    camera.location = centre - distance * towards
    camera.rotation_euler = turn.to_euler()
    camera.data.clip_end = 100 * half.length + distance
    bpy.context.scene.collection.objects.link(camera)
    bpy.context.scene.camera = camera


def add_light_and_ground(low, high, with_ground, height):
    centre, size = (low + high) / 2, max((high - low).length, 1e-3)
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.data.energy = 4
    sun.data.angle = math.radians(8)
    sun.rotation_euler = Vector((-0.55, 0.45, -1)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(sun)
    world = bpy.context.scene.world or bpy.data.worlds.new("world")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.85, 0.9, 1, 1)
    world.node_tree.nodes["Background"].inputs["Strength"].default_value = 0.7
    if with_ground:
        bpy.ops.mesh.primitive_plane_add(size=40 * size, location=(centre.x, centre.y, height))
        bpy.context.object.data.materials.append(plain_material("ground", (0.6, 0.6, 0.62)))


def set_up_render(options):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = options.samples
    scene.cycles.use_denoising = False  # not in every build
    scene.cycles.max_bounces = 4
    scene.cycles.volume_bounces = 4
    scene.render.resolution_x, scene.render.resolution_y = options.size
    scene.render.resolution_percentage = 100
    scene.render.use_motion_blur = not options.no_blur
    scene.render.fps = max(1, round(options.fps))
    scene.render.fps_base = scene.render.fps / options.fps
    scene.render.image_settings.file_format = "PNG"
    scene.view_settings.view_transform = "Filmic"


def show_volume(run):
    """The bodies of a run as one volume: its frames and the box that they need."""
    files, first = sequence(run)
    frames = list(range(first, first + len(files)))
    volume = import_volume(files, first)
    low, high = view_box(volume, frames)
    names = {grid.name for grid in volume.data.grids}
    volume.data.materials.append(material(max(high - low), names))
    print(f"{len(files)} frames from {first} on, velocity grid '{volume.data.velocity_grid}'")
    return frames, low, high


def show_animation(run, scene, to_save):
    """A run's meshes from one file, if there is such, and Blender can: its frames and the bodies' box."""
    file = animation_file(run_folder(run), to_save)
    if file is None or bpy.app.version < (4, 1, 0):
        return None
    files, first = sequence(run)
    names = names_in(run_folder(run), file)
    planes = {its.get("name") for its in scene.get("obstacle", []) if its["shape"] == "plane"}
    rigid = {its.get("name") for its in scene.get("obstacle", [])} - planes
    bodies = [names[name] for name in names if name not in rigid | planes]
    solids = [names[name] for name in names if name in rigid]
    animation = Animation(file, bodies + solids, range(first, first + len(files)))
    bodies, solids = ([its for its in part if its in animation.objects] for part in (bodies, solids))
    low, high = animation.box(bodies)
    animation.paint(bodies, (surface_material(colour, max(high - low)) for colour in itertools.cycle(COLOURS)))
    animation.paint(solids, itertools.repeat(plain_material("obstacle", (0.5, 0.5, 0.52))))
    print(f"{len(files)} frames from {first} on, {len(animation.objects)} meshes of {file.name}")
    return animation.frames, low, high


def main():
    options = arguments()
    run_scene = scene_of(options.run)
    options.fps = options.fps or run_scene.get("output", {}).get("fps", 25)
    clear_scene()
    set_up_render(options)
    files = surface_files(run_folder(options.run))
    obstacles = run_scene.get("obstacle", [])
    names = {obstacle.get("name") for obstacle in obstacles}
    for obstacle in obstacles:
        if obstacle["shape"] == "plane":  # the ground, or a wall that would hide the bodies
            files.pop(obstacle.get("name"), None)
    # In the order of the scene, where it is known, so that colours are those of previews.
    order = [body.get("name") for body in run_scene.get("body", [])]
    body_names = sorted((name for name in files if name not in names),
                        key=lambda name: order.index(name) if name in order else len(order))
    volume = options.volume or options.run.is_file()
    animation = None if volume else show_animation(options.run, run_scene, options.save is not None)
    if animation:
        frames, low, high = animation
        files, obstacles = {}, []
    elif body_names and not volume:
        bodies = show_meshes({name: files[name] for name in body_names})
        frames, (low, high) = bodies.frames, bodies.box()
        extent = max(high - low)
        bodies.paint(surface_material(colour, extent) for colour in itertools.cycle(COLOURS))
        print(f"{len(frames)} frames from {frames[0]} on, {len(bodies.files)} meshes")
        if options.save:
            print("the meshes are saved as they are: `eulersolid alembic RUN_DIR` before makes them move")
    else:
        frames, low, high = show_volume(options.run)
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = frames[0], frames[-1]
    grey = plain_material("obstacle", (0.5, 0.5, 0.52))
    show_meshes({name: files[name] for name in files if name in names}).paint(itertools.repeat(grey))
    add_obstacles([its for its in obstacles if its.get("name") not in files], frames, options.fps, grey)
    add_camera(low, high, *options.size)
    add_light_and_ground(low, high, not options.no_ground, ground_of(run_scene, low))
    if options.frame is not None and not frames[0] <= options.frame <= frames[-1]:
        sys.exit(f"error: --frame {options.frame}: the run has frames {frames[0]} to {frames[-1]}")
    scene.frame_set(frames[0] if options.frame is None else options.frame)
    if options.save:
        bpy.ops.wm.save_as_mainfile(filepath=str(options.save.resolve()))
    if options.render:
        scene.render.filepath = str(options.render.resolve())
        bpy.ops.render.render(write_still=True)
    if options.animation:
        scene.render.filepath = str(options.animation.resolve()) + "/"
        bpy.ops.render.render(animation=True)


main()
