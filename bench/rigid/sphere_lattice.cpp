#include "bench/rigid/sphere_lattice.h"

#include "bench/problems/random_numbers.h"

namespace eulersolid {

namespace {

constexpr double radius = 0.5;  // [m]

/// One side of a contact: of a body, whose contact velocity counts with this sign.
struct Touch {
  int contact, axis;
  double sign;
};

/// What a unit of component l of contact d does to component k of contact c, by a body of mass m
/// that both touch. Components are the axis of the contact, and the next two.
Mat3 coupling(const Touch& c, const Touch& d, double m) {
  const double inertia = 0.4 * m * radius * radius;
  Mat3 block;
  for (int k = 0; k < 3; ++k) {
    for (int l = 0; l < 3; ++l) {
      Vec3 t, s, arm_c, arm_d;
      t[(c.axis + k) % 3] = 1, s[(d.axis + l) % 3] = 1;
      // The second body of a contact, of sign +1, has it at the lower end of the axis.
      arm_c[c.axis] = -c.sign * radius, arm_d[d.axis] = -d.sign * radius;
      block[k][l] =
          c.sign * d.sign * (dot(t, s) / m + dot(cross(arm_c, t), cross(arm_d, s)) / inertia);
    }
  }
  return block;
}

}  // namespace

FrictionProblem sphere_lattice(int edge, double compliance, std::uint64_t seed) {
  RandomNumbers random(seed);
  FrictionProblem problem;
  const int strides[3] = {1, edge, edge * edge};
  std::vector<std::vector<Touch>> touches(std::size_t(edge) * std::size_t(edge * edge));
  std::vector<Vec3> v;
  for (std::size_t b = 0; b < touches.size(); ++b)
    v.push_back({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1) - 1});
  for (std::size_t b = 0; b < touches.size(); ++b) {
    for (int axis = 0; axis < 3; ++axis) {
      const bool lowest = int(b) / strides[axis] % edge == 0;
      if (lowest && axis != 2) continue;
      const int contact = problem.contacts();
      touches[b].push_back({contact, axis, 1});
      Vec3 u = v[b];
      if (!lowest) {
        const std::size_t below = b - std::size_t(strides[axis]);
        touches[below].push_back({contact, axis, -1});
        u -= v[below];
      }
      problem.q.push_back({u[axis], u[(axis + 1) % 3], u[(axis + 2) % 3]});
      problem.mu.push_back(random.uniform(0.2, 0.8));
    }
  }
  std::vector<BlockEntry> W;
  for (int c = 0; c < problem.contacts(); ++c) W.push_back({c, c, compliance * identity3()});
  for (const std::vector<Touch>& body : touches) {
    const double m = random.uniform(0.5, 2);
    for (const Touch& c : body)
      for (const Touch& d : body) W.push_back({c.contact, d.contact, coupling(c, d, m)});
  }
  problem.W = block_matrix(problem.contacts(), W);
  return problem;
}

}  // namespace eulersolid
