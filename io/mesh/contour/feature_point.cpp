#include "io/mesh/contour/feature_point.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/math/mat3.h"

namespace eulersolid {

namespace {

/// Eigenvalues of a symmetric matrix, the largest first, and their unit vectors.
struct Eigen {
  std::array<double, 3> value;
  std::array<Vec3, 3> vector;
};

/// Jacobi's method: G. H. Golub and C. F. Van Loan, Matrix Computations, Sec. 8.5.
Eigen eigen_of(Mat3 a) {
  constexpr int max_sweeps = 12;
  Mat3 v = identity3();
  for (int sweep = 0; sweep < max_sweeps; ++sweep) {
    const double off = std::fabs(a[0][1]) + std::fabs(a[0][2]) + std::fabs(a[1][2]);
    if (off <= 1e-14 * (std::fabs(a[0][0]) + std::fabs(a[1][1]) + std::fabs(a[2][2]))) break;
    for (int p = 0; p < 2; ++p)
      for (int q = p + 1; q < 3; ++q) {
        if (a[p][q] == 0) continue;
        const double tau = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const double t = (tau >= 0 ? 1 : -1) / (std::fabs(tau) + std::sqrt(1 + tau * tau));
        const double c = 1 / std::sqrt(1 + t * t), s = t * c;
        Mat3 turn = identity3();
        turn[p][p] = turn[q][q] = c, turn[p][q] = s, turn[q][p] = -s;
        a = transpose(turn) * (a * turn);
        v = v * turn;
      }
  }
  Eigen eigen;
  std::array<int, 3> order{0, 1, 2};
  std::sort(order.begin(), order.end(), [&](int i, int j) { return a[i][i] > a[j][j]; });
  for (std::size_t n = 0; n < 3; ++n) {
    const int column = order[n];
    eigen.value[n] = a[column][column];
    eigen.vector[n] = {v[0][column], v[1][column], v[2][column]};
  }
  return eigen;
}

/// The mean of the planes' normals, in which those that are alike count as one together.
Vec3 mean_normal(const SurfacePoint* points, int count) {
  constexpr double alike = 0.96;  // cosine of 16 degrees
  Vec3 sum;
  for (int n = 0; n < count; ++n) {
    int same = 0;
    for (int m = 0; m < count; ++m) same += dot(points[n].normal, points[m].normal) >= alike;
    if (same > 0) sum += (1.0 / same) * points[n].normal;
  }
  return normalized(sum);
}

bool is_near(Vec3 at, Vec3 centre, double reach) {
  const Vec3 way = at - centre;
  return std::fabs(way.x) <= reach && std::fabs(way.y) <= reach && std::fabs(way.z) <= reach;
}

}  // namespace

FeaturePoint feature_point(const SurfacePoint* points, int count, Vec3 centre, double reach) {
  constexpr double same_plane = 0.02;  // part of the largest eigenvalue: tan^2 of 8 degrees
  Vec3 mean;
  for (int n = 0; n < count; ++n) mean += (1.0 / count) * points[n].at;
  Mat3 a{};
  Vec3 b;
  for (int n = 0; n < count; ++n) {
    const Vec3 normal = points[n].normal;
    a = a + outer(normal, normal);
    b += dot(normal, points[n].at - mean) * normal;
  }
  const Eigen eigen = eigen_of(a);
  int rank = 0;
  while (rank < 3 && eigen.value[std::size_t(rank)] > same_plane * eigen.value[0]) ++rank;
  for (; rank > 0; --rank) {
    Vec3 at = mean;
    for (std::size_t n = 0; n < std::size_t(rank); ++n)
      at += (dot(eigen.vector[n], b) / eigen.value[n]) * eigen.vector[n];
    if (!is_near(at, centre, reach)) continue;
    return {at, rank > 1 ? mean_normal(points, count) : Vec3{}, rank};
  }
  return {mean, {}, 0};
}

}  // namespace eulersolid
