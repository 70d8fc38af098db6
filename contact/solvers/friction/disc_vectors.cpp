#include "contact/solvers/friction/disc_vectors.h"

#include "contact/solvers/friction_cone.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

namespace {

ES_HD Vec3 tangential(const ContactFrame& frame, Vec3 v) {
  return v - dot(frame.normal, v) * frame.normal;
}

/// Where a contact would like to be.
ES_HD Vec3 downhill(Vec3 f, Vec3 w, double h) { return f - (1 / h) * w; }

}  // namespace

void fill_radii(const ProblemView& problem, const OrderView& order, Span<const double> alpha,
                Span<double> radius) {
  const Span<const double> friction = problem.friction;
  const Span<const int> rank = order.rank;
  parallel_for(radius.size, [=] ES_DEVICE(Index c) {
    radius[c] = friction[c] * std::fmax(alpha[rank[c]], 0.0);
  });
}

double sliding_velocity(const ProblemView& problem, Span<const Vec3> a, Span<const Vec3> b,
                        Span<Vec3> w) {
  const Span<const ContactFrame> frames = problem.frames;
  const Span<const Vec3> u = problem.velocity;
  return max_reduce(
      w.size,
      [=] ES_DEVICE(Index c) -> double {
        const Vec3 given = tangential(frames[c], u[c] + a[c]);
        w[c] = given + tangential(frames[c], b[c]);
        return norm(given);
      },
      0.0);
}

void project_to_discs(const DiscProblem& discs, Span<Vec3> f) {
  const Span<const ContactFrame> frames = discs.frames;
  const Span<const double> radius = discs.radius;
  parallel_for(f.size, [=] ES_DEVICE(Index c) {
    f[c] = project_to_disc(tangential(frames[c], f[c]), radius[c]);
  });
}

double disc_error(const DiscProblem& discs, Span<const Vec3> f, Span<const Vec3> w) {
  const Span<const double> radius = discs.radius, h = discs.response;
  return max_reduce(
      f.size,
      [=] ES_DEVICE(Index c) -> double {
        return h[c] * norm(f[c] - project_to_disc(downhill(f[c], w[c], h[c]), radius[c]));
      },
      0.0);
}

void projected_gradient(const DiscProblem& discs, Span<const Vec3> f, Span<const Vec3> w,
                        Span<Vec3> d) {
  const Span<const double> radius = discs.radius, h = discs.response;
  parallel_for(f.size, [=] ES_DEVICE(Index c) {
    d[c] = project_to_disc(downhill(f[c], w[c], h[c]), radius[c]) - f[c];
  });
}

void step_towards(const DiscProblem& discs, Span<const Vec3> f, Span<const Vec3> g, double t,
                  Span<Vec3> d) {
  const Span<const double> radius = discs.radius;
  parallel_for(f.size, [=] ES_DEVICE(Index c) {
    d[c] = project_to_disc(f[c] + t * (g[c] - f[c]), radius[c]) - f[c];
  });
}

void move(const DiscProblem& discs, double t, Span<const Vec3> d, Span<const Vec3> dw, Span<Vec3> f,
          Span<Vec3> w) {
  const Span<const ContactFrame> frames = discs.frames;
  parallel_for(f.size, [=] ES_DEVICE(Index c) {
    f[c] += t * d[c];
    w[c] += t * tangential(frames[c], dw[c]);
  });
}

double product_of_norms(Span<const Vec3> a, Span<const Vec3> b) {
  return sum<double>(a.size, [=] ES_DEVICE(Index c) -> double { return norm(a[c]) * norm(b[c]); });
}

void turn_boxes(const DiscProblem& discs, const OrderView& order, Span<const Vec3> f,
                Span<const Vec3> w, Span<FrictionBox> boxes, Span<std::int8_t> state) {
  const Span<const ContactFrame> frames = discs.frames;
  const Span<const double> radius = discs.radius, h = discs.response;
  const Span<const int> rank = order.rank;
  parallel_for(f.size, [=] ES_DEVICE(Index c) {
    const Vec3 z = downhill(f[c], w[c], h[c]);
    const double length = norm(z);
    const bool slides = radius[c] > 0 && length >= radius[c];
    const Vec3 touch = length > 0 ? (1 / length) * z : frames[c].tangent1;
    // A radius that is all but zero must not make the curvature infinite.
    const double curvature = slides ? std::fmin(norm(w[c]) / radius[c], 1e12 * h[c]) : 0.0;
    boxes[c] = box_around_disc(frames[c], touch, curvature);
    const Index i = rank[c];
    if (i < 0) return;
    state[2 * i] = std::int8_t(radius[c] > 0 ? (slides ? 1 : 0) : -1);
    state[2 * i + 1] = std::int8_t(radius[c] > 0 ? 0 : -1);
  });
}

ES_END
