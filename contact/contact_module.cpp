#include "contact/contact_module.h"

#include "contact/solvers/cone_residual.h"
#include "contact/solvers/host/global_bridge.h"
#include "contact/solvers/impulse_map.h"
#include "contact/solvers/registry.h"
#include "kernels/core/clock.h"

ES_BEGIN

ContactModule::ContactModule(const ContactParameters& parameters)
    : solver_(make_solver(parameters.solver, parameters.settings)) {
  scene_.numerics = parameters.numerics;
}

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
  if (keep_) kept_ = posed_contacts(problem, dofs_.velocity.span(), data_.impulses());
  solve(set, problem, dt, report);
  if (keep_) set_solution(problem, data_.impulses(), *kept_);
  apply(set, problem, report.work);
  memory_.remember(scene_.view(), set, dt, data_.impulses(), mean_u_.span());
  return report;
}

/// Of those that may close, until no other does: the impulses, and what they do to the velocities.
void ContactModule::solve(const ContactsView& set, const ProblemView& all, double dt,
                          ContactReport& report) {
  closing_.begin(all.contacts());
  for (double margin = scene_.numerics.closing_margin * scene_.grid.h / dt;;
       margin *= closing_growth, ++report.rounds) {
    const ProblemView problem = pose(set, all, margin, report);
    report.posed = int(problem.contacts());
    if (!closing_.empty()) report.solver.follow(solver_->solve(problem, closing_.impulses()));
    closing_.store(data_.impulses());
    change_velocities(problem);
    if (report.solver.failed) break;
    if (closing_.find_missed(all, contact_dv_.span(), friction_dv_.span()) == 0) break;
  }
  report.solver.add_unposed(report.count - report.posed);
  report.seconds_assemble += report.solver.seconds_setup;
}

/// The problem of those that may close, with its G.
ProblemView ContactModule::pose(const ContactsView& set, const ProblemView& all, double margin,
                                ContactReport& report) {
  const Stopwatch watch(report.seconds_assemble);
  ProblemView problem = closing_.pose(all, margin, data_.impulses());
  if (closing_.empty()) return problem;
  problem.opposed_speed = largest_opposed_speed(all);
  const RowsView& rows = problem.global->rows;
  const OrderView order = ordering_.choose(scene_.view(), set, closing_.place(), rows);
  problem.gram = gram_.assemble(rows, order, problem.global->inverse_mass);
  return problem;
}

/// What the impulses of the contacts that are posed do, and which nodes they touch.
void ContactModule::change_velocities(const ProblemView& problem) {
  const GlobalOperator& map = *problem.global;
  const ContactImpulses posed = closing_.impulses();
  touching_ = map.rows;
  normal_impulse_.resize(problem.contacts());
  contact_dv_.resize(map.mass.size), friction_dv_.resize(map.mass.size);
  along_normals(problem.frames, posed.normal, normal_impulse_.span());
  velocity_change(map.rows, map.inverse_mass, normal_impulse_.span(), contact_dv_.span());
  velocity_change(map.rows, map.inverse_mass, posed.friction, friction_dv_.span());
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
  data_.make_room(set.size());
  memory_.predict(scene_.view(), set, dt, data_.impulses(), data_.pressure.span());
  dofs_.add_proximal(scene_.view(), set, rows, data_.impulses());
  data_.fill(scene_.view(), set, rows, dofs_, dt);
  ProblemView problem = data_.problem();
  problem.global = GlobalOperator{rows, dofs_.mass.span(), dofs_.inverse_mass.span()};
  return problem;
}

/// Let the impulses act on the bodies, and sum them by pairs, and their work.
void ContactModule::apply(const ContactsView& set, const ProblemView& all, ContactWork& work) {
  const ContactImpulses posed = closing_.impulses();
  add_to_bodies(scene_, touching_, contact_dv_.span(), friction_dv_.span());
  pass_to_holders(scene_, touching_, normal_impulse_.span(), posed.friction);
  mean_velocity_.resize(contact_dv_.size()), mean_u_.resize(set.size());
  mean_velocities(dofs_, contact_dv_.span(), friction_dv_.span(), mean_velocity_.span());
  relative_velocity(all.global->rows, mean_velocity_.span(), mean_u_.span());
  normal_impulse_.resize(set.size());
  along_normals(all.frames, data_.normal_impulse.span(), normal_impulse_.span());
  impulses_ = pairs_.collect(
      scene_, set, {normal_impulse_.span(), data_.friction_impulse.span(), mean_u_.span()}, losses_,
      work);
}

ES_END
