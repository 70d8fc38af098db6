#include "contact/contact_module.h"

#include "contact/solvers/host/global_bridge.h"
#include "contact/solvers/impulse_map.h"
#include "contact/solvers/registry.h"
#include "kernels/core/clock.h"

ES_BEGIN

ContactModule::ContactModule(const ContactParameters& parameters)
    : solver_(make_solver(parameters.solver, parameters.settings)) {}

ContactReport ContactModule::resolve(const GridSpec& grid, const std::vector<BodyView>& bodies,
                                     const std::vector<ObstacleState>& obstacles,
                                     const FrictionTable& friction, double dt,
                                     const RigidMotions& motions) {
  ContactReport report;
  impulses_.clear(), kept_.reset();
  scene_.load(grid, bodies, obstacles, friction, losses_, motions);
  const ContactsView set = detect(report);
  if (set.size() == 0) {
    forget();
    return report;
  }
  const ProblemView problem = assemble(set, dt, report);
  solve(problem, report.solver);
  report.seconds_assemble += report.solver.seconds_setup;
  apply(set, *problem.global, report.work);
  memory_.remember(scene_.view(), set, dt, data_.impulses(), mean_u_.span());
  return report;
}

void ContactModule::solve(const ProblemView& problem, SolverReport& report) {
  if (keep_) kept_ = posed_contacts(problem, dofs_.velocity.span(), data_.impulses());
  report = solver_->solve(problem, data_.impulses());
  if (keep_) set_solution(problem, data_.impulses(), *kept_);
}

WarmMemory ContactModule::memory() const {
  WarmMemory memory = memory_.save();
  memory.losses = losses_;
  return memory;
}

void ContactModule::restore(const WarmMemory& memory) {
  memory_.restore(memory);
  losses_ = memory.losses;
}

void ContactModule::forget() {
  memory_.forget();
  losses_ = {};
}

ContactsView ContactModule::detect(ContactReport& report) {
  const Stopwatch watch(report.seconds_detect);
  const Span<const Patch> patches = search_.find(scene_);
  const ContactsView set = merger_.merge(scene_.view(), patches);
  report.count = int(set.size());
  const DeepestOverlap deepest = deepest_overlap(set);
  report.max_overlap = deepest.depth / scene_.grid.h;
  if (deepest.depth > 0) {
    const ContactPair& pair = scene_.pairs[std::size_t(deepest.pair)];
    report.deepest = {pair.body, pair.partner, pair.with_obstacle, deepest.at};
  }
  return set;
}

ProblemView ContactModule::assemble(const ContactsView& set, double dt, ContactReport& report) {
  const Stopwatch watch(report.seconds_assemble);
  dofs_.gather(scene_, set.size());
  const RowsView rows = rows_.assemble(scene_.view(), scene_.dofs(), set);
  const OrderView order = ordering_.choose(scene_.view(), set, rows);
  data_.make_room(set.size());
  memory_.predict(scene_.view(), set, dt, data_.impulses(), data_.pressure.span());
  dofs_.add_proximal(scene_.view(), set, rows, data_.impulses());
  data_.fill(set, Index(scene_.pairs.size()), rows, dofs_, scene_.grid.h, dt);
  ProblemView problem = data_.problem();
  problem.global = GlobalOperator{rows, dofs_.mass.span(), dofs_.inverse_mass.span()};
  problem.gram = gram_.assemble(rows, order, dofs_.inverse_mass.span());
  return problem;
}

/// Let the impulses act on the bodies, and sum them by pairs, and their work.
void ContactModule::apply(const ContactsView& set, const GlobalOperator& map, ContactWork& work) {
  normal_impulse_.resize(set.size()), mean_u_.resize(set.size());
  contact_dv_.resize(map.rows.dofs()), friction_dv_.resize(map.rows.dofs());
  mean_velocity_.resize(map.rows.dofs());
  const Span<const Vec3> friction = data_.friction_impulse.span();
  along_normals(data_.frames.span(), data_.normal_impulse.span(), normal_impulse_.span());
  velocity_change(map.rows, map.inverse_mass, normal_impulse_.span(), contact_dv_.span());
  velocity_change(map.rows, map.inverse_mass, friction, friction_dv_.span());
  add_to_bodies(scene_, map.rows, contact_dv_.span(), friction_dv_.span());
  pass_to_holders(scene_, map.rows, normal_impulse_.span(), friction);
  mean_velocities(dofs_, contact_dv_.span(), friction_dv_.span(), mean_velocity_.span());
  relative_velocity(map.rows, mean_velocity_.span(), mean_u_.span());
  impulses_ = pairs_.collect(scene_, set, {normal_impulse_.span(), friction, mean_u_.span()},
                             losses_, work);
}

ES_END
