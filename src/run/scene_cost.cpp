#include "src/run/scene_cost.h"

#include <algorithm>
#include <cmath>

#include "grid/constants.h"
#include "io/scene/check_time.h"
#include "io/scene/scene.h"
#include "src/run/constants.h"
#include "src/run/run_loop.h"

namespace eulersolid {

namespace {

std::int64_t window_nodes(const BodySpec& body, double h) {
  const Bounds box = bounds(placed(body));
  double nodes = 1;
  for (int axis = 0; axis < 3; ++axis)
    nodes *= std::ceil((box.high[axis] - box.low[axis]) / h) + 1 + 2 * window_margin;
  return static_cast<std::int64_t>(nodes);
}

/// The step at the start, as the run will choose it but for spins: waves and motion cross less than
/// a cell.
double first_step(const Scene& scene) {
  const double h = scene.grid.cell_size, frame = 1 / scene.output.fps;
  const double whole = scene.time.dt.value_or(frame);
  if (scene.time.dt && scene.time.allow_unstable) return whole;
  double stable = whole;
  for (const BodySpec& body : scene.bodies) {
    stable = std::fmin(stable, stable_step_at_rest(body.material, scene.time.courant() * h));
    stable = std::fmin(stable, most_crossed * h / norm(body.velocity));
  }
  return whole / std::ceil(whole / stable * (1 - 1e-9));
}

}  // namespace

SceneCost estimated_cost(const Scene& scene, int threads) {
  SceneCost cost;
  const double h = scene.grid.cell_size;
  for (int axis = 0; axis < 3; ++axis)
    cost.domain[axis] = std::llround(std::ceil(scene.grid.size[axis] / h - 1e-9));
  for (const BodySpec& body : scene.bodies) cost.nodes += window_nodes(body, h);
  cost.memory = bytes_per_node * static_cast<double>(cost.nodes);
  cost.dt = first_step(scene);
  const double steps_per_frame = std::ceil(1 / (scene.output.fps * cost.dt) - 1e-6);
  cost.steps = std::llround(steps_per_frame) * (last_frame(scene) - scene.output.start_frame);
  cost.seconds_per_step = seconds_per_node * static_cast<double>(cost.nodes) / std::max(1, threads);
  return cost;
}

}  // namespace eulersolid
