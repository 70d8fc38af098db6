"""What the buttons do: start a run, watch it, end it, and load what it wrote."""
import json
import os
import pathlib
import subprocess
import threading

import bpy

from . import cache, export, properties

COLLECTION = "eulersolid"


class Run:
    """The program at work; its lines are read by a thread, for the timer of Blender."""

    def __init__(self, program, scene, folder, threads):
        words = [program, "run", str(scene), "-o", str(folder), "--force", "--progress", "json"]
        if threads:
            words += ["--threads", str(threads)]
        self.folder = folder
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.last, self.errors = {}, []
        self.readers = [threading.Thread(target=each, daemon=True) for each in (self._read, self._read_errors)]
        for reader in self.readers:
            reader.start()

    def _read(self):
        for line in self.process.stdout:
            try:
                self.last = json.loads(line)
            except ValueError:
                pass

    def _read_errors(self):
        self.errors += [line.strip() for line in self.process.stderr]

    def is_over(self):
        return self.process.poll() is not None

    def part(self):
        """How much of it is done, 0 to 1."""
        if self.last.get("exit_state") == "finished":
            return 1.0
        end = self.last.get("end_time") or 0
        return min(1.0, self.last.get("time", 0) / end) if end else 0.0

    def text(self):
        if not self.is_over():
            left = self.last.get("seconds_left")
            return f"frame {self.last.get('frame', '-')}" + (f", {left:.0f} s left" if left else "")
        for reader in self.readers:
            reader.join(5)
        if self.process.returncode == 0:
            return "finished"
        if self.process.returncode == 130:
            return "ended"
        errors = [line for line in self.errors if line.startswith("error: ")]
        return errors[-1] if errors else f"exit code {self.process.returncode}"


running = None


def stop():
    """Ask the run to end after its step."""
    if running and not running.is_over():
        running.process.terminate()


def folder_of(context):
    chosen = context.scene.eulersolid.folder
    if chosen.startswith("//") and not bpy.data.filepath:
        raise export.Unfit("save the file first, or choose a folder that is not relative to it")
    return pathlib.Path(bpy.path.abspath(chosen))


def start(context):
    """Export the scene, and start a run of it. Raises export.Unfit."""
    global running
    if running and not running.is_over():
        raise export.Unfit("a run is going on already")
    program = properties.program(context)
    if not program or not os.access(program, os.X_OK):
        raise export.Unfit("there is no program eulersolid: name it in the preferences of the add-on")
    folder = folder_of(context)
    try:
        scene = export.write_scene(context, folder)
        running = Run(program, scene, folder / "run", context.scene.eulersolid.threads)
    except OSError as error:
        raise export.Unfit(str(error)) from None
    return running


def load(context):
    """Show each body's own mesh as the run moves it. Raises export.Unfit.

    Its vertices come from a point cache (PC2), so that UVs, materials and whatever else the mesh has stay.
    """
    folder, scene = folder_of(context), context.scene
    old = bpy.data.collections.get(COLLECTION)
    collection = bpy.data.collections.new(COLLECTION)
    caches = []
    try:
        for number, body in enumerate(export.marked(scene, "BODY")):
            made = moving(context, body)
            collection.objects.link(made)
            caches.append(cache.write(folder, body.name, number, scene.frame_start, made.data))
            made.modifiers[0].filepath = str(caches[-1].file)
    except export.Unfit:
        for each in list(collection.objects):
            bpy.data.objects.remove(each)
        bpy.data.collections.remove(collection)
        raise
    if old:
        for each in list(old.objects):
            bpy.data.objects.remove(each)
        bpy.data.collections.remove(old)
    collection.name = COLLECTION
    for points in caches:  # now that nobody reads the old ones
        os.replace(points.written, points.file)
    scene.collection.children.link(collection)
    for body in export.marked(scene, "BODY"):
        body.hide_set(True)
        body.hide_render = True
    return collection


def moving(context, body):
    """A copy of a body as it was exported, in world coordinates, with a cache as its modifier."""
    scene = context.scene
    now = scene.frame_current
    scene.frame_set(scene.frame_start)
    depsgraph = context.evaluated_depsgraph_get()
    mesh = export.solid_mesh(body, depsgraph, export.longest_edge(scene, depsgraph))
    scene.frame_set(now)
    made = bpy.data.objects.new(f"{body.name} simulated", mesh)
    modifier = made.modifiers.new("eulersolid", "MESH_CACHE")
    modifier.cache_format = "PC2"
    modifier.forward_axis, modifier.up_axis = "POS_Y", "POS_Z"
    modifier.frame_start = scene.frame_start
    return made


def attempt(operator, act, *arguments):
    """What `act` gives, or nothing where the scene is unfit, which the operator then tells."""
    try:
        return act(*arguments)
    except export.Unfit as fault:
        operator.report({"ERROR"}, str(fault))
        return None


class EULERSOLID_OT_run(bpy.types.Operator):
    bl_idname = "eulersolid.run"
    bl_label = "Simulate"
    bl_description = "Export what is marked, and simulate it from the first frame to the last"

    def execute(self, context):
        """In the background of Blender without a window there is nothing to watch by: wait for the end."""
        run = attempt(self, start, context)
        if run is None:
            return {"CANCELLED"}
        if bpy.app.background:
            run.process.wait()
            return self.finish(context, run)
        self.timer = context.window_manager.event_timer_add(0.5, window=context.window)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        settings = context.scene.eulersolid
        settings.told, settings.part = running.text(), running.part()
        for area in context.screen.areas:
            area.tag_redraw()
        if not running.is_over():
            return {"PASS_THROUGH"}
        context.window_manager.event_timer_remove(self.timer)
        return self.finish(context, running)

    def finish(self, context, run):
        told = context.scene.eulersolid.told = run.text()
        context.scene.eulersolid.part = run.part()
        if run.process.returncode not in (0, 130):
            self.report({"ERROR"}, told.removeprefix("error: "))
            return {"CANCELLED"}
        if run.process.returncode == 0 and attempt(self, load, context) is None:
            return {"CANCELLED"}
        return {"FINISHED"}


class EULERSOLID_OT_stop(bpy.types.Operator):
    bl_idname = "eulersolid.stop"
    bl_label = "End"
    bl_description = "End the run after its step"

    @classmethod
    def poll(cls, context):
        return running is not None and not running.is_over()

    def execute(self, context):
        stop()
        return {"FINISHED"}


class EULERSOLID_OT_load(bpy.types.Operator):
    bl_idname = "eulersolid.load"
    bl_label = "Load"
    bl_description = "Show the meshes of the last run in place of the bodies"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        return {"CANCELLED"} if attempt(self, load, context) is None else {"FINISHED"}


class EULERSOLID_OT_mark(bpy.types.Operator):
    bl_idname = "eulersolid.mark"
    bl_label = "Mark"
    bl_description = "Mark all selected meshes"
    bl_options = {"REGISTER", "UNDO"}

    role: bpy.props.EnumProperty(items=properties.ROLES)

    def execute(self, context):
        for each in context.selected_objects:
            if each.type == "MESH":
                each.eulersolid.role = self.role
        return {"FINISHED"}


CLASSES = (EULERSOLID_OT_run, EULERSOLID_OT_stop, EULERSOLID_OT_load, EULERSOLID_OT_mark)
