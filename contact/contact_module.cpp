#include "contact/contact_module.h"

#include "kernels/core/stopwatch.h"

ES_BEGIN

ContactReport ContactModule::resolve(const GridSpec& grid, const std::vector<BodyView>& bodies,
                                     const std::vector<ObstacleState>& obstacles,
                                     const FrictionTable& friction, double dt) {
  ContactReport report;
  scene_.load(grid, bodies, obstacles, friction);
  const ContactsView set = detect(report);
  if (set.size() == 0) {
    memory_.forget();
    return report;
  }
  const auto [rows, order] = assemble(set, report);
  project(set, rows, order, dt, report);
  add_to_bodies(scene_, rows, projections_.contact_change(), projections_.friction_change());
  report.impulses =
      pairs_.collect(scene_, set, projections_.contact_impulse(), friction_impulse_.span());
  return report;
}

ContactsView ContactModule::detect(ContactReport& report) {
  const Stopwatch watch(report.seconds_detect);
  const Span<const Patch> patches = search_.find(scene_);
  const ContactsView set = merger_.merge(scene_.view(), patches);
  report.contacts = int(set.size());
  report.max_overlap = deepest_overlap(set) / scene_.grid.h;
  return set;
}

std::pair<RowsView, OrderView> ContactModule::assemble(const ContactsView& set,
                                                       ContactReport& report) {
  const Stopwatch watch(report.seconds_assemble);
  dofs_.gather(scene_);
  const RowsView rows = rows_.assemble(scene_.view(), scene_.dofs(), set);
  const OrderView order = ordering_.choose(scene_.view(), set, rows);
  delassus_.assemble(set, rows, order, dofs_.inverse_mass.span(), contact_hessian_,
                     friction_hessian_);
  report.bandwidth_c = contact_hessian_.bandwidth();
  report.bandwidth_f = friction_hessian_.bandwidth();
  return {rows, order};
}

void ContactModule::project(const ContactsView& set, const RowsView& rows, const OrderView& order,
                            double dt, ContactReport& report) {
  const Index contacts = set.size();
  relative_velocity_.resize(contacts);
  bound_.resize(contacts);
  normal_impulse_.resize(contacts);
  friction_impulse_.resize(contacts);
  const ContactImpulses impulses{normal_impulse_.span(), friction_impulse_.span()};

  relative_velocity(rows, dofs_.velocity.span(), relative_velocity_.span());
  prepare_contacts(set, dt, push_out_, relative_velocity_.span(), bound_.span());
  memory_.predict(scene_.view(), set, impulses);
  projections_.solve(
      {set, rows, order, dofs_.mass.span(), dofs_.inverse_mass.span(), relative_velocity_.span(),
       bound_.span(), &contact_hessian_, &friction_hessian_},
      impulses, report);
  memory_.remember(scene_.view(), set, impulses);
}

ES_END
