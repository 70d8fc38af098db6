#pragma once

#include <cmath>
#include <vector>

#include "tests/grid/bodies.h"

/// The lowest mode of a free ball, in which it is stretched along one axis and flattened along
/// another, against Lamb's solution.
namespace eulersolid::test::ball_mode {

/// Zero where eta = omega R / c_t is an eigenvalue of the spheroidal modes of order 2 (Lamb, Proc.
/// London Math. Soc. 13 (1882) 189-212; in this form Eringen and Suhubi, Elastodynamics II, 1975,
/// section 8.14): the surface of the ball is free of tractions.
inline double traction(double eta, double nu) {
  const double n = 2, xi = eta * std::sqrt((1 - 2 * nu) / (2 - 2 * nu));
  const auto j = [](unsigned order, double x) { return std::sph_bessel(order, x); };
  const double a = (n * n - n - eta * eta / 2) * j(2, xi) + 2 * xi * j(3, xi);
  const double b = n * (n + 1) * ((n - 1) * j(2, eta) - eta * j(3, eta));
  const double c = (n - 1) * j(2, xi) - xi * j(3, xi);
  const double d = (n * n - 1 - eta * eta / 2) * j(2, eta) + eta * j(3, eta);
  return a * d - b * c;
}

/// The lowest: 2.640 for nu = 1/4, as Lamb has it.
inline double lowest_eigenvalue(double nu) {
  double low = 2, high = 3;
  while (high - low > 1e-12) {
    const double middle = 0.5 * (low + high);
    (traction(low, nu) * traction(middle, nu) <= 0 ? high : low) = middle;
  }
  return low;
}

/// How much of the mode is in the velocities: sum m v . (x, -y, 0) [kg m^2/s].
inline double amplitude(const Body& body, const GridSpec& grid) {
  const std::vector<Vec3> v = body.state().v.to_host();
  const std::vector<double> mass = body.state().mass.to_host();
  double sum = 0;
  for_active(body, grid, [&](Vec3 x, Vec3, int node) {
    const std::size_t n = std::size_t(node);
    sum += mass[n] * (v[n].x * x.x - v[n].y * x.y);
  });
  return sum;
}

/// What is left of samples (t, q) when the best A cos(omega t) + B sin(omega t) is taken off.
inline double misfit(const std::vector<double>& t, const std::vector<double>& q, double omega) {
  double cc = 0, cs = 0, ss = 0, qc = 0, qs = 0, qq = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double c = std::cos(omega * t[i]), s = std::sin(omega * t[i]);
    cc += c * c, cs += c * s, ss += s * s, qc += q[i] * c, qs += q[i] * s, qq += q[i] * q[i];
  }
  const double det = cc * ss - cs * cs;
  return qq - (qc * (ss * qc - cs * qs) + qs * (cc * qs - cs * qc)) / det;
}

/// omega over Lamb's, from three periods.
/// @param cells  R / h
inline double frequency(double nu, double cells) {
  const double R = 0.3, E = 1e5, rho = 1000, shear = std::sqrt(E / (2 * (1 + nu)) / rho);
  const double exact = lowest_eigenvalue(nu) * shear / R, duration = 3 * 2 * M_PI / exact;
  const GridSpec grid{{0.013, 0.007, -0.011}, R / cells};
  Body body({"ball", ball({}, R), {NeoHookean::make(E, nu), rho, 0}, {}, {}}, grid);
  prescribe(body, grid, [=](Vec3 x) { return (2e-3 * shear / R) * Vec3{x.x, -x.y, 0}; });
  std::vector<double> t, q;
  for (double time = 0; time < duration;) {
    const double dt = 0.4 * grid.h / body.totals().geometry.speed;
    body.kick(dt, {});
    body.move(dt, {});
    time += dt;
    t.push_back(time - 0.5 * dt), q.push_back(amplitude(body, grid));
  }
  double best = 0, least = 1e300;
  for (double part = 0.9; part < 1.1; part += 2e-4) {
    const double rest = misfit(t, q, part * exact);
    if (rest < least) least = rest, best = part;
  }
  return best;
}

}  // namespace eulersolid::test::ball_mode
