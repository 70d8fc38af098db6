#include "contact/assemble/contact_data.h"

#include "contact/solvers/impulse_map.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

namespace {

/// What is left of an overlap s [h] after waves have crossed k cells, by ds/dk = -q s, with q as in
/// contact_data.h, but no faster than -fastest_push_out.
ES_HD double left_of(double s, double k, bool quickly) {
  const double slower = quickly ? fastest_push_out / quick_push_out : std::cbrt(fastest_push_out);
  if (s > slower) {
    const double way = smaller(s - slower, fastest_push_out * k);
    s -= way, k -= way / fastest_push_out;
  }
  return quickly ? s * std::exp(-quick_push_out * k) : s / std::sqrt(1 + 2 * k * s * s);
}

/// The least normal velocity that a contact may have after the step [m/s].
ES_HD double bound_of(const Contact& contact, double h, double dt) {
  if (contact.gap >= 0) return -contact.gap / dt;
  const double overlap = -contact.gap / h, crossed = contact.wave_speed * dt / h;
  return (overlap - left_of(overlap, crossed, contact.may_push)) * h / dt;
}

/// Coulomb's coefficient for surfaces whose relative velocity was u [-].
ES_HD double friction_at(const Contact& contact, Vec3 u) {
  const Vec3 slip = u - dot(u, contact.normal) * contact.normal;
  const bool rests = norm(slip) <= rest_slip * contact.wave_speed;
  return rests ? contact.friction.at_rest : contact.friction.kinetic;
}

void take_contacts(Span<const Contact> contacts, double h, double dt, Span<const Vec3> before,
                   Span<ContactFrame> frames, Span<double> friction, Span<Vec3> u,
                   Span<double> bound) {
  parallel_for(contacts.size, [=] ES_DEVICE(Index c) {
    const Contact& contact = contacts[c];
    frames[c] = {contact.normal, contact.tangent1, contact.tangent2};
    friction[c] = friction_at(contact, before[c] - contact.partner_velocity);
    u[c] -= contact.partner_velocity;
    bound[c] = bound_of(contact, h, dt);
  });
}

}  // namespace

void ContactData::fill(const ContactsView& set, const RowsView& rows, const DofFields& dofs,
                       double h, double dt) {
  const Index contacts = set.size();
  frames.resize(contacts), friction.resize(contacts), bound.resize(contacts);
  velocity.resize(contacts), before.resize(contacts);
  normal_impulse.resize(contacts), friction_impulse.resize(contacts);
  relative_velocity(rows, dofs.velocity.span(), velocity.span());
  relative_velocity(rows, dofs.before.span(), before.span());
  take_contacts(set.contacts, h, dt, before.span(), frames.span(), friction.span(), velocity.span(),
                bound.span());
}

DeepestOverlap deepest_overlap(const ContactsView& set) {
  const Span<const Contact> contacts = set.contacts;
  return sum<DeepestOverlap>(contacts.size, [=] ES_DEVICE(Index c) -> DeepestOverlap {
    const Contact& contact = contacts[c];
    return {std::fmax(-contact.gap, 0.0), contact.pair, contact.centroid};
  });
}

ES_END
