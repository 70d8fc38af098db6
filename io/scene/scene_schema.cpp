#include "io/scene/scene_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "contact/solvers/solver_names.h"
#include "io/constants.h"
#include "io/scene/kind_keys.h"

namespace eulersolid {

namespace {

using enum KeyType;

constexpr Range positive{.low = 0, .low_open = true};
constexpr Range cell_range{.low = smallest_voxel};
constexpr Range not_negative{.low = 0};
constexpr Range part_range{.low = 0, .high = 1};
constexpr Range friction_range{.low = 0, .high = 10};

// clang-format off
const SchemaKey written[] = {
  {.table = "", .key = "time", .type = table, .required = true, .doc = "How long, and in which steps."},
  {.table = "", .key = "grid", .type = table, .doc = "The grid that the bodies move through. A body that leaves it is simulated and written all the same, with a warning."},
  {.table = "", .key = "gravity", .type = vector, .unit = "m/s^2", .default_value = "[0, 0, 0]", .doc = "Acceleration of every body. Z is up."},
  {.table = "", .key = "gravity_keyframes", .type = tables, .doc = "What gravity is at some times, instead of `gravity`: linear in between, or smooth, constant before and after."},
  {.table = "", .key = "contact", .type = table, .doc = "How bodies meet."},
  {.table = "", .key = "alarms", .type = table, .doc = "How much of a body's motion the discretisation may make: `drift_momentum`, `drift_spin`, `drift_transport`, `drift_map` and `drift_left` of bodies.csv, `drift_energy` and `drift_impact` of steps.csv; and how deep bodies may be in each other."},
  {.table = "", .key = "numerics", .type = table, .doc = "What the schemes and corrections go by (docs/corrections.md), to measure what each of them does: 0 or false is without it. Results of other values than these were not tested."},
  {.table = "", .key = "output", .type = table, .doc = "What is written. Frame k shows the time (k - start_frame) / fps."},
  {.table = "", .key = "preview", .type = table, .doc = "How pictures look, those of `run --preview` and of `eulersolid preview`, whose options change it."},
  {.table = "", .key = "body", .type = tables, .doc = "One `[[body]]` for each body, deformable or rigid; at least one, here or by arrays."},
  {.table = "", .key = "obstacle", .type = tables, .doc = "One `[[obstacle]]` for each rigid obstacle, fixed or moving as told."},

  {.table = "", .key = "joint", .type = tables, .doc = "One `[[joint]]` for each joint of rigid bodies."},

  {.table = "", .key = "include", .type = texts, .is_short = true, .doc = "Paths of files, from the folder of this one, whose tables are part of the scene. What this file says itself holds; bodies, obstacles and arrays of all files are there, those of included files first."},
  {.table = "", .key = "material", .type = named, .is_short = true, .doc = "A `[material.NAME]` is a material that bodies have by name: `material = \"NAME\"`. It has the keys of body.material."},
  {.table = "", .key = "template", .type = named, .is_short = true, .doc = "A `[template.NAME]` holds keys for the bodies or obstacles that say `template = \"NAME\"`; those they have themselves hold. Templates may have a template."},
  {.table = "", .key = "array", .type = tables, .is_short = true, .doc = "One `[[array]]` for many copies of a template."},

  {.table = "gravity_keyframes", .key = "time", .type = number, .unit = "s", .required = true, .doc = "Later than that of the keyframe before."},
  {.table = "gravity_keyframes", .key = "acceleration", .type = vector, .unit = "m/s^2", .required = true, .doc = "Gravity at this time."},
  {.table = "gravity_keyframes", .key = "smooth", .type = boolean, .default_value = "false", .doc = "Come here smoothly: from rest at the keyframe before to rest here, by 3 s^2 - 2 s^3 of the way after the part s of the time."},

  {.table = "time", .key = "duration", .type = number, .unit = "s", .range = not_negative, .required = true, .doc = "Simulated time. Frames are written up to the last whole frame within it."},
  {.table = "time", .key = "dt", .type = number, .unit = "s", .range = positive, .doc = "Fixed time step; must divide 1 / fps. Where it is longer than a step of `cfl` 0.85, it is taken in equal sub-steps: run.log says so, and `sub_steps` in run.json counts them. Not together with `cfl`."},
  {.table = "time", .key = "cfl", .type = number, .unit = "-", .default_value = "0.5", .range = {.low = 0, .high = 1, .low_open = true}, .doc = "Part of a cell that the fastest wave may cross in a step, when there is no `dt`; viscosity, and nodes that cross 0.6 of a cell, ask for shorter ones. Steps are cut to land on frames."},
  {.table = "time", .key = "allow_unstable", .type = boolean, .default_value = "false", .doc = "Take `dt` as it is, stable or not."},
  {.table = "time", .key = "mode", .type = text, .default_value = "\"dynamic\"", .choices = "dynamic static", .doc = "`static`: time is that of loads alone; each frame shows bodies at rest in balance with what acts on them then, contact and friction included, found by dynamic relaxation. Loads, and what moves as told, go from frame to frame slowly; what they are at time 0 comes at once. Alarms about motion are off unless they are given."},
  {.table = "time", .key = "imbalance", .type = number, .unit = "-", .default_value = "0.001", .range = {.low = 1e-9, .high = 0.5}, .doc = "A static frame is in balance when what is left of the forces on nodes is at most this part of all forces: `imbalance` of steps.csv."},
  {.table = "time", .key = "max_steps", .type = integer, .unit = "-", .default_value = "100000", .range = {.low = 1, .high = 1e9}, .doc = "Steps to a static frame at most; a run without balance after them ends, with exit code 3."},

  {.table = "grid", .key = "origin", .type = vector, .unit = "m", .doc = "Lowest corner of the domain. When left out, half of the greatest extent of bodies and obstacles below the lowest point of them."},
  {.table = "grid", .key = "size", .type = vector, .unit = "m", .range = positive, .doc = "Edge lengths of the domain; when left out, to as far above the highest point. Part of a cell at the upper end counts as a cell."},
  {.table = "grid", .key = "cell_size", .type = number, .unit = "m", .range = cell_range, .doc = "Edge length of the cubic cells; an eighth of the thickness of the thinnest body when left out, to three digits."},
  {.table = "grid", .key = "periodic", .type = texts, .default_value = "[]", .choices = "x y z", .doc = "Axes along which all is there again after the domain's `size`, which is then a whole number of cells: what leaves at one end meets what is at the other. Files show each body once, where its middle is in the domain; tables have places as they are, beyond it, too. Bodies must be four cells shorter than the domain; planes run along these axes. Joints, and regions that are attached to rigid bodies, know no copies: give what belongs together side by side, beyond the end if need be."},

  {.table = "contact", .key = "friction", .type = number, .unit = "-", .default_value = "0", .range = friction_range, .doc = "Coefficient of Coulomb friction where no obstacle or pair says otherwise."},
  {.table = "contact", .key = "static_friction", .type = number, .unit = "-", .range = friction_range, .doc = "The coefficient while two surfaces are at rest against each other, at least `friction`, which it is when left out. Two surfaces slide once no part of their contact holds."},
  {.table = "contact", .key = "friction_cone", .type = text, .default_value = "\"disc\"", .choices = friction_cone_names, .doc = "`disc`: Coulomb's law, the same in all directions. `pyramid`: the diamond of the thesis, with up to 29 % less along the diagonals of each contact's two tangents; what slides across them turns aside."},
  {.table = "contact", .key = "solver", .type = text, .default_value = "\"schurpa_sp\"", .choices = solver_names, .doc = solver_summaries},
  {.table = "contact", .key = "tolerance", .type = number, .unit = "-", .default_value = "0.001", .range = {.low = 0, .high = 1, .low_open = true, .high_open = true}, .doc = "Staggering stops when the square of the relative change of the friction impulses is at most this, and the residual of the friction cone at most its root. Solvers on the host stop where the residual itself is at most this."},
  {.table = "contact", .key = "max_solves", .type = integer, .unit = "-", .default_value = "500", .range = {.low = 1, .high = 1e6}, .doc = "Columns of the Schur complement before `schurpa_sp` factors anew."},
  {.table = "contact", .key = "max_staggered", .type = integer, .unit = "-", .default_value = "20", .range = {.low = 1, .high = 1e6}, .doc = "Staggered iterations in a step at most; where they do not converge, twice three times as many with shorter ways follow, and a run whose residual is still above 0.1 ends."},
  {.table = "contact", .key = "allow_overlap", .type = boolean, .default_value = "false", .doc = "Let bodies overlap each other or obstacles by more than a tenth of a cell at the start. Contact then pushes them apart; it does not find two bodies that are more than two cells deep in each other."},
  {.table = "contact", .key = "pair", .type = tables, .doc = "One `[[contact.pair]]` for each pair with friction of its own."},
  {.table = "contact.pair", .key = "bodies", .type = texts, .range = {.low = 2, .high = 2}, .required = true, .doc = "Names of two bodies, or of a body and an obstacle."},
  {.table = "contact.pair", .key = "friction", .type = number, .unit = "-", .range = friction_range, .doc = "Coefficient of friction of this pair; overrides all others. Needed where they touch."},
  {.table = "contact.pair", .key = "static_friction", .type = number, .unit = "-", .range = friction_range, .doc = "At rest, at least `friction`, which it is when left out."},
  {.table = "contact.pair", .key = "touch", .type = boolean, .default_value = "true", .doc = "False: they pass through each other, as parts on a joint or what is glued in may; nor does it count that they overlap."},

  {.table = "alarms", .key = "warn", .type = number, .unit = "-", .default_value = "0.01", .range = {.low = 0, .high = 1, .low_open = true}, .may_be_infinite = true, .doc = "Above this part, at the end of the run, there is a warning for each quantity, with the body of which it is the most; of energy that is returned, above `stop`. `inf` for none."},
  {.table = "alarms", .key = "stop", .type = number, .unit = "-", .default_value = "0.05", .range = {.low = 0, .high = 1, .low_open = true}, .may_be_infinite = true, .doc = "Above this part the run ends, with exit code 3; at least `warn`, `inf` for never."},
  {.table = "alarms", .key = "stop_made", .type = number, .unit = "-", .default_value = "0.5", .range = {.low = 0, .high = 1, .low_open = true}, .may_be_infinite = true, .doc = "The same for energy that transport or the map make of a body and that is returned: `drift_transport` and `drift_map`; `stop` where that is more."},
  {.table = "alarms", .key = "stop_overlap", .type = number, .unit = "cells", .default_value = "0.5", .range = {.low = 0, .low_open = true}, .may_be_infinite = true, .doc = "The run ends where a frame, as its files show it, has bodies or obstacles deeper in each other than this, or contact finds twice as much in a step (`max_overlap` of steps.csv), and has lost hold of them. With `contact.allow_overlap` it does not."},
  {.table = "alarms", .key = "refine", .type = integer, .unit = "-", .default_value = "0", .range = {.low = 0, .high = 4}, .doc = "Times at most that a run which would end in a step, by an alarm or an error, goes on with cells of 0.7 of the size instead, from the frame before the last one. Each time takes four times as long."},

  {.table = "numerics", .key = "restore_mass", .type = boolean, .default_value = "true", .doc = "Masses of the nodes are scaled to the body's. Without it what flies has an alarm at once: energies are compared without the motion of the centre of mass, and what masses miss of that is not."},
  {.table = "numerics", .key = "restore_momentum", .type = boolean, .default_value = "true", .doc = "The momentum that impulses decide is given back to the nodes: `ledger_correction` of bodies.csv."},
  {.table = "numerics", .key = "restore_spin", .type = boolean, .default_value = "true", .doc = "The same of the spin."},
  {.table = "numerics", .key = "return_energy", .type = boolean, .default_value = "true", .doc = "What the grid makes of the energy is taken back: `energy_returned` of steps.csv. Never in static frames."},
  {.table = "numerics", .key = "unreturned_part", .type = number, .unit = "-", .default_value = "0.005", .range = part_range, .doc = "Part of a body's greatest energy that it may make before."},
  {.table = "numerics", .key = "unreturned_within", .type = number, .unit = "-", .default_value = "0.0075", .range = part_range, .doc = "The same of the energy without the motion of the centre of mass."},
  {.table = "numerics", .key = "max_damped", .type = number, .unit = "-", .default_value = "0.01", .range = part_range, .doc = "Part that artificial viscosities may have taken of it before."},
  {.table = "numerics", .key = "max_returned", .type = number, .unit = "-", .default_value = "0.25", .range = part_range, .doc = "Part of the energy of the motion relative to the rigid one that a step changes at most."},
  {.table = "numerics", .key = "min_mass_fraction", .type = number, .unit = "-", .default_value = "0.1", .range = {.low = 0, .high = 0.5, .low_open = true}, .doc = "Mass of a cell that makes a node a degree of freedom."},
  {.table = "numerics", .key = "kept_mass_fraction", .type = number, .unit = "-", .default_value = "0.25", .range = part_range, .doc = "Part of that which ghost nodes leave it at least."},
  {.table = "numerics", .key = "advected_mass_fraction", .type = number, .unit = "-", .default_value = "0.01", .range = {.low = 0, .high = 1, .low_open = true}, .doc = "Mass of a cell from which on the map of a ghost node is all advected."},
  {.table = "numerics", .key = "guard", .type = boolean, .default_value = "true", .doc = "Solid that was not solid where it comes from is none outside of active nodes."},
  {.table = "numerics", .key = "witnesses", .type = boolean, .default_value = "true", .doc = "Nor is solid whose surface points are elsewhere."},
  {.table = "numerics", .key = "leave_out_inverted", .type = boolean, .default_value = "true", .doc = "Points whose map is inverted have neither mass nor stress."},
  {.table = "numerics", .key = "switch_off_inverted", .type = boolean, .default_value = "true", .doc = "Nodes that lose half of their octants to them are not active."},
  {.table = "numerics", .key = "bound_tips", .type = boolean, .default_value = "true", .doc = "Less counts as solid where no corner of a cell is active."},
  {.table = "numerics", .key = "sliver_mass", .type = number, .unit = "-", .default_value = "0.01", .range = part_range, .doc = "Mass of a cell below which its waves count as slower."},
  {.table = "numerics", .key = "shock_viscosity", .type = number, .unit = "-", .default_value = "2", .range = {.low = 0, .high = 100}, .doc = "Factor of the viscosity of shocks."},
  {.table = "numerics", .key = "hourglass_damping", .type = number, .unit = "-", .default_value = "2", .range = {.low = 0, .high = 100}, .doc = "Factor of the damping of hourglasses."},
  {.table = "numerics", .key = "hourglass_speed", .type = number, .unit = "-", .default_value = "0.03", .range = positive, .doc = "Part of the speed of waves from which on it is full."},
  {.table = "numerics", .key = "kink_start", .type = number, .unit = "-", .default_value = "0.5", .range = positive, .doc = "Change of grad X from cell to cell from which on it is a kink."},
  {.table = "numerics", .key = "kink_stiffness", .type = number, .unit = "-", .default_value = "0.1", .range = {.low = 0, .high = 10}, .doc = "How stiff kinks are, in (lambda + 2 mu) h^2."},
  {.table = "numerics", .key = "limit_map", .type = boolean, .default_value = "true", .doc = "The second-order correction of the map fades at kinks."},
  {.table = "numerics", .key = "hit_growth", .type = number, .unit = "-", .default_value = "2", .range = {.low = 0, .high = 100}, .doc = "How fast cells count as shrinking before a hit, in v/h: steps are shorter."},
  {.table = "numerics", .key = "max_crossed", .type = number, .unit = "-", .default_value = "0.6", .range = {.low = 0.01, .high = 0.9}, .doc = "Part of a cell that the fastest node may cross in a step."},
  {.table = "numerics", .key = "largest_gap", .type = number, .unit = "cells", .default_value = "0.5", .range = {.low = 0, .high = 1, .low_open = true}, .doc = "Largest gap of a contact."},
  {.table = "numerics", .key = "tip_depth", .type = number, .unit = "cells", .default_value = "0.1", .range = positive, .doc = "Points whose gap is this wider weigh 1/e."},
  {.table = "numerics", .key = "min_area", .type = number, .unit = "cells^2", .default_value = "0.02", .range = part_range, .doc = "Least area of a patch."},
  {.table = "numerics", .key = "min_normal", .type = number, .unit = "-", .default_value = "0.3", .range = {.low = 0, .high = 1, .high_open = true}, .doc = "Least length of the mean normal of a patch."},
  {.table = "numerics", .key = "narrow_row", .type = integer, .unit = "-", .default_value = "5", .range = {.low = 0, .high = 60}, .doc = "Cells in a row that a pair touches in, up to which each is halved."},
  {.table = "numerics", .key = "whole_patch", .type = number, .unit = "-", .default_value = "0.5", .range = part_range, .doc = "Part of a face from which on patches do not merge."},
  {.table = "numerics", .key = "min_cosine", .type = number, .unit = "-", .default_value = "0.7", .range = {.low = -1, .high = 1}, .doc = "Least cosine between normals of patches that do."},
  {.table = "numerics", .key = "proximal_part", .type = number, .unit = "-", .default_value = "0.02", .range = {.low = 0, .high = 1, .low_open = true}, .doc = "Proximal term of a contact, as a part of its element of the Delassus matrix."},
  {.table = "numerics", .key = "closing_margin", .type = number, .unit = "cells", .default_value = "0.01", .range = not_negative, .doc = "Contacts that would be open by no more at the end of the step are posed at once."},
  {.table = "numerics", .key = "layer_depth", .type = number, .unit = "cells", .default_value = "0.75", .range = {.low = 0, .high = 10}, .doc = "Depth of the layer that gives under rounded contacts with what is rigid."},
  {.table = "numerics", .key = "max_layer", .type = number, .unit = "cells", .default_value = "0.1", .range = part_range, .doc = "What it gives by at most."},
  {.table = "numerics", .key = "stick_slip", .type = number, .unit = "-", .default_value = "0.0001", .range = not_negative, .doc = "Slip, in the speed of waves, below which one contact keeps its pair at rest."},
  {.table = "numerics", .key = "rest_slip", .type = number, .unit = "-", .default_value = "0.01", .range = not_negative, .doc = "Slip below which a contact of such a pair is at rest."},
  {.table = "numerics", .key = "quick_push_out", .type = number, .unit = "-", .default_value = "0.4", .range = positive, .doc = "Rate at which overlaps are undone, in the speed of waves over h."},
  {.table = "numerics", .key = "fastest_push_out", .type = number, .unit = "-", .default_value = "0.1", .range = positive, .may_be_infinite = true, .doc = "Largest speed of that, in the speed of waves."},
  {.table = "numerics", .key = "push_credit", .type = number, .unit = "-", .default_value = "0.1", .range = not_negative, .may_be_infinite = true, .doc = "What normal impulses may give a pair, as a part of their work, before overlaps are undone as their cube."},

  {.table = "output", .key = "name", .type = text, .doc = "Stem of the frames' file names; the scene's stem when left out."},
  {.table = "output", .key = "fps", .type = number, .unit = "1/s", .default_value = "25", .range = {.low = 0, .high = 1e6, .low_open = true}, .doc = "Frames per second of simulated time."},
  {.table = "output", .key = "start_frame", .type = integer, .unit = "-", .default_value = "1", .range = {.low = 0, .high = 1e6}, .doc = "Number of the frame at time 0."},
  {.table = "output", .key = "velocity_name", .type = text, .default_value = "\"velocity\"", .doc = "Name of the velocity grid in the VDB files."},
  {.table = "output", .key = "voxel_size", .type = number, .unit = "m", .range = cell_range, .doc = "Edge length of the voxels of VDB files, at most `cell_size`, half of which it is when left out, but not less than 1.5e-5 m: surfaces have detail below the grid's cells."},
  {.table = "output", .key = "half", .type = boolean, .default_value = "false", .doc = "Write 16-bit floats (all grids but `rest`)."},
  {.table = "output", .key = "per_body", .type = boolean, .default_value = "false", .doc = "Write a sequence for each body too."},
  {.table = "output", .key = "extra", .type = texts, .default_value = "[]", .choices = "stress_vm J pressure plastic_strain contact_pressure friction_traction slip_speed rest_by_body obstacles", .doc = "Further grids. Of the material: von Mises stress [Pa], volume ratio [-], pressure [Pa], equivalent plastic strain [-]. Of contact: the pressure with which others press on a body's surface, and with which they rub along it [Pa], and the speed at which they slide over it [m/s]. Meshes have all these, too. Of each body by itself `rest_1`, `rest_2` ..., which pictures that interpolate between voxels need where bodies touch. All obstacles together as a level set."},
  {.table = "output", .key = "surface", .type = texts, .default_value = "[]", .choices = "ply obj usd vtp abc", .doc = "Write each body's surface as a closed mesh, with velocities, rest coordinates and stress: `surface/BODY/NAME_0001.ply` and the like, and those of obstacles. usd is text (.usda) and `surface/NAME.usda` the animation of all, vtp is for ParaView; abc is the animation of all in one file, `surface/NAME.abc` (Alembic), put together at the end from the frames' ply files, which are written too. Of bodies that are meshes also these meshes, with their faces and textures: `surface/BODY/original/`."},
  {.table = "output", .key = "rest_mesh", .type = boolean, .default_value = "true", .doc = "Where `surface` asks for meshes, write each body also as one mesh that moves with its material, for tools that want the same vertices in every frame. That is its surface at rest, in `surface/BODY/rest/`, in the kinds of files of `surface`, but vtp. With abc that is `surface/NAME_rest.abc`."},
  {.table = "output", .key = "vti", .type = boolean, .default_value = "false", .doc = "Write all grids as images for ParaView, too, as far as they lie in the domain: `vti/NAME_0001.vti`."},
  {.table = "output", .key = "preview", .type = boolean, .default_value = "false", .doc = "Draw a picture of each frame."},

  {.table = "preview", .key = "look_at", .type = place, .unit = "m", .doc = "What is in the middle of the picture: a point, or the name of a body, which stands for its middle at the start. The middle of all that there is to see when left out. Not together with `follow`."},
  {.table = "preview", .key = "from", .type = vector, .unit = "m", .doc = "Where the camera is; its field of view is 30 degrees high. When left out, above the front, as far away as it takes to have everything in view."},
  {.table = "preview", .key = "turntable", .type = number, .unit = "rev", .default_value = "0", .range = {.low = -1000, .high = 1000}, .doc = "How often the camera goes around what it looks at during the run, counter-clockwise as seen from above; `\"90 deg\"` is a quarter."},
  {.table = "preview", .key = "follow", .type = text, .doc = "Name of a body that the camera looks at and moves along with, at a distance that shows it in a third of the picture, or at that of `from` at the start."},
  {.table = "preview", .key = "colour", .type = text, .default_value = "\"body\"", .choices = "body speed stress pressure J contact_pressure", .doc = "What colours stand for: the body, or at each place of its surface speed [m/s], von Mises stress [Pa], pressure [Pa] or volume over that at rest [-]; these three are those of the material 3/4 of a cell below. Or the pressure with which others press on it [Pa]: in pictures that a run draws, and in `eulersolid preview` where `output.extra` has it."},
  {.table = "preview", .key = "colour_range", .type = interval, .doc = "The values at the ends of the colours, as plain numbers in the unit of `colour`. When left out, from the lowest to the highest, but for 0.5 % of a frame at each end, of speed and stress from 0. In `eulersolid preview DIR` that is of all frames, in pictures that a run draws on its way of each one."},
  {.table = "preview", .key = "stamp", .type = boolean, .default_value = "true", .doc = "Write the time in a corner."},

  {.table = "body", .key = "name", .type = text, .doc = "Its name in files, messages and pairs; body_1, body_2 ... when left out."},
  {.table = "body", .key = "template", .type = text, .is_short = true, .doc = "Name of a `[template.NAME]` whose keys it has, but for its own."},
  {.table = "body", .key = "shape", .type = text, .required = true, .selects = true, .choices = shape_names("body"), .doc = "Shape at rest."},
  {.table = "body", .key = "centre", .type = vector, .unit = "m", .doc = "Centre of the shape, of its box where it is not symmetric; needed but for shapes from files."},
  {.table = "body", .key = "on", .type = text, .is_short = true, .doc = "Name of a body or an obstacle that it lies on: it is lowered from above, or raised, until it is `gap` above where the two touch. `centre` says where along x and y; above the other's centre when left out."},
  {.table = "body", .key = "gap", .type = number, .unit = "m", .default_value = "0", .range = not_negative, .is_short = true, .doc = "Along z, between it and what it is `on`."},
  {.table = "body", .key = "rotation", .type = table, .doc = "Turn about the centre."},
  {.table = "body", .key = "velocity", .type = vector, .unit = "m/s", .default_value = "[0, 0, 0]", .doc = "Velocity of the centre at the start."},
  {.table = "body", .key = "angular_velocity", .type = vector, .unit = "rad/s", .default_value = "[0, 0, 0]", .doc = "Angular velocity about the centre at the start."},
  {.table = "body", .key = "velocity_gradient", .type = matrix, .unit = "1/s", .default_value = "[[0, 0, 0], [0, 0, 0], [0, 0, 0]]", .doc = "Row by row, L of a velocity L r at the start, on top of the two above; r is from the centre of mass."},
  {.table = "body", .key = "deformation", .type = matrix, .unit = "-", .default_value = "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]", .doc = "Row by row, the deformation gradient F at the start: what is at r from the centre at rest, turned, is at F r, and is let go there. Regions are of the body at rest. Overlaps of a deformed body at the start are not looked for. Not together with `on`."},
  {.table = "body", .key = "material", .type = table, .required = true, .doc = "What it is made of: a table, or the name of a `[material.NAME]` or of a preset (below)."},
  {.table = "body", .key = "rigid", .type = boolean, .default_value = "false", .is_short = true, .doc = "The body does not deform: of its material only the density counts, and it moves by forces and contact. The same as a material of model \"rigid\"."},
  {.table = "body", .key = "region", .type = tables, .doc = "One `[[body.region]]` for each part of the body that is held, moved or loaded, is of another material, or is to have rows of its own in regions.csv."},
  {.table = "body.rotation", .key = "axis", .type = vector, .unit = "-", .default_value = "[0, 0, 1]", .doc = "Axis of rotation; any length but zero."},
  {.table = "body.rotation", .key = "angle", .type = number, .unit = "rad", .default_value = "0", .doc = "Angle, right-handed about the axis."},
  {.table = "body.material", .key = "like", .type = text, .is_short = true, .doc = "Name of a `[material.NAME]` or of a preset whose keys it has, but for its own."},
  {.table = "body.material", .key = "model", .type = text, .default_value = "\"neo_hookean\"", .selects = true, .choices = law_names(), .doc = law_docs()},
  {.table = "body.material", .key = "fibre", .type = vector, .unit = "-", .default_value = "[0, 0, 1]", .kinds = laws_with_fibres(), .doc = "Along its fibres, before the body is turned; any length but zero."},
  {.table = "body.material", .key = "fibre_angle", .type = number, .unit = "rad", .default_value = "0", .range = {.low = -1.5708, .high = 1.5708}, .kinds = laws_with_fibres(), .doc = "Angle between its fibres and the line along `fibre` through the centre of the body, or of the region that has the material: they wind around it, right-handed. `\"90 deg\"`: in circles; 0: along it."},
  {.table = "body.material", .key = "density", .type = number, .unit = "kg/m^3", .range = positive, .required = true, .doc = "Density at rest."},
  {.table = "body.material", .key = "viscosity", .type = number, .unit = "s", .default_value = "0", .range = not_negative, .doc = "Damping time b of the stress b (2 mu D + lambda tr D I), D being the rate of strain, mu and lambda the moduli at small strain."},

  {.table = "body.region", .key = "name", .type = text, .doc = "Its name in regions.csv and messages; region_1, region_2 ... of each body when left out."},
  {.table = "body.region", .key = "shape", .type = text, .default_value = "\"all\"", .selects = true, .choices = shape_names("body.region"), .doc = "What it has of the body at rest, whose own shape cuts it; `all` is all of the body. A plane has the half-space that its normal points away from."},
  {.table = "body.region", .key = "point", .type = vector, .unit = "m", .default_value = "[0, 0, 0]", .kinds = shapes_placed_by("point", "body.region"), .doc = "A point of the plane, from the body's centre, before the body is turned."},
  {.table = "body.region", .key = "centre", .type = vector, .unit = "m", .default_value = "[0, 0, 0]", .kinds = shapes_placed_by("centre", "body.region"), .doc = "Its centre, from that of the body, before the body is turned. When left out, a shape from a file is where its coordinates have it in those of the body's file."},
  {.table = "body.region", .key = "rotation", .type = table, .doc = "Turn about its centre, before that of the body."},
  {.table = "body.region", .key = "hold", .type = boolean, .default_value = "false", .doc = "Hold it where it is, whatever the forces. What follows, up to `attach`, moves it and holds it, too. Nodes within half a cell of it are held."},
  {.table = "body.region", .key = "velocity", .type = vector, .unit = "m/s", .default_value = "[0, 0, 0]", .doc = "Move it with this constant velocity."},
  {.table = "body.region", .key = "angular_velocity", .type = vector, .unit = "rad/s", .default_value = "[0, 0, 0]", .doc = "Turn it with this constant angular velocity about its centre, or point, which moves along."},
  {.table = "body.region", .key = "keyframes", .type = tables, .doc = "How far it is from where it starts at some times, how it is turned from there, or both; in between, it moves at constant velocity and turns at a constant rate, or smoothly. Not together with `velocity` and `angular_velocity`."},
  {.table = "body.region", .key = "attach", .type = text, .doc = "Name of an obstacle or another body that it is attached to, and moves with. A rigid body feels what it carries, which must be lighter than the body itself. With one that deforms it is one where their surfaces meet, within `numerics.largest_gap`, half a cell; the two bodies do not touch each other, unless their `[[contact.pair]]` says so. Not together with other motions."},
  {.table = "body.region", .key = "acceleration", .type = vector, .unit = "m/s^2", .default_value = "[0, 0, 0]", .doc = "Of its mass, besides gravity."},
  {.table = "body.region", .key = "force", .type = vector, .unit = "N", .default_value = "[0, 0, 0]", .doc = "In all, spread over its mass."},
  {.table = "body.region", .key = "traction", .type = vector, .unit = "Pa", .default_value = "[0, 0, 0]", .doc = "On the part of the body's surface that it has, over its area at rest: the force keeps its direction and size."},
  {.table = "body.region", .key = "pressure", .type = number, .unit = "Pa", .default_value = "0", .doc = "On that surface, inward wherever it turns, over its area as it is; negative: it pulls."},
  {.table = "body.region", .key = "cavity", .type = boolean, .default_value = "false", .doc = "The body's surface in it is all that of a hollow: it must be closed. regions.csv has the volume of the hollow."},
  {.table = "body.region", .key = "gas_pressure", .type = number, .unit = "Pa", .default_value = "0", .range = not_negative, .doc = "Absolute pressure of the gas in the cavity at the start, and of what is around the body. p V^n stays: what is more, or less, than outside acts besides `pressure`. Only with `cavity`."},
  {.table = "body.region", .key = "gas_exponent", .type = number, .unit = "-", .default_value = "1", .range = {.low = 0, .high = 10}, .doc = "n of p V^n: 1 at constant temperature, 1.4 of air that keeps its heat."},
  {.table = "body.region", .key = "material", .type = table, .doc = "What the body is made of in it, as its own `material` says elsewhere: a table, or a name. Where regions overlap the last one has it. Materials meet over the width of a cell. The region must have a shape."},
  {.table = "body.region", .key = "activation", .type = number, .unit = "-", .default_value = "0", .range = {.low = 0, .high = 10}, .doc = "Of the fibres of its material, or of the body's where it is all of it: they pull with this part of their `active_tension`."},
  {.table = "body.region", .key = "load_keyframes", .type = tables, .doc = "What part of `acceleration`, `force`, `traction`, `pressure` and `activation`, not of gas, acts at some times: linear in between, or smooth, constant before and after. All of them, always, when left out."},
  {.table = "body.region.rotation", .key = "axis", .type = vector, .unit = "-", .default_value = "[0, 0, 1]", .doc = "Axis of rotation; any length but zero."},
  {.table = "body.region.rotation", .key = "angle", .type = number, .unit = "rad", .default_value = "0", .doc = "Angle, right-handed about the axis."},
  {.table = "body.region.keyframes", .key = "time", .type = number, .unit = "s", .required = true, .doc = "Later than that of the keyframe before."},
  {.table = "body.region.keyframes", .key = "shift", .type = vector, .unit = "m", .doc = "From where it is at the start; in all keyframes or in none. [0, 0, 0] at time 0."},
  {.table = "body.region.keyframes", .key = "rotation", .type = table, .doc = "Its turn about its centre, or point, from the start; in all keyframes or in none. About one axis the angle goes from one keyframe to the next, also round and round; otherwise the shortest way is taken. None at time 0."},
  {.table = "body.region.keyframes", .key = "smooth", .type = boolean, .default_value = "false", .doc = "Come here smoothly: from rest at the keyframe before to rest here, by 3 s^2 - 2 s^3 of the way after the part s of the time."},
  {.table = "body.region.keyframes.rotation", .key = "axis", .type = vector, .unit = "-", .default_value = "[0, 0, 1]", .doc = "Axis of rotation; any length but zero."},
  {.table = "body.region.keyframes.rotation", .key = "angle", .type = number, .unit = "rad", .default_value = "0", .doc = "Angle, right-handed about the axis."},
  {.table = "body.region.load_keyframes", .key = "time", .type = number, .unit = "s", .required = true, .doc = "Later than that of the keyframe before."},
  {.table = "body.region.load_keyframes", .key = "factor", .type = number, .unit = "-", .required = true, .doc = "Of the loads at this time."},
  {.table = "body.region.load_keyframes", .key = "smooth", .type = boolean, .default_value = "false", .doc = "Come here smoothly: from rest at the keyframe before to rest here, by 3 s^2 - 2 s^3 of the way after the part s of the time."},

  {.table = "obstacle", .key = "name", .type = text, .doc = "Its name in files, messages and pairs; obstacle_1, obstacle_2 ... when left out."},
  {.table = "obstacle", .key = "template", .type = text, .is_short = true, .doc = "Name of a `[template.NAME]` whose keys it has, but for its own."},
  {.table = "obstacle", .key = "shape", .type = text, .required = true, .selects = true, .choices = shape_names("obstacle"), .doc = "Its shape. A plane fills the half-space that its normal points away from."},
  {.table = "obstacle", .key = "point", .type = vector, .unit = "m", .kinds = shapes_placed_by("point", "obstacle"), .doc = "A point of the plane; needed unless there are keyframes."},
  {.table = "obstacle", .key = "centre", .type = vector, .unit = "m", .kinds = shapes_placed_by("centre", "obstacle"), .doc = "Centre of the shape; needed unless there are keyframes, but for shapes from files."},
  {.table = "obstacle", .key = "rotation", .type = table, .doc = "Turn about the point or centre."},
  {.table = "obstacle", .key = "angular_velocity", .type = vector, .unit = "rad/s", .default_value = "[0, 0, 0]", .doc = "Constant angular velocity about the point or centre; not together with rotations of keyframes."},
  {.table = "obstacle", .key = "friction", .type = number, .unit = "-", .range = friction_range, .doc = "Coefficient of friction with every body; that of [contact] when left out."},
  {.table = "obstacle", .key = "static_friction", .type = number, .unit = "-", .range = friction_range, .doc = "At rest, at least `friction`, which it is when left out; where that is left out, too, that of [contact]."},
  {.table = "obstacle", .key = "keyframes", .type = tables, .doc = "Where its point or centre is at some times, how it is turned, or both; in between, it moves at constant velocity and turns at a constant rate, or smoothly."},
  {.table = "obstacle.rotation", .key = "axis", .type = vector, .unit = "-", .default_value = "[0, 0, 1]", .doc = "Axis of rotation; any length but zero."},
  {.table = "obstacle.rotation", .key = "angle", .type = number, .unit = "rad", .default_value = "0", .doc = "Angle, right-handed about the axis."},
  {.table = "joint", .key = "name", .type = text, .doc = "Its name in joints.csv and messages; joint_1, joint_2 ... when left out."},
  {.table = "joint", .key = "type", .type = text, .default_value = "\"hinge\"", .selects = true, .choices = "ball hinge fixed", .doc = "What stays together: a point; a point and an axis; all. Joints hold exactly, whatever the forces. Bodies on a joint touch each other as others do: leave room between them."},
  {.table = "joint", .key = "bodies", .type = texts, .range = {.low = 1, .high = 2}, .required = true, .doc = "Names of one or two rigid bodies; one alone is held in space."},
  {.table = "joint", .key = "at", .type = vector, .unit = "m", .required = true, .doc = "Where it is at the start; it need not be within the bodies."},
  {.table = "joint", .key = "axis", .type = vector, .unit = "-", .default_value = "[0, 0, 1]", .kinds = "hinge", .doc = "Axis at the start, about which the first body turns against the second one or space, right-handed; any length but zero."},
  {.table = "joint", .key = "torque", .type = number, .unit = "N m", .default_value = "0", .kinds = "hinge", .doc = "On the first body about the axis, against the second."},
  {.table = "joint", .key = "speed", .type = number, .unit = "rad/s", .default_value = "0", .kinds = "hinge", .doc = "That a motor keeps up, as far as `max_torque` lets it."},
  {.table = "joint", .key = "max_torque", .type = number, .unit = "N m", .default_value = "0", .range = not_negative, .may_be_infinite = true, .kinds = "hinge", .doc = "The most that the motor has; 0: there is none."},
  {.table = "joint", .key = "load_keyframes", .type = tables, .kinds = "hinge", .doc = "Which part of `torque` and `speed` acts at some times: linear in between, or smooth, constant before and after."},
  {.table = "joint.load_keyframes", .key = "time", .type = number, .unit = "s", .required = true, .doc = "Later than that of the keyframe before."},
  {.table = "joint.load_keyframes", .key = "factor", .type = number, .unit = "-", .required = true, .doc = "The part at this time."},
  {.table = "joint.load_keyframes", .key = "smooth", .type = boolean, .default_value = "false", .doc = "Come here smoothly: from rest at the keyframe before to rest here, by 3 s^2 - 2 s^3 of the way after the part s of the time."},

  {.table = "array", .key = "template", .type = text, .required = true, .is_short = true, .doc = "Name of the `[template.NAME]` that is copied."},
  {.table = "array", .key = "layout", .type = text, .required = true, .is_short = true, .selects = true, .choices = "grid ring stack random", .doc = "Where the copies are."},
  {.table = "array", .key = "of", .type = text, .default_value = "\"body\"", .is_short = true, .choices = "body obstacle", .doc = "What the copies are."},
  {.table = "array", .key = "name", .type = text, .is_short = true, .doc = "The copies are named NAME_1, NAME_2 ...; after the template when left out."},
  {.table = "array", .key = "centre", .type = vector, .unit = "m", .required = true, .is_short = true, .kinds = "grid ring stack", .doc = "Middle of the grid or the ring; centre of the lowest of a stack."},
  {.table = "array", .key = "counts", .type = vector, .unit = "-", .range = {.low = 1, .high = 1000}, .required = true, .is_short = true, .kinds = "grid", .doc = "How many along x, y and z."},
  {.table = "array", .key = "spacing", .type = vector, .unit = "m", .required = true, .is_short = true, .kinds = "grid", .doc = "From centre to centre along x, y and z."},
  {.table = "array", .key = "count", .type = integer, .unit = "-", .range = {.low = 1, .high = 1000}, .required = true, .is_short = true, .kinds = "ring stack random", .doc = "How many."},
  {.table = "array", .key = "radius", .type = number, .unit = "m", .range = positive, .is_short = true, .kinds = "ring random", .doc = "Of the ring; of the balls around the copies of a random packing, which do not touch: the smallest around the shape when left out, around the box of one from a file or of parts."},
  {.table = "array", .key = "axis", .type = vector, .unit = "-", .default_value = "[0, 0, 1]", .is_short = true, .kinds = "ring", .doc = "Axis of the ring; any length but zero."},
  {.table = "array", .key = "step", .type = vector, .unit = "m", .is_short = true, .kinds = "stack", .doc = "From each copy to the next; when left out, up by its height, or by that of the box of a shape from a file or of parts, and `gap`."},
  {.table = "array", .key = "gap", .type = number, .unit = "m", .default_value = "0", .range = not_negative, .is_short = true, .kinds = "stack random", .doc = "Between copies of a stack, or between balls of a random packing at least."},
  {.table = "array", .key = "origin", .type = vector, .unit = "m", .required = true, .is_short = true, .kinds = "random", .doc = "Lowest corner of the box that the packing is in."},
  {.table = "array", .key = "size", .type = vector, .unit = "m", .range = positive, .required = true, .is_short = true, .kinds = "random", .doc = "Edge lengths of that box."},
  {.table = "array", .key = "seed", .type = integer, .unit = "-", .default_value = "1", .range = {.low = 0, .high = 1e9}, .is_short = true, .kinds = "random", .doc = "Another seed, another packing."},
  {.table = "array", .key = "turned", .type = boolean, .default_value = "false", .is_short = true, .kinds = "ring random", .doc = "Copies of a ring turn with their place, those of a random packing at random; otherwise all have the template's rotation."},

  {.table = "part", .key = "shape", .type = text, .required = true, .selects = true, .choices = shape_names("part"), .doc = "Its shape."},
  {.table = "part", .key = "centre", .type = vector, .unit = "m", .default_value = "[0, 0, 0]", .doc = "Its centre, from that of the whole."},
  {.table = "part", .key = "rotation", .type = table, .doc = "Turn about its centre, before that of the whole."},
  {.table = "part.rotation", .key = "axis", .type = vector, .unit = "-", .default_value = "[0, 0, 1]", .doc = "Axis of rotation; any length but zero."},
  {.table = "part.rotation", .key = "angle", .type = number, .unit = "rad", .default_value = "0", .doc = "Angle, right-handed about the axis."},
  {.table = "obstacle.keyframes", .key = "time", .type = number, .unit = "s", .required = true, .doc = "Later than that of the keyframe before."},
  {.table = "obstacle.keyframes", .key = "position", .type = vector, .unit = "m", .doc = "Point or centre at this time; in all keyframes or in none."},
  {.table = "obstacle.keyframes", .key = "rotation", .type = table, .doc = "Its turn at this time, instead of `rotation`; in all keyframes or in none. About one axis the angle goes from one keyframe to the next, also round and round; otherwise the shortest way is taken."},
  {.table = "obstacle.keyframes", .key = "smooth", .type = boolean, .default_value = "false", .doc = "Come here smoothly: from rest at the keyframe before to rest here, by 3 s^2 - 2 s^3 of the way after the part s of the time."},
  {.table = "obstacle.keyframes.rotation", .key = "axis", .type = vector, .unit = "-", .default_value = "[0, 0, 1]", .doc = "Axis of rotation; any length but zero."},
  {.table = "obstacle.keyframes.rotation", .key = "angle", .type = number, .unit = "rad", .default_value = "0", .doc = "Angle, right-handed about the axis."},
};
// clang-format on

/// Adds what the kinds of a table bring after the last of its keys for which is_before(key) holds.
template <class IsBefore>
void insert_after(std::vector<SchemaKey>& keys, const std::vector<SchemaKey>& more,
                  IsBefore is_before) {
  const auto after = std::find_if(keys.rbegin(), keys.rend(), is_before).base();
  keys.insert(after, more.begin(), more.end());
}

/// The keys above; those of the shapes after the place, those of the laws after the others of their
/// table.
std::vector<SchemaKey> all_keys() {
  std::vector<SchemaKey> keys(std::begin(written), std::end(written));
  for (const std::string_view table : {"body", "body.region", "obstacle", "part"})
    insert_after(keys, shape_keys(table),
                 [&](const SchemaKey& key) { return key.table == table && key.key == "centre"; });
  insert_after(keys, law_keys(), [](const SchemaKey& key) { return key.table == law_table_path; });
  return keys;
}

}  // namespace

std::span<const SchemaKey> scene_schema() {
  static const std::vector<SchemaKey> keys = all_keys();
  return keys;
}

std::vector<SchemaKey> keys_of(std::string_view table_path) {
  std::vector<SchemaKey> keys;
  for (const SchemaKey& key : scene_schema())
    if (key.table == table_path) keys.push_back(key);
  return keys;
}

const SchemaKey* selecting_key(const std::vector<SchemaKey>& keys) {
  for (const SchemaKey& key : keys)
    if (key.selects) return &key;
  return nullptr;
}

bool belongs(const SchemaKey& key, std::string_view kind) {
  const std::vector<std::string> kinds = words(key.kinds);
  return kinds.empty() || std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

bool is_inline_list(const SchemaKey& key) {
  return key.type == KeyType::tables && (key.key.ends_with("keyframes") || key.key == "parts");
}

std::string path_of(const SchemaKey& key) {
  if (key.key == "parts") return "part";  // of bodies, obstacles and parts
  if (key.key == "material" && !key.table.empty()) return "body.material";  // and of regions
  return key.table.empty() ? std::string(key.key) : fmt::format("{}.{}", key.table, key.key);
}

std::vector<std::string> words(std::string_view list) {
  std::istringstream stream{std::string(list)};
  return {std::istream_iterator<std::string>(stream), std::istream_iterator<std::string>()};
}

std::string range_text(const Range& range) {
  if (!range.limits()) return "";
  const std::string low = fmt::format("{} {}", range.low_open ? ">" : ">=", range.low);
  const std::string high = fmt::format("{} {}", range.high_open ? "<" : "<=", range.high);
  if (!range.bounded_above()) return low;
  if (range.low == -INFINITY) return high;
  if (!range.low_open && !range.high_open)
    return fmt::format("between {} and {}", range.low, range.high);
  return low + " and " + high;
}

std::string allowed_text(const SchemaKey& key) {
  return range_text(key.range) + (key.may_be_infinite ? ", or inf" : "");
}

}  // namespace eulersolid
