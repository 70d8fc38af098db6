#include "bench/problems/families.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/problems/random_numbers.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

namespace {

void fill_uniform(BandData& H, double diagonal, RandomNumbers& random) {
  for (int i = 0; i < H.order(); ++i) {
    for (int j = H.first[std::size_t(i)]; j < i; ++j) H.at(i, j) = random.uniform(-1, 1);
    H.at(i, i) = diagonal;
  }
}

void fill_dominant(BandData& H, RandomNumbers& random) {
  fill_uniform(H, 0, random);
  std::vector<double> sums(H.first.size(), 0.0);
  for (int i = 0; i < H.order(); ++i) {
    for (int j = H.first[std::size_t(i)]; j < i; ++j) {
      sums[std::size_t(i)] += std::abs(H.at(i, j));
      sums[std::size_t(j)] += std::abs(H.at(i, j));
    }
  }
  for (int i = 0; i < H.order(); ++i) H.at(i, i) = 1.1 * std::max(sums[std::size_t(i)], 1.0);
}

void fill_gram(BandData& H, int bandwidth, double epsilon, RandomNumbers& random) {
  BandData B = H;
  for (double& value : B.values) value = random.normal();
  for (int i = 0; i < H.order(); ++i) {
    for (int j = H.first[std::size_t(i)]; j <= i; ++j) {
      double sum = 0;
      for (int k = H.first[std::size_t(i)]; k <= j; ++k) sum += B.at(i, k) * B.at(j, k);
      H.at(i, j) = sum / (bandwidth + 1) + (i == j ? epsilon : 0);
    }
  }
}

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

std::vector<Row> draw_rows(const ContactQpSpec& spec, RandomNumbers& random) {
  const int balls = std::max(2, int(std::lround(spec.contacts / (6 * spec.per_dof))));
  std::vector<double> mass;
  for (int b = 0; b < balls; ++b) mass.push_back(random.uniform(0.5, 2));
  std::vector<Row> rows;
  for (int k = 0; k < spec.contacts; ++k) {
    const int first = int(std::int64_t(k) * (balls - 1) / spec.contacts);
    const int farthest = std::min(3, balls - 1 - first);
    const int second = first + 1 + int(random.uniform() * farthest);
    const Vec3 normal = random_unit(random), a = random_unit(random), b = random_unit(random);
    rows.push_back({{first, second},
                    {wrench(1, normal, a, mass[std::size_t(first)]),
                     wrench(-1, normal, b, mass[std::size_t(second)])}});
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
  BandData H = BandData::uniform(spec.order, spec.bandwidth);
  const double edge = 2 * std::sqrt(2 * double(spec.bandwidth) / 3);
  if (spec.family == BandFamily::uniform)
    fill_uniform(H, spec.bandwidth > 0 ? 1.1 * edge : 1, random);
  else if (spec.family == BandFamily::dominant)
    fill_dominant(H, random);
  else
    fill_gram(H, spec.bandwidth, spec.epsilon, random);
  std::vector<double> c;
  for (int i = 0; i < spec.order; ++i) c.push_back(spec.mean + random.normal());
  return QpData::at_least_zero(std::move(H), std::move(c));
}

QpData contact_qp(const ContactQpSpec& spec) {
  RandomNumbers random(spec.seed);
  const std::vector<Row> rows = draw_rows(spec, random);
  BandData H(first_columns(rows));
  double trace = 0;
  for (int i = 0; i < H.order(); ++i) {
    for (int j = H.first[std::size_t(i)]; j <= i; ++j)
      H.at(i, j) = dot_rows(rows[std::size_t(i)], rows[std::size_t(j)]);
    trace += H.diagonal(i);
  }
  const double epsilon = spec.epsilon * trace / H.order();
  for (int i = 0; i < H.order(); ++i) H.at(i, i) += epsilon;
  std::vector<double> velocity, c;
  for (int d = 0; d < 6 * (rows.back().ball[1] + 4); ++d) velocity.push_back(random.normal());
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

}  // namespace eulersolid
