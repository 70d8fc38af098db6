#include "contact/solvers/projection_vectors.h"

#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

void fill_normal_target(const ProblemView& problem, const OrderView& order, Span<const Vec3> du,
                        Span<double> c) {
  const Span<const ContactFrame> frames = problem.frames;
  const Span<const Vec3> u = problem.velocity;
  const Span<const double> bound = problem.bound;
  const Span<const int> contact_at = order.order;
  parallel_for(contact_at.size, [=] ES_DEVICE(Index i) {
    const int contact = contact_at[i];
    c[i] = bound[contact] - dot(frames[contact].normal, u[contact] + du[contact]);
  });
}

void fill_friction_target(const ProblemView& problem, const OrderView& order,
                          Span<const FrictionBox> boxes, Span<const Vec3> du, Span<double> c) {
  const Span<const Vec3> u = problem.velocity;
  const Span<const int> contact_at = order.order;
  parallel_for(contact_at.size, [=] ES_DEVICE(Index i) {
    const int contact = contact_at[i];
    const FrictionBox box = boxes[contact];
    const Vec3 velocity = u[contact] + du[contact];
    c[2 * i] = -dot(box.r[0], velocity);
    c[2 * i + 1] = -dot(box.r[1], velocity);
  });
}

void write_diamonds(Span<const ContactFrame> frames, Span<FrictionBox> boxes) {
  parallel_for(boxes.size, [=] ES_DEVICE(Index c) { boxes[c] = diamond_box(frames[c]); });
}

void fill_friction_bounds(const ProblemView& problem, const ChosenContacts& chosen,
                          Span<const double> alpha, Span<double> lower, Span<double> upper,
                          Span<std::int8_t> state) {
  const Span<const double> friction = problem.friction;
  const ChosenContacts contacts = chosen;
  parallel_for(upper.size, [=] ES_DEVICE(Index v) {
    const double borne = std::fmax(alpha[contacts.among_all(v / 2)], 0.0);
    const double bound = friction[contacts.order.order[v / 2]] * borne;
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

void fill_y(const OrderView& order, Span<const FrictionBox> boxes, Span<const Vec3> P,
            Span<double> y) {
  const Span<const int> rank = order.rank;
  parallel_for(rank.size, [=] ES_DEVICE(Index c) {
    const Index i = rank[c];
    y[2 * i] = along(boxes[c].r[0], P[c]);
    y[2 * i + 1] = along(boxes[c].r[1], P[c]);
  });
}

void store_alpha(const OrderView& order, Span<const double> alpha, Span<double> normal) {
  const Span<const int> rank = order.rank;
  parallel_for(rank.size, [=] ES_DEVICE(Index c) { normal[c] = alpha[rank[c]]; });
}

void normal_impulses(const ProblemView& problem, const OrderView& order, Span<const double> alpha,
                     Span<Vec3> P) {
  const Span<const ContactFrame> frames = problem.frames;
  const Span<const int> rank = order.rank;
  parallel_for(rank.size, [=] ES_DEVICE(Index c) { P[c] = alpha[rank[c]] * frames[c].normal; });
}

void friction_impulses(const OrderView& order, Span<const FrictionBox> boxes, Span<const double> y,
                       Span<Vec3> P) {
  const Span<const int> rank = order.rank;
  parallel_for(rank.size, [=] ES_DEVICE(Index c) {
    const Index i = rank[c];
    P[c] = {};
    if (i >= 0) P[c] = y[2 * i] * boxes[c].r[0] + y[2 * i + 1] * boxes[c].r[1];
  });
}

void states_by_contact(const OrderView& order, Span<const std::int8_t> state,
                       Span<std::int8_t> of_contacts) {
  const Span<const int> rank = order.rank;
  parallel_for(rank.size, [=] ES_DEVICE(Index c) {
    for (int k = 0; k < 2; ++k)
      of_contacts[2 * c + k] = rank[c] < 0 ? fixed_at_zero : state[2 * rank[c] + k];
  });
}

void mix(double part, Span<const Vec3> from, Span<Vec3> P) {
  parallel_for(P.size, [=] ES_DEVICE(Index c) { P[c] = (1 - part) * from[c] + part * P[c]; });
}

namespace {

struct BoundCounts {
  double bound = 0, both = 0;

  ES_HD BoundCounts operator+(const BoundCounts& o) const {
    return {bound + o.bound, both + o.both};
  }
};

}  // namespace

ForeseenSet foreseen_set(Span<const std::int8_t> predicted, Span<const std::int8_t> final) {
  const BoundCounts counts = sum<BoundCounts>(final.size, [=] ES_DEVICE(Index v) -> BoundCounts {
    if (final[v] == 0) return {};
    const bool foreseen =
        predicted.size == 0 ||
        (final[v] == fixed_at_zero ? predicted[v] != 0 : predicted[v] == final[v]);
    return {1, foreseen ? 1.0 : 0.0};
  });
  return {counts.bound, counts.both};
}

int count_positive(Span<const double> values) {
  return int(sum<double>(values.size,
                         [=] ES_DEVICE(Index v) -> double { return values[v] > 0 ? 1.0 : 0.0; }));
}

ES_END
