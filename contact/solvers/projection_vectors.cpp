#include "contact/solvers/projection_vectors.h"

#include "contact/solvers/friction_diamond.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

void fill_normal_target(const FrictionProblem& problem, const OrderView& order, Span<const Vec3> du,
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

void fill_friction_target(const FrictionProblem& problem, const OrderView& order,
                          Span<const Vec3> du, Span<double> c) {
  const Span<const ContactFrame> frames = problem.frames;
  const Span<const Vec3> u = problem.velocity;
  const Span<const int> contact_at = order.order;
  parallel_for(contact_at.size, [=] ES_DEVICE(Index i) {
    const int contact = contact_at[i];
    const FrictionAxes axes = friction_axes(frames[contact]);
    const Vec3 velocity = u[contact] + du[contact];
    c[2 * i] = -dot(axes.r[0], velocity);
    c[2 * i + 1] = -dot(axes.r[1], velocity);
  });
}

void fill_friction_bounds(const FrictionProblem& problem, const OrderView& order,
                          Span<const double> alpha, Span<double> lower, Span<double> upper,
                          Span<std::int8_t> state) {
  const Span<const double> friction = problem.friction;
  const Span<const int> contact_at = order.order;
  parallel_for(upper.size, [=] ES_DEVICE(Index v) {
    const double bound = friction[contact_at[v / 2]] * std::fmax(alpha[v / 2], 0.0);
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

void fill_y(const FrictionProblem& problem, const OrderView& order, Span<const Vec3> P,
            Span<double> y) {
  const Span<const ContactFrame> frames = problem.frames;
  const Span<const int> rank = order.rank;
  parallel_for(rank.size, [=] ES_DEVICE(Index c) {
    const Index i = rank[c];
    const double b1 = dot(frames[c].tangent1, P[c]), b2 = dot(frames[c].tangent2, P[c]);
    y[2 * i] = b1 + b2;
    y[2 * i + 1] = b1 - b2;
  });
}

void store_alpha(const OrderView& order, Span<const double> alpha, Span<double> normal) {
  const Span<const int> rank = order.rank;
  parallel_for(rank.size, [=] ES_DEVICE(Index c) { normal[c] = alpha[rank[c]]; });
}

void normal_impulses(const FrictionProblem& problem, const OrderView& order,
                     Span<const double> alpha, Span<Vec3> P) {
  const Span<const ContactFrame> frames = problem.frames;
  const Span<const int> rank = order.rank;
  parallel_for(rank.size, [=] ES_DEVICE(Index c) { P[c] = alpha[rank[c]] * frames[c].normal; });
}

void friction_impulses(const FrictionProblem& problem, const OrderView& order, Span<const double> y,
                       Span<Vec3> P) {
  const Span<const ContactFrame> frames = problem.frames;
  const Span<const int> rank = order.rank;
  parallel_for(rank.size, [=] ES_DEVICE(Index c) {
    const FrictionAxes axes = friction_axes(frames[c]);
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

int count_positive(Span<const double> values) {
  return int(sum<double>(values.size,
                         [=] ES_DEVICE(Index v) -> double { return values[v] > 0 ? 1.0 : 0.0; }));
}

ES_END
