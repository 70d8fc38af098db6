#include "bench/problems/families.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/problems/bands.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

namespace {

Vec3 random_unit(RandomNumbers& random) {
  const double x = random.normal(), y = random.normal(), z = random.normal();
  const Vec3 v{x, y, z};
  return (1 / std::sqrt(dot(v, v))) * v;
}

/// A row of J M^{-1/2}: what it has on the six degrees of freedom of each of its two balls.
struct Row {
  std::array<int, 2> ball;
  std::array<std::array<double, 6>, 2> element;
};

/// On a ball of radius 1 and mass m, whose moment of inertia is 0.4 m.
std::array<double, 6> wrench(double sign, Vec3 normal, Vec3 arm, double mass) {
  const double linear = sign / std::sqrt(mass), angular = linear / std::sqrt(0.4);
  const Vec3 n = linear * normal, t = angular * cross(arm, normal);
  return {n.x, n.y, n.z, t.x, t.y, t.z};
}

/// The first ball of each place, ascending.
std::vector<int> draw_places(const NormalQpSpec& spec, int balls, RandomNumbers& random) {
  const int places = spec.contacts / spec.copies;
  std::vector<int> first;
  for (int k = 0; k < places; ++k)
    first.push_back(spec.scattered ? random.below(balls)
                                   : int(std::int64_t(k) * (balls - 1) / places));
  std::sort(first.begin(), first.end());
  return first;
}

/// Contacts at one place: the first where it is, the others a little beside it.
void add_contacts(std::array<int, 2> ball, std::array<double, 2> mass, int copies,
                  RandomNumbers& random, std::vector<Row>& rows) {
  constexpr double beside = 0.05;  // of the radius
  const Vec3 normal = random_unit(random), a = random_unit(random), b = random_unit(random);
  for (int copy = 0; copy < copies; ++copy) {
    const Vec3 shift = copy == 0 ? Vec3{} : beside * random_unit(random);
    rows.push_back(
        {ball, {wrench(1, normal, a + shift, mass[0]), wrench(-1, normal, b + shift, mass[1])}});
  }
}

std::vector<Row> draw_rows(const NormalQpSpec& spec, RandomNumbers& random) {
  constexpr int neighbours = 3;
  const int balls = std::max(2, int(std::lround(spec.contacts / (6 * spec.per_dof))));
  std::vector<double> mass;
  for (int b = 0; b < balls; ++b) mass.push_back(random.uniform(0.5, 2));
  mass.resize(mass.size() + neighbours, INFINITY);  // the ground
  std::vector<Row> rows;
  for (const int first : draw_places(spec, balls, random)) {
    const int farthest = spec.scattered ? neighbours : std::min(neighbours, balls - 1 - first);
    const int second = first + 1 + random.below(farthest);
    add_contacts({first, second}, {mass[std::size_t(first)], mass[std::size_t(second)]},
                 spec.copies, random, rows);
  }
  return rows;
}

double dot_rows(const Row& a, const Row& b) {
  double sum = 0;
  for (std::size_t p = 0; p < 2; ++p) {
    for (std::size_t q = 0; q < 2; ++q) {
      if (a.ball[p] != b.ball[q]) continue;
      for (std::size_t d = 0; d < 6; ++d) sum += a.element[p][d] * b.element[q][d];
    }
  }
  return sum;
}

bool share_a_ball(const Row& a, const Row& b) {
  return a.ball[0] == b.ball[0] || a.ball[0] == b.ball[1] || a.ball[1] == b.ball[0] ||
         a.ball[1] == b.ball[1];
}

/// Rows farther than three balls apart have nothing in common.
std::vector<int> first_columns(const std::vector<Row>& rows) {
  std::vector<int> first;
  for (int i = 0; i < int(rows.size()); ++i) {
    int least = i;
    const Row& row = rows[std::size_t(i)];
    for (int j = i - 1; j >= 0 && rows[std::size_t(j)].ball[0] + 3 >= row.ball[0]; --j) {
      if (share_a_ball(row, rows[std::size_t(j)])) least = j;
    }
    first.push_back(least);
  }
  return first;
}

}  // namespace

QpData band_qp(const BandQpSpec& spec) {
  RandomNumbers random(spec.seed);
  HostBand H;
  if (spec.family == BandFamily::uniform)
    H = uniform_band(spec.order, spec.bandwidth, random);
  else if (spec.family == BandFamily::dominant)
    H = dominant_band(spec.order, spec.bandwidth, random);
  else
    H = gram_band(spec.order, spec.bandwidth, spec.epsilon, random);
  std::vector<double> c = random.normals(std::size_t(spec.order));
  for (double& value : c) value = spec.mean + value;
  return QpData::at_least_zero(std::move(H), std::move(c));
}

QpData normal_qp(const NormalQpSpec& spec) {
  RandomNumbers random(spec.seed);
  const std::vector<Row> rows = draw_rows(spec, random);
  HostBand H(first_columns(rows));
  double trace = 0;
  for (int i = 0; i < H.order(); ++i) {
    for (int j = H.first_column[std::size_t(i)]; j <= i; ++j)
      H.at(i, j) = dot_rows(rows[std::size_t(i)], rows[std::size_t(j)]);
    trace += H.diagonal(i);
  }
  const double epsilon = spec.epsilon * trace / H.order();
  for (int i = 0; i < H.order(); ++i) H.at(i, i) += epsilon;
  const std::vector<double> velocity = random.normals(std::size_t(6 * (rows.back().ball[1] + 4)));
  std::vector<double> c;
  for (const Row& row : rows) {
    double sum = 0;
    for (std::size_t p = 0; p < 2; ++p) {
      for (std::size_t d = 0; d < 6; ++d)
        sum -= row.element[p][d] * velocity[std::size_t(row.ball[p]) * 6 + d];
    }
    c.push_back(spec.consistent ? sum : random.normal());
  }
  return QpData::at_least_zero(std::move(H), std::move(c));
}

QpData with_loads(QpData qp, std::uint64_t seed) {
  RandomNumbers random(seed);
  for (std::size_t i = 0; i < qp.c.size(); ++i) {
    const double load = random.uniform() < 0.125 ? 0 : random.uniform() / qp.H.diagonal(int(i));
    qp.lower[i] = -load, qp.upper[i] = load;
  }
  return qp;
}

std::vector<QpFamily> qp_families(const FamilySize& size) {
  std::vector<QpFamily> families;
  const int bandwidth = std::min(size.bandwidth, size.order - 1);
  const auto add_band = [&](const std::string& name, BandFamily family, double epsilon,
                            double mean) {
    families.push_back({name, false, [=, order = size.order](std::uint64_t seed) {
                          return band_qp({family, order, bandwidth, epsilon, mean, seed});
                        }});
  };
  add_band("uniform band", BandFamily::uniform, 0, 0);
  add_band("uniform band, mu 2", BandFamily::uniform, 0, 2);
  add_band("dominant band", BandFamily::dominant, 0, 0);
  for (const double epsilon : {1e-2, 1e-4, 1e-6, 1e-8})
    add_band(fmt::format("BB' + {:.0e}", epsilon), BandFamily::gram, epsilon, 0);
  for (const double per_dof : {0.5, 0.9, 1.1, 2.0}) {
    for (const double epsilon : {1e-2, 1e-4, 1e-6, 1e-8}) {
      for (const bool consistent : {true, false}) {
        families.push_back({fmt::format("contacts/dof {}, {:.0e}, {}", per_dof, epsilon,
                                        consistent ? "c in range" : "c random"),
                            !consistent || epsilon < 1e-6, [=](std::uint64_t seed) {
                              return normal_qp({size.order, per_dof, epsilon, consistent, seed,
                                                size.copies, size.scattered});
                            }});
      }
    }
  }
  return families;
}

}  // namespace eulersolid
