#include "io/run/output_docs.h"

#include <fmt/format.h>

#include <type_traits>

#include "io/run/records.h"

namespace eulersolid {

namespace {

constexpr std::string_view introduction = R"(# Files of a run

A run folder holds three tables with a header and comma-separated values; numbers read back to the same
double. Read columns by name: new ones may come between. Units are SI, vectors have a column for each
component. This page is what `eulersolid schema --outputs` prints.
)";

constexpr std::string_view report = R"(
## run.json: what was run, and what it came to

| key | content |
| --- | --- |
| `program`, `version`, `command`, `scene` | `eulersolid`, its version, the words of the command line, the path of the scene |
| `backend`, `device`, `threads` | where the bodies are: `cpu` or `gpu`, the processor's name, threads of the cpu backend |
| `solver_backend`, `solver_device` | where the contact QPs are solved |
| `numerics` | of a scene whose `[numerics]` changes something: what, with the defaults; `check` and `info` say it, too |
| `process`, `start`, `end` | number of the process; times in UTC, `end` is null while it runs |
| `end_time` | that the run is to come to [s]; `totals.time` is where it is |
| `written`, `seconds_left` | while it runs, every two seconds: when this was, and how long the rest will take on the clock, or null before the first step |
| `cell_size` | of the grid [m], in the end where the run went on with smaller cells |
| `resumed_from_step` | of a run that was resumed: the step of its checkpoint |
| `exit_state` | `running`; `finished`, `interrupted` or `failed`. A process that was killed leaves `running` |
| `message` | of a run that failed: why |
| `flawless` | whether the quality line has nothing to note, which is what `--strict` asks for |
| `totals` | of all steps, those before the run was resumed too; below |

| total | content |
| --- | --- |
| `frames`, `seconds` | written; on the clock since the start |
| `alarms` | bodies and quantities above `[alarms] warn` after the last step, and when the run went on with smaller cells. There is one warning for each quantity, which names the body of which it is the most and says how many more there are |
| `refinements` | times that the run went on with smaller cells |
| `missing_outputs` | kinds of files of a frame (vdb, vti, surface, embedded surface, surface list, preview) that could not be made for a fault of the program and are left out, whole or in part. Alembic archives that could not be written count, too; run.log has the reasons |
| `largest_energy` | kinetic and elastic energy of all bodies, the largest [J]: what the parts in the closing line are of |
| `peak_memory` | of the arrays of the backend that holds the bodies [bytes], of this process alone |
| `work` | what the backends were asked for beside arithmetic, by the steps and frames of this process: `loops` (reductions and kernels among them), `library_calls`, `read_backs` (values that the program waits for), `uploads`, `allocations` |
)";

constexpr std::string_view others = R"(
## bodies.json: which number is what

Under `objects` an entry for each body and then each obstacle, in the order of the scene.

| key | content |
| --- | --- |
| `object_id` | number in the grids `object_id`; those of obstacles follow, and are in no grid |
| `name`, `kind`, `shape` | `kind` is `body` or `obstacle` |
| `material` | of a body, all keys with their defaults |
| `rest_volume`, `mass` | of a body at rest [m^3], [kg], as its shape has them; `bodies.csv` has those of the grid |
| `moves` | of an obstacle |
| `files` | of each alone, from the folder, with `%04d` for the number of the frame |
| `prim`, `archive_object` | what it is in the stages of USD and in Alembic archives, where there are such: `stages` and `archives` |

VDB files have the same numbers as metadata, `object_1 = "ball"`, of the file and of the grids `object_id`; VTP files as field data
`object_id` and `object_name`, VTI files all names as `object_names`, and PVD files the name of each part.

## scene.toml, run.log, preview/, plot.png

`scene.toml` is the scene with includes, templates, arrays, units and defaults written out. It runs to the same frames, to the byte but
for the number by which OpenVDB tells files apart. Meshes and images, which it names by absolute paths and with checksums, must not have
changed for that. `run.log` has what `[numerics]` changes, the warnings, where the run was resumed, and how it ended. `preview/NAME_0001.png` are the
pictures of `--preview` and of `eulersolid preview DIR`, seen and coloured as `[preview]` of the scene says, `plot.png` that of `eulersolid plot DIR`. A run that is extended with `--until`
looks at its new frames by a camera that has the longer motion in view: `eulersolid preview DIR` draws all by one.
)";

constexpr std::string_view volumes = R"(
## vdb/NAME_0001.vdb: the bodies as volumes

A file for each frame; all its grids have one transform, with voxels of `output.voxel_size`, half a cell when left out.
The value at a voxel is that at its centre. Distances are those of the undeformed shape, looked up where the material
there came from and divided by how much lengths are stretched. Its edges stay sharp whatever the size of the cells, and
distances are right to first order near the surface. Only there are they known.

| grid | unit | content |
| --- | --- | --- |
| `surface` | m | level set: distance to the nearest body's surface, negative inside; within 3 voxels of it, beyond that 3 voxels |
| `density` | - | part of the voxel that is solid, of all bodies together |
| `velocity` | m/s | of the nearest body, as are the following: inside, and up to 3 voxels outside. Named by `output.velocity_name` |
| `rest` | m | where the material was at rest. In a voxel between bodies it is that of the nearer: a picture that mixes voxels garbles it there |
| `rest_1`, `rest_2` ... | m | where `output.extra` has `rest_by_body`: the same of the body with this number alone, inside and up to 3 voxels outside of it, whichever body is nearer: no voxel mixes bodies. `bodies/` has the same as `rest` |
| `object_id` | - | 1, 2 ... inside the bodies, 0 outside |
| `object_id_extended` | - | the same, up to 3 voxels outside |
| `stress_vm`, `J`, `pressure` | Pa, -, Pa | where `output.extra` asks for them: von Mises stress, volume over that at rest, pressure |
| `plastic_strain` | - | likewise: equivalent plastic strain of plastic materials, 0 in others |
| `contact_pressure` | Pa | where `output.extra` asks for it: near the surface, normal force over area that others exert there in the frame's last step, mean of a cell |
| `friction_traction` | Pa | likewise: magnitude of their friction over area |
| `slip_speed` | m/s | likewise: how fast the fastest of those that press slides over the surface. Meshes have values between those of cells, so that it fades to 0 within a cell of where nothing presses |
| `obstacles` | m | where `output.extra` asks for it: level set of all obstacles together, as `surface`, as far as the domain reaches |

`bodies/BODY/NAME_0001.vdb`, with `output.per_body`, are the same of each body alone.

## surface/BODY/NAME_0001.ply, .obj, .usda, .vtp: surfaces of bodies and obstacles

With `output.surface`: closed meshes of triangles of about a voxel, counter-clockwise seen from outside, with a vertex at each
corner and along each edge of the shape (dual contouring). No two vertices are at one place. Metres, Z up. At each vertex:

| value | unit | ply | obj | usd | vtp |
| --- | --- | --- | --- | --- | --- |
| normal; at edges and corners anything between their sides' | - | `nx`, `ny`, `nz` | `vn` | | `normals` |
| velocity | m/s | `vx`, `vy`, `vz` | | `velocities` | `velocity` |
| where the material was at rest | m | `rest_x`, `rest_y`, `rest_z` | `vt` | `primvars:rest` | `rest` |
| von Mises stress | Pa | `stress_vm` | | `primvars:stress_vm` | `stress_vm` |
| `J`, `pressure`, `plastic_strain`, `contact_pressure`, `friction_traction`, `slip_speed`, where `output.extra` asks for them | -, Pa, -, Pa, Pa, m/s | `J` ... | | `primvars:J` ... | `J` ... |

A vertex has one normal, so shading by these is smooth across edges: for edges that look sharp, shade by faces, or let the program
split normals by angle (Blender: *Auto Smooth*; ParaView: filter *Generate Surface Normals*).

`surface/BODY/original/NAME_0001.ply`, `.obj`, `.usda`, of a body that was read from a mesh: that mesh, with its own points, polygons
and places in textures, moved with the material. The places are `vt` in OBJ, `primvars:st` in USD, and `s`, `t` in PLY, which has them at
vertices: a point with several is there once for each. Each point is where the map X(x) is what it was at rest, to a millionth of a cell.
Points without such a place, where cells are inverted, move as the nearest node does, and run.log and the file say how many they are.
Points have the numbers that they have in an OBJ file, or in a PLY file without places in textures, so that they can be keys of the
shape that was read. Those of other files are numbered in the order in which faces name them.

`surface/BODY/rest/NAME_0001.ply`, `.obj`, `.usda`, but for `output.rest_mesh = false`: the surface of the body at rest, with triangles of about a
voxel (8 to 160 along each side), moved likewise: the same vertices and triangles in every frame. They are stretched as the material is, so that
a body that is stretched much is better shown by its contour.

Obstacles have such meshes, too, `surface/OBSTACLE/NAME_0001.ply`: one for each frame if they move, else one for the first. Planes
are squares of two triangles, of twice the domain's diagonal, around the foot of its middle. `rest` is where their points were at time
0; they have no stress.

`surface/NAME.pvd` opens all `.vtp` as one series in ParaView. A body of which nothing is left has a mesh of nothing.

## surface/NAME.usda: the run as one animation

With `"usd"` in `output.surface`: a stage of all bodies and obstacles, for every program that reads USD. Metres, Z up; times are the
numbers of frames, `fps` of them in a second.

| prim | content |
| --- | --- |
| `/NAME/BODY` | mesh with all of the above at each frame, faces too: the number of vertices changes from frame to frame |
| `/NAME/OBSTACLE` | mesh of the first frame, moved by a transform |
| `/NAME/materials` | a preview material for each, of its `primvars:displayColor` |

`primvars:object_id` is that of `bodies.json`, which also has the prims: names with other than letters, digits and underscores are changed.
`surface/NAME_original.usda` is the same with the meshes that bodies were read from, `surface/NAME_rest.usda` that with their surfaces at
rest: their faces and the number of their vertices stay.

The stages are small, and rewritten with each frame: a frame's values stay in its own file, and `surface/BODY/NAME.usda`, the animation
of a body alone, names these as value clips. So move the folder `surface/` as a whole. `usdcat --flatten -o run.usdc surface/NAME.usda`
makes one file of it. A frame that is missing looks as the one before.

## surface/NAME.abc: the run as one file

With `"abc"` in `output.surface`: an Alembic archive of all bodies and obstacles, for Blender, Houdini, Maya and the like. It is put
together when the run ends, however it ends but by a kill or a fault of the machine, from the frames' `.ply`, which are written for that.
`eulersolid alembic DIR` does the same with any run that has such files, finished or not. The same frames make the same bytes. Where it
cannot be written there is a warning, and `missing_outputs` counts it.

| object | content |
| --- | --- |
| `/BODY/BODYShape` | mesh: `P`, `.velocities`, `.selfBnds`, faces, and at vertices `rest`, `stress_vm` and what `output.extra` asks for, with the values of the PLY files |
| `/OBSTACLE/OBSTACLEShape` | the same, without stress; of one that rests one mesh for all times |

Names are as in USD (`archive_object` in bodies.json). Alembic has y up: what is (x, y, z) in other files is (x, z, -y) here, `rest` too, and
importers of programs with z up turn it back. A frame is at its number over `fps` [s], as programs with a timeline have it: frame 1 at
0.04 s, where it is frame 1 again at 25 frames a second. Velocities are per second. Faces have no normals, and are clockwise, as Alembic's
are. `surface/NAME_original.abc`, with places in textures as `uv`, and `surface/NAME_rest.abc` have the other meshes, as the stages of
USD: their faces are there once. A frame that is missing looks as the one before.

## vti/NAME_0001.vti: the volumes for ParaView

With `output.vti`: the grids of the VDB file as an image of the box of the bodies, as far as it lies in the domain, with values at
the centres of voxels; `vti/NAME.pvd` is the series.
)";

constexpr std::string_view manifest = R"(
## manifest.txt: the files of the run

The first line is the program's mark. Each file that runs write into the folder has a line of its own, before it is made: its
size in bytes (up to a megabyte with a checksum), or `-` where it changes, and its path from the folder. These are what `--force`
removes, and it removes nothing where one of them has another size or checksum than a run gave it: what was edited or replaced is yours.
Nor is that written over: a frame's file that finds it in its place is left out and counted in `missing_outputs`, and `preview`,
`plot` and `alembic` refuse. A folder without such a list is
left alone: nothing tells a run's files from others there. Remove it by hand, or name another.

`--resume` says which of these files are gone or have changed, and whether rows of the tables have, and goes on. Frames that are
gone are not made again, and of rows that have changed those up to the checkpoint's time stay. A table that has lost rows is not
gone on with: put it back, or remove it and begin a new one. One that another program replaces or removes while the run writes it
is written anew, as run.log tells. One run at a time has the folder; where a file system has no locks, a file `run.lock` stands for
one, and is to be removed by hand after a run was killed there. A run whose folder is moved or removed ends, with exit code 4.

## Watching a run

While a run goes on its tables grow by whole rows as `steps.csv.tmp` and so on, and `run.json` says how far it is.
`eulersolid run SCENE --progress json` prints an object a line on standard output, for each frame and each second:

| key | content |
| --- | --- |
| `event` | `frame`, `step`, or `end`, the last one |
| `frame`, `step`, `time`, `end_time` | the last frame, the step, what they have come to and what the run is to come to [s] |
| `dt`, `contacts`, `iterations` | of that step |
| `seconds_per_step`, `seconds_left` | on the clock, without what a run that was resumed did before; `seconds_left` is null before the first step |
| `exit_state`, `frames`, `steps`, `seconds`, `flawless`, `folder` | of `end`, which a run that fails does not come to: as in run.json, and the folder |
)";

std::string total_text(const RunTotal& total) {
  const std::string name(total.name);
  switch (total.kind) {
    case RunTotal::Kind::none:
      break;
    case RunTotal::Kind::sum:
      return fmt::format("`{}`, the sum", name);
    case RunTotal::Kind::largest:
      return fmt::format("`{}`, the largest", name);
    case RunTotal::Kind::least:
      return fmt::format("`{}`, the least", name);
    case RunTotal::Kind::last:
      return fmt::format("`{}`, the last", name);
  }
  return "";
}

template <class Value>
std::string column_text(std::string_view name, const Value&) {
  return fmt::format("`{}`", name);
}
std::string column_text(std::string_view name, const Vec3&) {
  return fmt::format("`{}`, `{}`, `{}`", vector_column(name, 0), vector_column(name, 1),
                     vector_column(name, 2));
}

template <class Record>
void add_columns(std::type_identity_t<RecordFields<Record>> fields, const Record& record,
                 std::string& text) {
  visit_record(fields, record, [&](const RecordField<Record>& field, const auto& value) {
    text += fmt::format("| {} | {} | {} |\n", column_text(field.name, value), field.unit,
                        field.meaning);
  });
}

constexpr std::string_view checkpoints = R"(
## checkpoints/step_000100.h5: where a run can go on

Written every `--checkpoint-every` seconds (60), when the run ends, and when it is interrupted (Ctrl-C, SIGTERM, SIGHUP;
another Ctrl-C, more than a second later, ends it at once); the last two are kept. A run that fails in a step (exit code 3) leaves one of the step before: it goes the way from its
last checkpoint again, which takes as long as it took, and is left out with `--checkpoint-every 0`. Resumed as it is,
such a run fails as it did; with other `[alarms]` it goes on where they ended it. An HDF5 file with a checksum after its
end: `version`, `scene` and `source` say what it is of, `simulation` and `bodies/` hold all that the next step depends
on, `sums` and `tables` what run.json and the tables came to. `eulersolid run --resume DIR` goes on from the newest that
is whole, with the same bits: tables are cut to what they held then and continued, later frames are written again.
`--until` extends a run that has finished; an end before what is there is refused. The scene's duration, `[alarms]` and outputs may change, but for `name`,
`fps` and `start_frame`, and so may the number of threads; another scene, version or backend is refused.
With `--cell-size H` or `--refine` it goes on with smaller cells (0.7 of the size), onto which the bodies are sampled;
files keep their voxels where these are not larger. A run with `[alarms] refine` that fails goes back to the frame
before its last one for that, and no step is taken again.
)";

constexpr std::string_view problems = R"(
## problems/step_000100.hdf5: what contact solved

With `--dump-problems`, of each step in which bodies touch, or with `--dump-problems=EVERY` of each step whose number
EVERY divides: a problem in FCLIB's global form, which `eulersolid solve` takes. In M v = f + H r and u = H^T v + w there are
three rows of M, in world axes, for each node or ghost node that a contact touches, then for each contact's own degree of freedom.
(M is not diagonal there where a layer gives along the normal.) Columns of H are by normal and two tangents. f = M v* with the
velocities v* before contact; w is the velocity of obstacles, less the bound that gaps and overlaps set. The guess is what
the solver started from, the solution (r, u, v) what it left, to its own tolerance. A run that is resumed writes the same
bits. Some 10 KB for each contact: choose EVERY.
)";

constexpr std::string_view column_head = "| column | unit | meaning |\n| --- | --- | --- |\n";

}  // namespace

std::string outputs_markdown() {
  std::string text(introduction);
  text += fmt::format("\n## steps.csv: a row for each step\n\n{}", column_head);
  add_columns(step_fields, StepRecord{}, text);
  text += fmt::format("\n## bodies.csv: a row for each frame and body\n\n{}", column_head);
  add_columns(frame_fields, FrameStamp{}, text);
  add_columns(body_fields, BodyRecord{}, text);
  text += fmt::format(
      "\n## contacts.csv: a row for each frame, body and partner that touched since the frame "
      "before\n\n"
      "Two bodies have a row each. What has no row did not touch.\n\n{}",
      column_head);
  add_columns(frame_fields, FrameStamp{}, text);
  add_columns(contact_fields, ContactRecord{}, text);
  text += fmt::format(
      "\n## regions.csv: a row for each frame and region\n\n"
      "Written where a body has regions.\n\n{}",
      column_head);
  add_columns(frame_fields, FrameStamp{}, text);
  add_columns(region_fields, RegionRecord{}, text);
  text += fmt::format(
      "\n## joints.csv: a row for each frame and joint\n\n"
      "Written where rigid bodies have joints.\n\n{}",
      column_head);
  add_columns(frame_fields, FrameStamp{}, text);
  add_columns(joint_fields, JointRecord{}, text);
  text += report;
  text += "\n| column of steps.csv | its total |\n| --- | --- |\n";
  for (const RecordField<StepRecord>& field : step_fields)
    if (!field.total.name.empty())
      text += fmt::format("| `{}` | {} |\n", field.name, total_text(field.total));
  return text + "\nColumns whose totals share a name are added.\n" + std::string(others) +
         std::string(volumes) + std::string(checkpoints) + std::string(problems) +
         std::string(manifest);
}

}  // namespace eulersolid
