#include "contact/assemble/contact_data.h"

#include "contact/assemble/compliant_layer.h"
#include "contact/solvers/impulse_map.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

namespace {

/// What is left of an overlap s [h] after waves have crossed k cells, by ds/dk = -q s, with q as in
/// contact_data.h, but no faster than -fastest_push_out.
ES_HD double left_of(double s, double k, bool quickly, const ContactNumerics& numerics) {
  const double quick = numerics.quick_push_out, fastest = numerics.fastest_push_out;
  const double slower = quickly ? fastest / quick : std::cbrt(fastest);
  if (s > slower) {
    const double way = smaller(s - slower, fastest * k);
    s -= way, k -= way / fastest;
  }
  return quickly ? s * std::exp(-quick * k) : s / std::sqrt(1 + 2 * k * s * s);
}

/// The least normal velocity that a contact may have after the step [m/s].
ES_HD double bound_of(const Contact& contact, const CompliantLayer& layer,
                      const ContactNumerics& numerics, double h, double dt) {
  const double borne = smaller(-contact.gap, layer.most);
  const double overlap = (-contact.gap - borne) / h, crossed = contact.wave_speed * dt / h;
  const double pushed = overlap - left_of(overlap, crossed, contact.may_push, numerics);
  return (borne - layer.given + pushed * h) / dt;
}

/// How fast surfaces of a relative velocity u slide over each other, as a part of the speed of
/// waves [-].
ES_HD double slip_of(const Contact& contact, Vec3 u) {
  return norm(u - dot(u, contact.normal) * contact.normal) / contact.wave_speed;
}

/// The least slip among the contacts of each pair.
void find_min_slips(Span<const Contact> contacts, Span<const Vec3> before, Span<double> least) {
  parallel_for(least.size, [=] ES_DEVICE(Index p) {
    double slip = 1e300;
    for (Index c = first_of_pair(contacts, int(p)); c < contacts.size; ++c) {
      if (contacts[c].pair != int(p)) break;
      slip = smaller(slip, slip_of(contacts[c], before[c] - contacts[c].partner_velocity));
    }
    least[p] = slip;
  });
}

void take_contacts(Span<const Contact> contacts, const ContactNumerics& numerics, double h,
                   double dt, Span<const Vec3> before, Span<const double> min_slip,
                   Span<const double> pressure, Span<ContactFrame> frames, Span<double> friction,
                   Span<Vec3> u, Span<double> bound, Span<double> compliance) {
  const ContactNumerics by = numerics;
  parallel_for(contacts.size, [=] ES_DEVICE(Index c) {
    const Contact& contact = contacts[c];
    frames[c] = {contact.normal, contact.tangent1, contact.tangent2};
    const bool rests = min_slip[contact.pair] <= by.stick_slip &&
                       slip_of(contact, before[c] - contact.partner_velocity) <= by.rest_slip;
    friction[c] = rests ? contact.friction.at_rest : contact.friction.kinetic;
    u[c] -= contact.partner_velocity;
    const CompliantLayer layer(contact, pressure[c], by.max_layer * h);
    bound[c] = bound_of(contact, layer, by, h, dt);
    compliance[c] = layer.compliance / (dt * dt * contact.area);
  });
}

}  // namespace

void ContactData::make_room(Index contacts) {
  frames.resize(contacts), friction.resize(contacts), bound.resize(contacts),
      pressure.resize(contacts), compliance.resize(contacts);
  velocity.resize(contacts), before.resize(contacts);
  normal_impulse.resize(contacts), friction_impulse.resize(contacts);
}

void ContactData::fill(const SceneView& scene, const ContactsView& set, const RowsView& rows,
                       const DofFields& dofs, double dt) {
  relative_velocity(rows, dofs.velocity.span(), velocity.span());
  relative_velocity(rows, dofs.before.span(), before.span());
  min_slip_.resize(scene.pairs.size);
  find_min_slips(set.contacts, before.span(), min_slip_.span());
  take_contacts(set.contacts, scene.numerics, scene.grid.h, dt, before.span(), min_slip_.span(),
                pressure.span(), frames.span(), friction.span(), velocity.span(), bound.span(),
                compliance.span());
}

DeepestOverlap deepest_overlap(const ContactsView& set) {
  const Span<const Contact> contacts = set.contacts;
  return sum<DeepestOverlap>(contacts.size, [=] ES_DEVICE(Index c) -> DeepestOverlap {
    const Contact& contact = contacts[c];
    return {std::fmax(-contact.gap, 0.0), contact.pair, contact.centroid};
  });
}

ES_END
