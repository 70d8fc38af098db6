#include "src/run/scene_cost.h"

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <thread>
#include <vector>

#include "grid/constants.h"
#include "io/run/folder_options.h"
#include "io/run/frame_files.h"
#include "io/scene/scene.h"
#include "io/scene/sizes/frame_size.h"
#include "kernels/core/error.h"
#include "src/run/constants.h"
#include "src/run/machine.h"
#include "src/run/run_loop.h"
#include "src/run/terminal.h"
#include "src/simulation/simulation.h"

namespace eulersolid {

namespace {

double node_box_nodes(const BodySpec& body, double h) {
  const Bounds box = bounds_at_start(body);
  double nodes = 1;
  for (int axis = 0; axis < 3; ++axis)
    nodes *= std::ceil((box.high[axis] - box.low[axis]) / h) + 1 + 2 * node_box_margin;
  return nodes;
}

double nodes_of(const Scene& scene, double h) {
  double nodes = 0;
  for (const BodySpec& body : scene.bodies) nodes += node_box_nodes(body, h);
  return nodes;
}

/// The program with its libraries and the shapes of the scene, before there are bodies.
double bytes_at_rest() {
  static const double bytes = resident_memory() + bytes_of_threads;
  return bytes;
}

/// Of the bodies whose steps may be under way together, the largest of all.
double nodes_at_work(const Scene& scene, double h) {
  std::vector<double> nodes;
  for (const BodySpec& body : scene.bodies) nodes.push_back(node_box_nodes(body, h));
  std::sort(nodes.begin(), nodes.end(), std::greater<>());
  nodes.resize(
      std::min<std::size_t>(nodes.size(), std::max(1U, std::thread::hardware_concurrency())));
  return std::accumulate(nodes.begin(), nodes.end(), 0.0);
}

double memory_of(const Scene& scene, double h) {
  const double voxel = voxel_size(scene) * h / scene.grid.cell_size;  // changes with the cells
  return bytes_at_rest() + bytes_per_node * nodes_of(scene, h) +
         bytes_at_work * nodes_at_work(scene, h) + frame_memory(scene, voxel);
}

double bytes_of_checkpoint(const SimulationState& state) {
  double bytes = 0;
  for (const HostState& body : state.bodies)
    visit_arrays(body, body, [&](const char*, const auto& array, const auto&) {
      bytes += double(array.size() * sizeof array[0]);
    });
  return bytes;
}

/// Of all its files, one thread at work: as it is after a few steps, since at rest velocities of
/// one value each are packed to next to nothing.
double bytes_of_frame(Simulation& simulation, const Scene& scene) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 1);
  double bytes = 0;
  FrameFiles files({}, folder_options(scene),
                   [&](const std::filesystem::path&, const std::string& content) {
                     bytes += double(content.size());
                   });
  files.write(simulation.sample(scene.output.start_frame + 1));  // the first has some files more
  return bytes;
}

/// Processor time of this thread [s], which takes part in all loops: unlike the clock's it is not
/// longer where others use the same processors.
double thread_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

/// Part of a step's time that went into contact: the clock knows the parts, if not the whole.
double contact_part(const StepRecord& step) {
  const ContactReport& contact = step.contact;
  const double seconds = contact.seconds_detect + contact.seconds_assemble + contact.solver.seconds;
  return seconds / std::max(seconds + step.seconds_grid, 1e-9);
}

/// What contact takes in a run, and how its bodies' work and its frames change on the way.
struct Rehearsal {
  double seconds_per_step = 0;  ///< of one thread, mean over the time of the run [s]
  double memory = 0;            ///< largest, of what contact makes for itself [bytes]
  double growth = 1;            ///< work on the bodies in the mean step, over that in the first
  double step_growth = 1;       ///< mean length of a step, over that of the first
  double time = 0;              ///< that it has come to [s]
  bool meets = false;           ///< has it found contacts?
  double frame_growth = 1;      ///< bytes of a frame where it ends, over those of the first
};

/// Sums over the steps of a coarse run, weighted by their lengths.
struct Sums {
  double time = 0, contact = 0, bodies = 0;  // [s], [s^2]
  double first_bodies = 0;                   // seconds of the bodies in the first steps
  double first_step = 0;                     // as long as is stable [s]
  int steps = 0;
  bool meets = false;

  void add(const StepRecord& step, double seconds) {
    const double of_contact = seconds * contact_part(step);
    time += step.dt;
    meets = meets || step.contact.count > 0;
    contact += step.dt * of_contact;
    bodies += step.dt * (seconds - of_contact);
    if (steps++ < first_steps) first_bodies += (seconds - of_contact) / first_steps;
  }
  Rehearsal cost() const {
    Rehearsal cost;
    if (steps <= first_steps || !(time > 0)) return cost;
    cost.seconds_per_step = contact / time;
    cost.growth = bodies / time / std::max(first_bodies, 1e-9);
    cost.step_growth = time / steps / first_step;
    cost.time = time, cost.meets = meets;
    return cost;
  }

  static constexpr int first_steps = 3;
};

Scene on_coarse_cells(Scene scene, double factor) {
  scene.output.voxel_size = factor * voxel_size(scene);
  scene.grid.cell_size *= factor;
  if (scene.time.dt && !scene.time.allow_unstable) scene.time.dt.reset();  // as long as is stable
  return scene;
}

Rehearsal rehearse(const Scene& scene, double budget) {
  Sums sums;
  double memory = 0, first_frame = 0, frame_growth = 1;
  try {
    const double start = thread_seconds();
    const auto simulation = make_simulation(Backend::cpu, scene);
    const auto at_rest = double(simulation->peak_memory());
    sums.first_step = first_step(*simulation, scene);
    double before = thread_seconds();
    RunEvents events;
    events.start = [](int) {};
    events.note = [](const std::string&) {};
    events.step = [&](const StepRecord& step, std::optional<int>) {
      sums.add(step, thread_seconds() - before);
      if (sums.steps == Sums::first_steps) first_frame = bytes_of_frame(*simulation, scene);
      before = thread_seconds();
      memory = double(simulation->peak_memory()) - at_rest;
    };
    events.interrupted = [&] { return thread_seconds() - start > budget; };
    run_frames(*simulation, scene, events);
    if (first_frame > 0) frame_growth = bytes_of_frame(*simulation, scene) / first_frame;
  } catch (const InputError&) {
    return {};
  } catch (const SimulationError&) {
    // What it came to until then is an estimate, too.
  }
  Rehearsal cost = sums.cost();
  cost.memory = memory, cost.frame_growth = frame_growth;
  return cost;
}

/// The power of 1/h by which a quantity grows from coarse cells to others of half the size.
double power(double coarse, double fine) {
  if (!(coarse > 0 && fine > 0)) return usual_contact_power;
  return std::clamp(std::log2(fine / coarse), min_contact_power, max_contact_power);
}

/// Estimates that by running the scene on cells of twice and four times the size, without files, as
/// far as it comes in about two seconds: contacts are met there as they will be, and what they take
/// grows by a power of the number of cells that the two tell apart. What coarse cells cannot do,
/// because a body is too thin for them or a run fails, is left out.
Rehearsal rehearse_on_coarse_cells(const Scene& scene) {
  const Rehearsal coarse = rehearse(on_coarse_cells(scene, 4), 0.25 * rehearsal_seconds);
  Rehearsal cost = rehearse(on_coarse_cells(scene, 2), 0.75 * rehearsal_seconds);
  cost.seconds_per_step *= std::exp2(power(coarse.seconds_per_step, cost.seconds_per_step));
  cost.memory *= std::exp2(power(coarse.memory, cost.memory));
  return cost;
}

/// The mean of some without their contact [s], after one in which threads start and pages come.
double seconds_of_first_steps(Simulation& simulation, const Scene& scene) {
  int steps = 0;
  double seconds = 0, before = thread_seconds();
  RunEvents events;
  events.start = [](int) {};
  events.note = [](const std::string&) {};
  events.step = [&](const StepRecord& record, std::optional<int>) {
    const double now = thread_seconds(), its = (now - before) * (1 - contact_part(record));
    seconds = steps++ <= 1 ? its : seconds + its;  // the first counts where there is no other
    before = now;
  };
  events.interrupted = [&] { return steps > tried_steps; };
  try {
    run_frames(simulation, scene, events);
  } catch (const SimulationError& error) {
    throw InputError(scene.source + ": the run fails in its first steps: " + error.what());
  }
  return seconds / std::max(1, steps - 1);
}

}  // namespace

SceneSize size_of(const Scene& scene) {
  SceneSize size;
  const double h = scene.grid.cell_size;
  for (int axis = 0; axis < 3; ++axis)
    size.domain[axis] = std::llround(std::ceil(scene.grid.size[axis] / h - 1e-9));
  size.nodes = nodes_of(scene, h);
  size.memory = memory_of(scene, h);
  return size;
}

void require_memory(const Scene& scene) {
  const double available = available_memory(), needed = size_of(scene).memory;
  if (needed <= available) return;
  double h = scene.grid.cell_size;
  while (memory_of(scene, h) > available) {
    h *= 1.02;
    if (h > 1e3 * scene.grid.cell_size)
      throw InputError(fmt::format(
          "{}: its bodies need about {} of memory, and {} are free, with any cell_size; take fewer "
          "bodies, or run it with --force-memory",
          scene.source, memory_text(needed), memory_text(available)));
  }
  throw InputError(fmt::format(
      "{}: with a cell_size of {} m the bodies need about {} of memory, but {} are free; {:.3g} m "
      "fit, or run it with --force-memory",
      scene.source, scene.grid.cell_size, memory_text(needed), memory_text(available), h));
}

RunCost try_run(const Scene& scene) {
  const Rehearsal contact = rehearse_on_coarse_cells(scene);
  const auto simulation = make_simulation(Backend::cpu, scene);
  RunCost cost;
  cost.dt = first_step(*simulation, scene);
  const int frames = last_frame(scene) - scene.output.start_frame;
  if (!scene.time.dt) {
    cost.dt *= contact.step_growth;
    cost.limited_by = simulation->step_limit().why;
  }
  const double steps_per_frame = std::max(1.0, 1 / (scene.output.fps * cost.dt));
  cost.steps = std::llround(steps_per_frame * frames);
  cost.rehearsed = contact.time, cost.meets = contact.meets;
  if (frames > 0) {
    const double bodies = contact.growth * seconds_of_first_steps(*simulation, scene);
    cost.seconds_per_step = bodies + contact.seconds_per_step;
    cost.contact_part = contact.seconds_per_step / cost.seconds_per_step;
  }
  cost.contact_memory = contact.memory;
  const double start = thread_seconds();
  const double frame_bytes = contact.frame_growth * bytes_of_frame(*simulation, scene);
  cost.seconds_per_frame = contact.frame_growth * (thread_seconds() - start);
  const bool is_long = cost.seconds(frames + 1) > default_checkpoint_seconds;
  const double rows = double(cost.steps) + double(frames + 1) * double(scene.bodies.size());
  cost.disk = (frames + 1) * frame_bytes + rows * bytes_per_row +
              (is_long ? 2 : 1) * bytes_of_checkpoint(simulation->state());  // two are kept
  return cost;
}

}  // namespace eulersolid
