#include "contact/qp_vectors.h"

#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

void prepare_contacts(const ContactsView& set, double dt, double push_out, Span<Vec3> u,
                      Span<double> bound) {
  const Span<const Contact> contacts = set.contacts;
  parallel_for(contacts.size, [=] ES_DEVICE(Index c) {
    u[c] -= contacts[c].partner_velocity;
    bound[c] = -(contacts[c].gap < 0 ? push_out : 1.0) * contacts[c].gap / dt;
  });
}

void fill_contact_target(const ContactsView& set, const OrderView& order, Span<const double> bound,
                         Span<const Vec3> u, Span<const Vec3> du, Span<double> c) {
  const Span<const Contact> contacts = set.contacts;
  const Span<const int> contact_at = order.order;
  parallel_for(contact_at.size, [=] ES_DEVICE(Index i) {
    const int contact = contact_at[i];
    c[i] = bound[contact] - dot(contacts[contact].normal, u[contact] + du[contact]);
  });
}

void fill_friction_target(const ContactsView& set, const OrderView& order, Span<const Vec3> u,
                          Span<const Vec3> du, Span<double> c) {
  const Span<const Contact> contacts = set.contacts;
  const Span<const int> contact_at = order.order;
  parallel_for(contact_at.size, [=] ES_DEVICE(Index i) {
    const int contact = contact_at[i];
    const FrictionAxes axes = friction_axes(contacts[contact]);
    const Vec3 velocity = u[contact] + du[contact];
    c[2 * i] = -dot(axes.r[0], velocity);
    c[2 * i + 1] = -dot(axes.r[1], velocity);
  });
}

void fill_friction_bounds(const ContactsView& set, const OrderView& order, Span<const double> alpha,
                          Span<double> lower, Span<double> upper, Span<std::int8_t> state) {
  const Span<const Contact> contacts = set.contacts;
  const Span<const int> contact_at = order.order;
  parallel_for(upper.size, [=] ES_DEVICE(Index v) {
    const double bound = contacts[contact_at[v / 2]].friction * std::fmax(alpha[v / 2], 0.0);
    lower[v] = -bound;
    upper[v] = bound;
    if (bound > 0) {
      state[v] = state[v] == fixed_at_zero ? std::int8_t(0) : state[v];
    } else {
      state[v] = -1;
    }
  });
}

void mark_fixed(Span<const double> upper, Span<std::int8_t> state) {
  parallel_for(state.size, [=] ES_DEVICE(Index v) {
    if (!(upper[v] > 0)) state[v] = fixed_at_zero;
  });
}

void fill_alpha(const OrderView& order, Span<const double> normal, Span<double> alpha) {
  const Span<const int> rank = order.rank;
  parallel_for(rank.size, [=] ES_DEVICE(Index c) { alpha[rank[c]] = normal[c]; });
}

void fill_y(const ContactsView& set, const OrderView& order, Span<const Vec3> P, Span<double> y) {
  const Span<const Contact> contacts = set.contacts;
  const Span<const int> rank = order.rank;
  parallel_for(rank.size, [=] ES_DEVICE(Index c) {
    const Index i = rank[c];
    const double b1 = dot(contacts[c].tangent1, P[c]), b2 = dot(contacts[c].tangent2, P[c]);
    y[2 * i] = b1 + b2;
    y[2 * i + 1] = b1 - b2;
  });
}

void store_alpha(const OrderView& order, Span<const double> alpha, Span<double> normal) {
  const Span<const int> rank = order.rank;
  parallel_for(rank.size, [=] ES_DEVICE(Index c) { normal[c] = alpha[rank[c]]; });
}

void normal_impulses(const ContactsView& set, const OrderView& order, Span<const double> alpha,
                     Span<Vec3> P) {
  const Span<const Contact> contacts = set.contacts;
  const Span<const int> rank = order.rank;
  parallel_for(rank.size, [=] ES_DEVICE(Index c) { P[c] = alpha[rank[c]] * contacts[c].normal; });
}

void friction_impulses(const ContactsView& set, const OrderView& order, Span<const double> y,
                       Span<Vec3> P) {
  const Span<const Contact> contacts = set.contacts;
  const Span<const int> rank = order.rank;
  parallel_for(rank.size, [=] ES_DEVICE(Index c) {
    const FrictionAxes axes = friction_axes(contacts[c]);
    const Index i = rank[c];
    P[c] = y[2 * i] * axes.r[0] + y[2 * i + 1] * axes.r[1];
  });
}

double warm_ratio(Span<const std::int8_t> predicted, Span<const std::int8_t> final) {
  const double bound = sum<double>(
      final.size, [=] ES_DEVICE(Index v) -> double { return final[v] != 0 ? 1.0 : 0.0; });
  const double both = sum<double>(final.size, [=] ES_DEVICE(Index v) -> double {
    const bool as_predicted =
        final[v] == fixed_at_zero ? predicted[v] != 0 : predicted[v] == final[v];
    return final[v] != 0 && as_predicted ? 1.0 : 0.0;
  });
  return bound > 0 ? both / bound : 1.0;
}

void fill_with(double value, Span<double> values) {
  parallel_for(values.size, [=] ES_DEVICE(Index v) { values[v] = value; });
}

int count_positive(Span<const double> values) {
  return int(sum<double>(values.size,
                         [=] ES_DEVICE(Index v) -> double { return values[v] > 0 ? 1.0 : 0.0; }));
}

double largest_friction(const ContactsView& set) {
  const Span<const Contact> contacts = set.contacts;
  return max_reduce(
      contacts.size, [=] ES_DEVICE(Index c) -> double { return contacts[c].friction; }, 0.0);
}

double deepest_overlap(const ContactsView& set) {
  const Span<const Contact> contacts = set.contacts;
  return max_reduce(
      contacts.size, [=] ES_DEVICE(Index c) -> double { return std::fmax(-contacts[c].gap, 0.0); },
      0.0);
}

ES_END
