#include "src/simulation/grid_simulation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <type_traits>
#include <utility>

#include "contact/detect/scene_tables.h"
#include "contact/solvers/qp/qp_bridge.h"
#include "grid/constants.h"
#include "grid/state.h"
#include "kernels/core/clock.h"
#include "kernels/core/error.h"
#include "kernels/core/pieces.h"
#include "src/simulation/contact_fields.h"
#include "src/simulation/frame_records.h"
#include "src/simulation/region_actions.h"
#include "src/simulation/sampling.h"
#include "src/simulation/scene_setup.h"

ES_BEGIN

namespace {

ContactParameters contact_parameters(const Scene& scene, const QpEngineMaker& engine) {
  ContactParameters parameters;
  parameters.solver = scene.contact.solver;
  parameters.settings = {.cone = friction_cone_of(scene.contact.friction_cone),
                         .tolerance = scene.contact.tolerance,
                         .max_iterations = scene.contact.max_staggered,
                         .max_schur_columns = scene.contact.max_schur_columns,
                         .engine = engine};
  parameters.numerics = scene.numerics.contact;
  return parameters;
}

/// What a rigid motion does with an impulse, whose torque is about the origin of space [J].
double work_of(const ObstacleState& obstacle, const PairImpulse& pair) {
  const Vec3 torque = pair.torque - cross(obstacle.pose.position + pair.offset, pair.impulse);
  return dot(pair.impulse, obstacle.velocity) + dot(torque, obstacle.angular_velocity);
}

bool all_finite(double value) { return std::isfinite(value); }
bool all_finite(Vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

/// Whatever a value that is not finite came from, what follows from it is worth nothing.
void require_finite(const StepRecord& record) {
  visit_record(step_fields, record, [](const RecordField<StepRecord>& field, const auto& value) {
    if constexpr (!std::is_same_v<decltype(value), const std::string&>)
      if (!all_finite(value))
        throw SimulationError("all bodies: " + std::string(field.name) + " is not finite");
  });
}

}  // namespace

GridSimulation::GridSimulation(const Scene& scene, const QpEngineMaker& engine)
    : scene_(scene),
      grid_(grid_of(scene)),
      friction_(friction_of(scene)),
      contact_(contact_parameters(scene, engine)) {
  if (scene.time.is_static()) grid_.numerics.return_energy = false;  // damping has its way
  bodies_.reserve(scene.bodies.size());
  try {
    for (const BodySpec& body : scene.bodies) bodies_.emplace_back(setup_of(scene, body), grid_);
  } catch (const InputError& error) {
    throw InputError(scene.source + ": " + error.what());
  }
  rigid_ = RigidParts(scene_, bodies_);
  ties_ = TiedParts(scene_, bodies_);
  if (const std::string fault = ties_.empty() ? "" : ties_.find(grid_, views()); !fault.empty())
    throw InputError(scene.source + ": " + fault);
  require_numbered();
}

std::vector<BodyView> GridSimulation::views() {
  std::vector<BodyView> views;
  for (std::size_t b = 0; b < bodies_.size(); ++b) views.push_back(bodies_[b].view(rigid_.view(b)));
  return views;
}

/// What contact cannot number is known before there is a step.
void GridSimulation::require_numbered() {
  std::vector<ObstacleState> obstacles;
  for (const ObstacleSpec& o : scene_.obstacles) obstacles.push_back(obstacle_at(o, 0, 0));
  try {
    find_pairs(grid_, views(), obstacles, friction_);
  } catch (const SimulationError& error) {
    throw InputError(scene_.source + ": " + error.what());
  }
}

StepLimit GridSimulation::step_limit() {
  const Vec3 gravity = value_at(scene_.gravity, time_);
  std::vector<StepBound> bounds(bodies_.size());
  for_bodies([&](std::size_t b) {
    const double last_dt = bodies_[b].state().last_dt;
    bounds[b] = bodies_[b].step_bound(scene_.time.courant(), gravity, [&](double dt) {
      if (scene_.time.is_static())
        return region_actions(scene_, scene_.bodies[b], {time_, 0, 0}, rigid_.carrier(dt));
      return region_actions(scene_, scene_.bodies[b], {time_, dt, last_dt}, rigid_.carrier(dt));
    });
  });
  std::size_t least = 0;
  for (std::size_t b = 1; b < bounds.size(); ++b)
    if (!(bounds[b].dt >= bounds[least].dt)) least = b;  // not-a-number is the least
  char why[80];
  std::snprintf(why, sizeof why, "\": %s at %.3g m/s", bounds[least].by_waves ? "waves" : "nodes",
                bounds[least].speed);
  return {bounds[least].dt, "body \"" + bodies_[least].name() + why};
}

StepRecord GridSimulation::take_step(const Step& step) {
  StepRecord record;
  record.step = ++steps_;
  record.dt = step.dt;
  try {
    step_bodies(step, record);
    summarise(record);
    require_finite(record);
  } catch (const SimulationError& error) {
    char when[64];
    std::snprintf(when, sizeof when, "step %d (t = %.6g s): ", steps_, time_);
    throw SimulationError(when + std::string(error.what()));
  }
  time_ += step.loads.dt;
  record.time = time_;
  watch_domain();
  return record;
}

StepRecord GridSimulation::relax(double dt, double load_dt) {
  const double factor = relaxation_.factor(dt);
  for_bodies([&](std::size_t b) {
    if (!rigid_.has(b)) bodies_[b].damp(factor);
  });
  rigid_.damp(factor);
  forget_impulses();
  relaxed_dt_ = 0.5 * (last_dt() + dt);
  const StepRecord record = take_step({dt, time_, load_dt, 0});
  double stiffness = 0;
  for (const Body& body : bodies_) stiffness += body.totals().stiffness;
  relaxation_.learn(stiffness, record.kinetic, dt);
  return record;
}

/// Forces of a static scene are those of its last step.
void GridSimulation::forget_impulses() {
  received_.clear();
  for (auto& [names, sum] : by_region_)
    sum.load = sum.load_torque = sum.reaction = sum.reaction_torque = {};
  rigid_.joint_records();
}

void GridSimulation::step_bodies(const Step& step, StepRecord& record) {
  const StepSeconds before = operator_seconds();
  const StepTimes& loads = step.loads;
  const Vec3 gravity = mean_value(scene_.gravity, loads.kick_start(), loads.kick_dt());
  {
    const Stopwatch watch(record.seconds_grid);
    rigid_.kick(gravity, 0.5 * (last_dt() + step.dt), loads);
    for_bodies([&](std::size_t b) {
      if (!rigid_.has(b)) bodies_[b].kick(step.dt, gravity, actions_in(step, b));
    });
    activation_before_.clear();
  }
  if (!ties_.empty()) {
    if (const std::string fault = ties_.find(grid_, views()); !fault.empty())
      throw SimulationError(fault);
    ties_.act(bodies_);
  }
  record.contact = resolve_contact(step);
  if (!ties_.empty()) ties_.act(bodies_);
  name_deepest(record);
  record.sp_unconverged = record.contact.solver.converged ? 0 : 1;
  if (scene_.time.is_static()) record.imbalance = imbalance(step, gravity);
  {
    const Stopwatch watch(record.seconds_grid);
    for_bodies([&](std::size_t b) {
      if (!rigid_.has(b)) bodies_[b].move(step.dt, gravity);
    });
    rigid_.move(bodies_, step.dt);
    for_bodies([&](std::size_t b) {
      if (rigid_.has(b)) bodies_[b].follow(rigid_.placement(b), step.dt);
    });
    add_received(bodies_, by_region_);
  }
  if (grid_.is_periodic()) require_short();
  note_seconds(before, record);
}

double GridSimulation::imbalance(const Step& step, Vec3 gravity) {
  Imbalance sum = rigid_.imbalance();
  for (std::size_t b = 0; b < bodies_.size(); ++b)
    if (!rigid_.has(b)) sum = sum + bodies_[b].imbalance(step.dt, gravity);
  double damped = 0;  // by forces that are not there in balance, either [N]
  for (const Body& body : bodies_)
    damped += 2 * relaxation_.rate * body.totals().momentum.abs_momentum;
  return relaxation_.imbalance(sum.left + damped, sum.all);
}

void GridSimulation::for_bodies(const std::function<void(std::size_t)>& step) const {
  std::vector<double> nodes;
  for (const Body& body : bodies_) nodes.push_back(double(body.derived().active.size()));
  for_pieces(nodes, step);
}

ContactReport GridSimulation::resolve_contact(const Step& step) {
  std::vector<ObstacleState> obstacles;
  for (const ObstacleSpec& o : scene_.obstacles)
    obstacles.push_back(obstacle_at(o, time_, step.loads.dt, step.loads.pace));
  const ContactReport report =
      contact_.resolve(grid_, views(), obstacles, friction_, step.dt,
                       rigid_.motions(std::sqrt(2 * earth_gravity * grid_.h)));
  if (report.solver.failed) {
    throw SimulationError("all bodies: the contact solver failed: " + report.solver.reason +
                          "; take shorter steps (time.cfl), or raise contact.max_staggered");
  }
  receive(obstacles);
  energies_.dissipated_friction -= report.work.friction;
  energies_.dissipated_impact -= report.work.normal;
  return report;
}

/// How fast each body meets its partners, before their impulses change that, or is about to.
void GridSimulation::note_hits(const std::vector<ObstacleState>& obstacles) {
  for (const PairImpulse& pair : contact_.impulses()) {
    Body& body = bodies_[std::size_t(pair.body)];
    if (!(norm(pair.impulse) > 0)) {
      body.expect_hit(pair.closing);
      continue;
    }
    const Ledger& own = std::as_const(body).ledger();
    Vec3 other;
    double reduced_mass = own.mass;
    if (pair.with_obstacle) {
      other = velocity_at(obstacles[std::size_t(pair.partner)], own.centre - pair.offset);
    } else {
      const Ledger& partner = std::as_const(bodies_)[std::size_t(pair.partner)].ledger();
      other = partner.velocity();
      reduced_mass *= partner.mass / (own.mass + partner.mass);
    }
    const Vec3 relative = other - own.velocity();
    const double closing = larger(0, dot(relative, normalized(pair.impulse)));
    body.meet(reduced_mass, closing, norm(relative));
    if (pair.turned < hit_begun * 0.5 * reduced_mass * closing * closing)
      body.expect_hit(pair.closing);
  }
}

void GridSimulation::receive(const std::vector<ObstacleState>& obstacles) {
  note_hits(obstacles);
  for (const PairImpulse& pair : contact_.impulses()) {
    const auto number = std::size_t(pair.body);
    Body& body = bodies_[number];
    if (rigid_.has(number))
      rigid_.receive(number, pair.impulse, pair.torque);
    else
      body.receive(pair.impulse, pair.torque);
    ReceivedImpulse& sum = received_[{body.name(), partner_name(pair)}];
    sum.impulse += pair.impulse;
    sum.friction += pair.friction;
    sum.torque += pair.torque;
    if (pair.with_obstacle)
      energies_.obstacle_work += work_of(obstacles[std::size_t(pair.partner)], pair);
  }
}

const std::string& GridSimulation::partner_name(const PairImpulse& pair) const {
  return pair.with_obstacle ? scene_.obstacles[std::size_t(pair.partner)].name
                            : scene_.bodies[std::size_t(pair.partner)].name;
}

void GridSimulation::summarise(StepRecord& record) {
  double abs_momentum = 0, restored = 0, compared = 0;
  const Vec3 gravity = value_at(scene_.gravity, time_ + record.dt);
  record.min_det = INFINITY;
  for (const Body& body : bodies_) {
    const BodyTotals& totals = body.totals();
    const Momentum& m = totals.momentum;
    const GeometryReport& g = totals.geometry;
    record.kinetic += m.kinetic;
    record.elastic += totals.elastic;
    record.gravity -= dot(gravity, m.first);
    record.gravity_work += body.ledger().energy.gravity;
    record.momentum += body.ledger().linear;
    record.angular_momentum += body.ledger().angular;
    record.mass += body.ledger().mass;
    record.measured_mass += totals.measured.mass;
    record.measured_momentum += totals.measured.linear;
    record.measured_angular_momentum += totals.measured.angular;
    add_flows(body, record.energy);
    take_larger(body.ledger(), record.drift);
    record.dissipated_contact -= body.ledger().energy.contact;
    record.min_det = std::min(record.min_det, g.min_det);
    record.repaired_nodes += g.repaired;
    record.clamped_points += g.inverted;
    abs_momentum += m.abs_momentum;
    restored += totals.restored.size();
    compared += body.ledger().compared_energy();
  }
  record.obstacle_work = energies_.obstacle_work;
  record.dissipated_contact += record.obstacle_work;
  record.dissipated_friction = energies_.dissipated_friction;
  record.dissipated_impact = energies_.dissipated_impact;
  record.dissipated = record.dissipated_contact + record.energy.viscosity;
  record.drift_energy = record.energy.made() / compared;
  record.drift_impact = (energies_.impact_before - record.dissipated_impact) / compared;
  record.ledger_correction = abs_momentum > 0 ? restored / abs_momentum : 0;
}

void GridSimulation::watch_domain() {
  for (const Body& body : bodies_) {
    const Vec3 centroid = body.totals().momentum.centroid(), low = scene_.grid.origin;
    const Vec3 high = low + scene_.grid.size;
    bool inside = true;
    for (int axis = 0; axis < 3; ++axis)
      inside = inside && (scene_.grid.repeats(axis) ||
                          (low[axis] <= centroid[axis] && centroid[axis] <= high[axis]));
    if (inside || !outside_.insert(body.name()).second) continue;
    char text[160];
    std::snprintf(
        text, sizeof text,
        "body \"%s\" left the domain at t = %.4g s; it is simulated and written all the same",
        body.name().c_str(), time_);
    warnings_.push_back(text);
  }
}

std::vector<std::string> GridSimulation::warnings() { return std::exchange(warnings_, {}); }

SimulationState GridSimulation::state() const {
  SimulationState state{
      time_,          steps_,     energies_, {}, contact_.memory(), collected_since_, received_,
      regions_since_, by_region_, {},        {}, outside_};
  for (const Body& body : bodies_) state.bodies.push_back(to_host(body.state()));
  state.rigid = rigid_.memory(), state.relaxation = relaxation_;
  return state;
}

void GridSimulation::take(const SimulationState& state) {
  if (state.bodies.size() != bodies_.size())
    throw InputError("the state is one of " + std::to_string(state.bodies.size()) +
                     " bodies, but the scene has " + std::to_string(bodies_.size()));
  for (std::size_t b = 0; b < bodies_.size(); ++b)
    if (const std::string fault = fault_of(state.bodies[b], grid_); !fault.empty())
      throw InputError("the state of body " + std::to_string(b) + " is damaged: " + fault);
  rigid_.restore(state.rigid), relaxation_ = state.relaxation;
  time_ = state.time, steps_ = state.steps, energies_ = state.energies;
  collected_since_ = state.collected_since, received_ = state.received, outside_ = state.outside;
  regions_since_ = state.regions_since, by_region_ = state.by_region;
}

void GridSimulation::set_state(const SimulationState& state) {
  take(state);
  contact_.restore(state.contact);
  for (std::size_t b = 0; b < bodies_.size(); ++b) bodies_[b].set_state(state.bodies[b]);
}

void GridSimulation::continue_from(const SimulationState& state, const Scene& scene) {
  take(state);
  WarmMemory memory;  // impulses are known by cells, which are others
  memory.losses = state.contact.losses;
  contact_.restore(memory);
  energies_.impact_before = energies_.dissipated_impact;
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    if (rigid_.has(b)) {
      bodies_[b].state().ledger = state.bodies[b].ledger;
      bodies_[b].follow(rigid_.placement(b), state.bodies[b].last_dt);
      continue;
    }
    Body other(setup_of(scene, scene.bodies[b]), grid_of(scene));
    other.set_state(state.bodies[b]);
    bodies_[b].activate(region_actions(scene_, scene_.bodies[b], {time_, 0, 0}, rigid_.carrier(0)));
    bodies_[b].continue_from(other);
  }
}

std::unique_ptr<Simulation> make_simulation(const Scene& scene, const QpEngineMaker& engine) {
  return std::make_unique<GridSimulation>(scene, engine);
}

std::unique_ptr<QpEngine> make_qp_engine(QpMethod method, int max_schur_columns) {
  return std::make_unique<BoxQpEngine>(method, max_schur_columns);
}

ES_END
