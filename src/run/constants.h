#pragma once

namespace eulersolid {

/// Numbers of a run that are chosen and not derived, with what they rest on.

/// A frame is reached within this part of its length [-]: more than the rounding of a sum of 1e7
/// steps (2^-52 each), less than any step. With less, a run takes one more step of next to nothing.
constexpr double frame_slack = 1e-6;

/// A fixed step is reached, and whole, within this part of it [-], for the same reason: more than
/// rounding, and less than a sub-step.
constexpr double step_slack = 1e-6;

/// Wall time between two checkpoints [s]: what a run that is killed may lose. Writing one takes as
/// long as a step or two, so that a thousandth of the time goes there.
constexpr double default_checkpoint_seconds = 60;

/// Wall time between two run.json [s] that say how far a run is: who watches it waits no longer.
constexpr double report_interval = 2;

/// Deepest overlap that contact finds in a healthy step [cells]: it leaves none, and what motion
/// and extrapolation make of that is below 0.03 in all scenes of this repository.
constexpr double max_overlap = 0.25;

/// Part of the greatest energy that the accounts of a run may leave unexplained [-]: as much as
/// [alarms] allows of what they explain by errors before it warns. Collisions leave 0.001.
constexpr double max_unexplained = 0.01;

/// Size of the cells that a run goes on with where it would fail, over that of those before [-]:
/// it takes four times as long.
constexpr double refinement = 0.7;
/// How often it does with --refine: it takes sixteen times as long by then.
constexpr int usual_refinements = 2;

// What is estimated before a run.

/// Memory of a node of a node box [bytes]: 195 (small bodies) to 370 (large ones) of arrays, and
/// what checkpoints are put together in. Frames come on top (io/scene/sizes/frame_size.h).
constexpr double bytes_per_node = 450;
/// And of the workspace of a body in a step [bytes]: 163, and 256 for a cell.
constexpr double bytes_at_work = 250;
/// What the program takes beyond what it has in memory when a scene is read [bytes]: its threads,
/// and what libraries make at their first use.
constexpr double bytes_of_threads = 3e6;
/// Length of a row of a table [bytes]: 750 to 1120 in steps.csv, less in the others.
constexpr double bytes_per_row = 1000;
/// Steps that are taken to learn how long one takes, after a first.
constexpr int tried_steps = 2;
/// Processor time of the runs on coarse cells that tell what contact will take [s].
constexpr double rehearsal_seconds = 2;
/// Times as many steps, and times as long, that a run may take where it meets contact that no run
/// on coarse cells has come to [-]: a drum of 20 capsules takes 1.9 times the steps of its first
/// 0.03 s, half as long again each.
constexpr double unseen_steps = 2, unseen_time = 4;
/// The same of a run whose contact they have come to the end of, on cells twice as large [-]: a
/// torus that a capsule hits takes 1.37 times the steps that were told by these, 1.5 times as long.
constexpr double finer_steps = 1.4, finer_time = 1.6;
/// Where a range is that wide, it is told [-]: less is what such estimates are off by anyway.
constexpr double estimate_error = 1.2;
/// What contact takes grows with 1/h to this power: contacts are as many as cells of a surface, and
/// factors of their matrices take the third power in memory and the fourth in time; on few cells a
/// body's margins are most of what is looked through. More or less comes of runs that differ.
constexpr double usual_contact_power = 3, min_contact_power = 1, max_contact_power = 4;

/// How often waves cross the largest body of a static scene while its loads go from one frame to
/// the next: slower than bars stretch, faster than slender ones bend, whose damping is critical
/// anyway.
constexpr double ramp_crossings = 4;

}  // namespace eulersolid
