#include "src/run/scene_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "grid/constants.h"
#include "io/scene/frame_size.h"
#include "io/scene/scene.h"
#include "io/surface/sample_frame.h"
#include "io/vdb/vdb.h"
#include "kernels/core/error.h"
#include "src/run/constants.h"
#include "src/run/machine.h"
#include "src/run/run_loop.h"
#include "src/run/terminal.h"
#include "src/simulation/simulation.h"

namespace eulersolid {

namespace {

double window_nodes(const BodySpec& body, double h) {
  const Bounds box = bounds(placed(body));
  double nodes = 1;
  for (int axis = 0; axis < 3; ++axis)
    nodes *= std::ceil((box.high[axis] - box.low[axis]) / h) + 1 + 2 * window_margin;
  return nodes;
}

double nodes_of(const Scene& scene, double h) {
  double nodes = 0;
  for (const BodySpec& body : scene.bodies) nodes += window_nodes(body, h);
  return nodes;
}

double memory_of(const Scene& scene, double h) {
  const double voxel = voxel_size(scene) * h / scene.grid.cell_size;  // changes with the cells
  return bytes_at_rest + bytes_per_node * nodes_of(scene, h) + frame_memory(scene, voxel);
}

double bytes_of_checkpoint(const SimulationState& state) {
  double bytes = 0;
  for (const HostState& body : state.bodies)
    visit_arrays(body, body, [&](const char*, const auto& array, const auto&) {
      bytes += double(array.size() * sizeof array[0]);
    });
  return bytes;
}

/// The mean of some [s], after one in which threads start and pages come.
double seconds_of_first_steps(Simulation& simulation, const Scene& scene, double dt) {
  try {
    simulation.advance(dt);
    const auto start = std::chrono::steady_clock::now();
    for (int step = 0; step < tried_steps; ++step) simulation.advance(dt);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() /
           tried_steps;
  } catch (const SimulationError& error) {
    throw InputError(scene.source + ": the run fails in its first steps: " + error.what());
  }
}

/// As it is after a few steps: at rest, velocities of one value each are packed to next to nothing.
double bytes_of_frame(Simulation& simulation, const Scene& scene) {
  VdbOptions options;
  options.half = scene.output.half;
  const double bytes =
      double(vdb_bytes(sample_frame(simulation.sample(0), voxel_size(scene)), options).size());
  return scene.output.per_body ? 2 * bytes : bytes;
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
          "bodies, or pass --force-memory",
          scene.source, memory_text(needed), memory_text(available)));
  }
  throw InputError(fmt::format(
      "{}: with a cell_size of {} m the bodies need about {} of memory, but {} are free; {:.3g} m "
      "fit, or pass --force-memory",
      scene.source, scene.grid.cell_size, memory_text(needed), memory_text(available), h));
}

RunCost try_run(const Scene& scene) {
  const auto simulation = make_simulation(Backend::cpu, scene);
  RunCost cost;
  cost.dt = first_step(*simulation, scene);
  const int frames = last_frame(scene) - scene.output.start_frame;
  const double steps_per_frame = std::ceil(1 / (scene.output.fps * cost.dt) - 1e-6);
  cost.steps = std::llround(steps_per_frame) * frames;
  if (frames > 0) cost.seconds_per_step = seconds_of_first_steps(*simulation, scene, cost.dt);
  const bool is_long = cost.seconds_per_step * double(cost.steps) > default_checkpoint_seconds;
  const double rows = double(cost.steps) + double(frames + 1) * double(scene.bodies.size());
  cost.disk = (frames + 1) * bytes_of_frame(*simulation, scene) + rows * bytes_per_row +
              (is_long ? 2 : 1) * bytes_of_checkpoint(simulation->state());  // two are kept
  return cost;
}

}  // namespace eulersolid
