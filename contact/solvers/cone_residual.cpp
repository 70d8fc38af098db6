#include "contact/solvers/cone_residual.h"

#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

namespace {

void read_diagonal(const GramView& G, Span<double> h) {
  const Span<const int> rank = G.order.rank;
  parallel_for(h.size, [=] ES_DEVICE(Index c) { h[c] = G.at(rank[c], rank[c]); });
}

/// @param normal  what the normal axis weighs in the mean, the tangential ones weighing 1
void read_diagonal(const BlockRows& W, double normal, Span<double> h) {
  parallel_for(h.size, [=] ES_DEVICE(Index c) {
    h[c] = 0;
    for (int e = W.row_start[c]; e < W.row_start[c + 1]; ++e) {
      const Mat3& block = W.value[e];
      if (W.column[e] == c) h[c] = (normal * block[0].x + block[1].y + block[2].z) / (normal + 2);
    }
  });
}

void sum_diagonal(const GlobalOperator& map, Span<double> h) {
  parallel_for(h.size, [=] ES_DEVICE(Index c) {
    h[c] = 0;
    for (int e = map.rows.row_start[c]; e < map.rows.row_start[c + 1]; ++e) {
      const double s = map.rows.value[e];
      h[c] += s * s * map.inverse_mass[map.rows.dof[e]];
    }
  });
}

void add_up(Span<const ContactFrame> frames, const ContactImpulses& impulses, Span<Vec3> total) {
  const ContactImpulses P = impulses;
  parallel_for(total.size, [=] ES_DEVICE(Index c) {
    total[c] = P.normal[c] * frames[c].normal + P.friction[c];
  });
}

ES_HD Vec3 in_frame(const ContactFrame& frame, Vec3 v) {
  return {dot(frame.normal, v), dot(frame.tangent1, v), dot(frame.tangent2, v)};
}

double largest_error(const ProblemView& problem, FrictionCone cone, Span<const double> h,
                     const ContactImpulses& impulses, Span<const Vec3> du) {
  const Span<const ContactFrame> frames = problem.frames;
  const Span<const double> friction = problem.friction, bound = problem.bound;
  const Span<const Vec3> u = problem.velocity;
  const ContactImpulses P = impulses;
  return max_reduce(
      frames.size,
      [=] ES_DEVICE(Index c) -> double {
        const double mu = friction[c];
        Vec3 r = in_frame(frames[c], P.friction[c]), w = in_frame(frames[c], u[c] + du[c]);
        r.x = P.normal[c];
        w.x += mu * greatest_dissipation(cone, w) - bound[c];
        return h[c] * norm(r - project_to_cone(cone, r - (1 / h[c]) * w, mu));
      },
      0.0);
}

void add_twists(const TwistRows& twists, Span<const ContactFrame> frames, double normal,
                Span<double> h) {
  if (twists.empty()) return;
  parallel_for(h.size,
               [=] ES_DEVICE(Index c) { h[c] += twists.mean(c, frames[c].normal, normal); });
}

void add_compliance(Span<const double> compliance, double normal, Span<double> h) {
  parallel_for(compliance.size,
               [=] ES_DEVICE(Index c) { h[c] += normal * compliance[c] / (normal + 2); });
}

void responses(const ProblemView& problem, double normal, Span<double> h) {
  if (!problem.gram && problem.blocks) {
    read_diagonal(*problem.blocks, normal, h);
    return;
  }
  if (problem.gram) {
    read_diagonal(*problem.gram, h);
    add_twists(problem.gram->twists, problem.frames, normal, h);
  } else {
    sum_diagonal(*problem.global, h);
    add_twists(problem.global->rows.twists, problem.frames, normal, h);
  }
  add_compliance(problem.compliance, normal, h);
}

}  // namespace

double largest_opposed_speed(const ProblemView& problem) {
  const Span<const ContactFrame> frames = problem.frames;
  const Span<const double> bound = problem.bound;
  const Span<const Vec3> u = problem.velocity;
  return max_reduce(
      frames.size,
      [=] ES_DEVICE(Index c) -> double {
        Vec3 q = in_frame(frames[c], u[c]);
        q.x -= bound[c];
        return opposed_speed(q);
      },
      0.0);
}

void mean_responses(const ProblemView& problem, Span<double> h) { responses(problem, 1, h); }

void tangential_responses(const ProblemView& problem, Span<double> h) { responses(problem, 0, h); }

double ConeResidual::of(const ProblemView& problem, FrictionCone cone,
                        const ContactImpulses& impulses) {
  const Index contacts = problem.contacts();
  if (contacts == 0) return 0;
  mean_response_.resize(contacts), total_.resize(contacts), du_.resize(contacts);
  mean_responses(problem, mean_response_.span());
  add_up(problem.frames, impulses, total_.span());
  response_.take(problem, total_.span());
  response_.relative_velocity(problem, du_.span());
  const double error = largest_error(problem, cone, mean_response_.span(), impulses, du_.span());
  const double scale =
      problem.opposed_speed ? *problem.opposed_speed : largest_opposed_speed(problem);
  return error > 0 ? error / scale : 0;
}

ES_END
