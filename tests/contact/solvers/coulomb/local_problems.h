#pragma once

#include <vector>

#include "contact/solvers/coulomb/friction_problem.h"

namespace eulersolid {

/// A problem from the elements of W.
inline FrictionProblem local_problem(const std::vector<MatrixEntry>& W, std::vector<Vec3> q,
                                     std::vector<double> mu) {
  const int order = 3 * int(q.size());
  return {block_matrix(sparse_matrix(order, order, W)), std::move(q), std::move(mu)};
}

/// A point of mass m on a plane: W = I / m.
inline FrictionProblem point_on_plane(double m, Vec3 q, double mu) {
  return local_problem({{0, 0, 1 / m}, {1, 1, 1 / m}, {2, 2, 1 / m}}, {q}, {mu});
}

/// Two points of mass 1 and M, the second on the first, the first on a plane: with velocities v1
/// and v2, u1 = v1 and u2 = v2 - v1. By degrees of freedom.
inline GlobalForm two_points(double M, Vec3 v1, Vec3 v2, double mu) {
  GlobalForm problem;
  std::vector<MatrixEntry> mass, H;
  for (int k = 0; k < 3; ++k) {
    mass.push_back({k, k, 1});
    mass.push_back({3 + k, 3 + k, M});
    H.push_back({k, k, 1});
    H.push_back({k, 3 + k, -1});
    H.push_back({3 + k, 3 + k, 1});
  }
  problem.M = sparse_matrix(6, 6, mass);
  problem.H = sparse_matrix(6, 6, H);
  problem.f = {v1.x, v1.y, v1.z, M * v2.x, M * v2.y, M * v2.z};
  problem.w = {{}, {}};
  problem.mu = {mu, mu};
  return problem;
}

}  // namespace eulersolid
