#include <algorithm>
#include <cmath>
#include <utility>

#include "grid/constants.h"
#include "kernels/core/error.h"
#include "src/simulation/contact_fields.h"
#include "src/simulation/frame_records.h"
#include "src/simulation/grid_simulation.h"
#include "src/simulation/sampling.h"
#include "src/simulation/scene_setup.h"

/// What a simulation says of a moment.

ES_BEGIN

FrameMaps GridSimulation::sample(int frame) {
  FrameMaps result;
  result.frame = frame;
  result.time = time_;
  result.origin = grid_.origin;
  result.h = grid_.h;
  SampleExtras extras;
  extras.stress_vm = !scene_.output.surface.empty();
  extras.contact_pressure = scene_.output.preview && scene_.preview.colour == contact_pressure_name;
  for (const std::string& name : scene_.output.extra) {
    extras.stress_vm = extras.stress_vm || name == "stress_vm";
    extras.J = extras.J || name == "J";
    extras.pressure = extras.pressure || name == "pressure";
    extras.plastic_strain = extras.plastic_strain || name == "plastic_strain";
    extras.contact_pressure = extras.contact_pressure || name == contact_pressure_name;
    extras.friction_traction = extras.friction_traction || name == friction_traction_name;
    extras.slip_speed = extras.slip_speed || name == slip_speed_name;
  }
  result.bodies.resize(bodies_.size());
  for_bodies([&](std::size_t b) {
    result.bodies[b] = eulersolid::sample(bodies_[b], grid_, extras);
    result.bodies[b].shape = placed(scene_.bodies[b]);
  });
  if (extras.of_contact())
    add_contact_fields(contact_.memory(), int(scene_.obstacles.size()), grid_.period, result);
  if (grid_.is_periodic()) show_in_domain(result);
  for (const ObstacleSpec& obstacle : scene_.obstacles)
    result.obstacles.push_back({obstacle.name, obstacle_at(obstacle, time_, 0)});
  return result;
}

/// Each body once, where its middle is in the domain.
void GridSimulation::show_in_domain(FrameMaps& maps) const {
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const Vec3 middle = bodies_[b].totals().momentum.centroid() - scene_.grid.origin;
    Int3 cells;
    for (int axis = 0; axis < 3; ++axis)
      if (grid_.period[axis] > 0)
        cells[axis] = grid_.period[axis] * int(std::floor(middle[axis] / scene_.grid.size[axis]));
    if (cells == Int3{}) continue;
    const Vec3 away = grid_.offset(cells);
    BodyMap& body = maps.bodies[b];
    body.first = body.first - cells;
    for (Vec3& u : body.u) u -= away;
    for (Vec3& x : body.points) x -= away;
  }
}

void GridSimulation::require_short() const {
  for (const Body& body : bodies_) {
    const Cells nodes = body.state().node_box.nodes;
    const Int3 most{nodes.nx, nodes.ny, nodes.nz};
    for (int axis = 0; axis < 3; ++axis) {
      const int period = grid_.period[axis];
      if (period == 0 || most[axis] - 2 * node_box_margin < period)
        continue;  // as is nearly always
      double low = INFINITY, high = -INFINITY;
      for (const Vec3 x : body.state().points.to_host())
        low = std::min(low, x[axis]), high = std::max(high, x[axis]);
      if (high - low > (period - 1) * grid_.h)
        throw SimulationError("body \"" + body.name() + "\" is as long along " +
                              std::string(1, "xyz"[axis]) +
                              " as the periodic domain, and would meet itself");
    }
  }
}

std::vector<BodyRecord> GridSimulation::bodies() {
  return body_records(bodies_, value_at(scene_.gravity, time_));
}

std::vector<RegionRecord> GridSimulation::regions() {
  const double since = std::exchange(regions_since_, kicked_time());
  const double elapsed = scene_.time.is_static() ? relaxed_dt_ : kicked_time() - since;
  return region_records(bodies_, elapsed, by_region_);
}

std::vector<ContactRecord> GridSimulation::contacts() {
  std::vector<ContactRecord> records;
  const double elapsed = scene_.time.is_static() ? relaxed_dt_ : kicked_time() - collected_since_;
  for (const auto& [names, sum] : received_) {
    const std::string& name = names.first;
    const auto body = std::find_if(bodies_.begin(), bodies_.end(),
                                   [&](const Body& b) { return b.name() == name; });
    const Vec3 centroid = body->totals().momentum.centroid();
    records.push_back({name, names.second, (1 / elapsed) * sum.impulse,
                       (1 / elapsed) * (sum.torque - cross(centroid, sum.impulse)),
                       (1 / elapsed) * sum.friction});
  }
  received_.clear();
  collected_since_ = kicked_time();
  return records;
}

std::optional<FclibProblem> GridSimulation::contact_problem() const {
  const std::optional<SolvedContacts>& kept = contact_.kept_problem();
  if (!kept) return {};
  FclibProblem problem;
  problem.global = kept->problem;
  problem.title = "step " + std::to_string(steps_) + " of " + scene_.output.name;
  problem.description =
      "M v = f + H r, u = H^T v + w: rows by world axes of all nodes, then of one unknown for each "
      "contact, its proximal term, columns by normal, tangent 1, tangent 2; the guess is what the "
      "solver started from, the "
      "solution what " +
      scene_.contact.solver + " left, to its tolerance";
  problem.math_info = "M diagonal; W = H^T M^-1 H is symmetric, positive definite";
  problem.guesses.push_back({kept->start, {}, {}});
  problem.solution = FclibState{kept->r, kept->u, kept->v};
  return problem;
}

void GridSimulation::name_deepest(StepRecord& record) const {
  if (!(record.contact.max_overlap > 0)) return;
  const DeepestContact& deepest = record.contact.deepest;
  const std::size_t partner = std::size_t(deepest.partner);
  record.deepest.body = bodies_[std::size_t(deepest.body)].name();
  record.deepest.partner =
      deepest.with_obstacle ? scene_.obstacles[partner].name : bodies_[partner].name();
}

/// Of all bodies since the start.
StepSeconds GridSimulation::operator_seconds() const {
  StepSeconds sum;
  for (const Body& body : bodies_)
    visit_step_seconds(
        [&](const char*, double StepSeconds::*part) { sum.*part += body.seconds().*part; });
  return sum;
}

/// Bodies that move at the same time share it.
void GridSimulation::note_seconds(const StepSeconds& before, StepRecord& record) const {
  StepSeconds& now = record.operators;
  now = operator_seconds();
  visit_step_seconds([&](const char*, double StepSeconds::*part) { now.*part -= before.*part; });
  const double share = std::min(1.0, record.seconds_grid / std::max(now.sum(), 1e-12));
  visit_step_seconds([&](const char*, double StepSeconds::*part) { now.*part *= share; });
}

ES_END
