#include "tests/contact/solvers/qp/families.h"

#include <array>

namespace eulersolid {

namespace {

using Row = std::vector<std::pair<int, double>>;  // column and value, by column

double dot(const Row& a, const Row& b) {
  double total = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].first == b[j].first) total += a[i].second * b[j].second;
    const int left = a[i].first, right = b[j].first;
    i += left <= right, j += right <= left;
  }
  return total;
}

/// B B^T + eps.
DenseBand gram(const std::vector<Row>& B, double eps) {
  const int n = int(B.size());
  DenseBand H{n, std::vector<int>(B.size()), {}};
  H.values.assign(B.size() * B.size(), 0.0);
  for (int i = 0; i < n; ++i) {
    H.first_column[std::size_t(i)] = i;
    for (int j = i; j >= 0; --j) {
      const double value = dot(B[std::size_t(i)], B[std::size_t(j)]) + (i == j ? eps : 0);
      if (value != 0) H.set(i, j, value), H.first_column[std::size_t(i)] = j;
    }
  }
  return H;
}

struct Vector3 {
  double x, y, z;
};
Vector3 cross(Vector3 a, Vector3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Vector3 random_unit(std::mt19937& random) {
  std::normal_distribution<double> element;
  const Vector3 v{element(random), element(random), element(random)};
  const double length = std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z) + 1e-300;
  return {v.x / length, v.y / length, v.z / length};
}

/// The six elements of J M^{-1/2} that belong to one body, pushed along `sign` n at `arm`.
void add_wrench(Row& row, int body, double sign, Vector3 n, Vector3 arm, double mass) {
  const double root = 1 / std::sqrt(mass), inertia = root / std::sqrt(0.4);
  const Vector3 torque = cross(arm, n);
  const std::array<double, 6> values{root * n.x,         root * n.y,         root * n.z,
                                     inertia * torque.x, inertia * torque.y, inertia * torque.z};
  for (int k = 0; k < 6; ++k) row.emplace_back(6 * body + k, sign * values[std::size_t(k)]);
}

/// A contact of two bodies, and its copies a little beside it.
void add_contact(std::vector<Row>& J, int first, int second, const std::vector<double>& mass,
                 int copies, std::mt19937& random) {
  const Vector3 normal = random_unit(random), a = random_unit(random), b = random_unit(random);
  for (int copy = 0; copy < copies; ++copy) {
    const Vector3 s = random_unit(random);
    const double beside = copy == 0 ? 0 : 0.05;
    const Vector3 at{a.x + beside * s.x, a.y + beside * s.y, a.z + beside * s.z};
    const Vector3 from{b.x + beside * s.x, b.y + beside * s.y, b.z + beside * s.z};
    Row row;
    add_wrench(row, first, 1, normal, at, mass[std::size_t(first)]);
    if (second >= 0) add_wrench(row, second, -1, normal, from, mass[std::size_t(second)]);
    J.push_back(row);
  }
}

DenseBand square(const DenseBand& A) {
  std::vector<Row> rows(static_cast<std::size_t>(A.order));
  for (int i = 0; i < A.order; ++i) {
    for (int j = 0; j < A.order; ++j) {
      if (A.at(i, j) != 0) rows[std::size_t(i)].emplace_back(j, A.at(i, j));
    }
  }
  return gram(rows, 0);
}

std::string exponent(double eps) {
  return "1e" + std::to_string(int(std::lround(std::log10(eps))));
}

class Visitor {
 public:
  Visitor(const FamilySize& size, const std::function<void(const NamedProblem&)>& visit)
      : size_(size), visit_(visit) {}

  void easy() {
    const int n = 12 * size_.bodies;
    for (unsigned seed = 0; seed < unsigned(size_.seeds); ++seed) {
      both("uniform band", uniform_band(n, 40, seed), seed);
      both("dominant band", random_band(n, 40, 1.01, seed), seed);
      for (const double eps : {1e-2, 1e-4, 1e-6, 1e-8})
        both("B B^T + " + exponent(eps), product_band(n, 30, eps, seed), seed);
      const int side = int(std::lround(std::sqrt(double(n))));
      both("Laplacian", laplacian(side), seed);
      both("biharmonic", biharmonic(side), seed);
    }
  }

  void contacts() {
    for (const double per_freedom : {0.5, 0.9, 1.1, 2.0}) {
      for (const double eps : {1e-2, 1e-4, 1e-6, 1e-8}) {
        for (unsigned seed = 0; seed < unsigned(size_.seeds); ++seed)
          of_contacts(per_freedom, seed % 2 == 0 ? 1 : 3, eps, seed);
      }
    }
  }

 private:
  void both(const std::string& family, const DenseBand& H, unsigned seed) {
    for (const BoundsKind kind : {BoundsKind::contact, BoundsKind::friction}) {
      const bool one_sided = kind == BoundsKind::contact;
      visit_({family + (one_sided ? "" : ", two-sided"), false,
              with_bounds(H, random_vector(std::size_t(H.order), seed + 11), kind, seed)});
    }
  }

  void of_contacts(double per_freedom, int copies, double eps, unsigned seed) {
    const ContactGram gram = contact_gram(size_.bodies, per_freedom, copies, eps, seed);
    const std::string ratio = std::to_string(per_freedom).substr(0, 3);
    for (const bool consistent : {true, false}) {
      const std::vector<double> c =
          consistent ? gram.consistent : random_vector(std::size_t(gram.H.order), seed + 17);
      for (const BoundsKind kind : {BoundsKind::contact, BoundsKind::friction}) {
        visit_({"contacts/dof " + ratio + ", eps " + exponent(eps) +
                    (consistent ? ", c in range" : ", c random") +
                    (kind == BoundsKind::contact ? "" : ", two-sided"),
                !consistent || eps < 1e-6, with_bounds(gram.H, c, kind, seed)});
      }
    }
  }

  FamilySize size_;
  const std::function<void(const NamedProblem&)>& visit_;
};

}  // namespace

DenseBand uniform_band(int order, int bandwidth, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> element(-1, 1);
  DenseBand H{order, std::vector<int>(std::size_t(order)), {}};
  H.values.assign(std::size_t(order) * std::size_t(order), 0.0);
  for (int i = 0; i < order; ++i) {
    const int first = H.first_column[std::size_t(i)] = std::max(0, i - bandwidth);
    for (int j = first; j < i; ++j) H.set(i, j, element(random));
    H.set(i, i, 1.1 * 2 * std::sqrt(2 * bandwidth / 3.0));
  }
  return H;
}

DenseBand product_band(int order, int bandwidth, double eps, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> element(0, 1 / std::sqrt(bandwidth + 1.0));
  std::vector<Row> B(static_cast<std::size_t>(order));
  for (int i = 0; i < order; ++i) {
    for (int j = i; j <= std::min(order - 1, i + bandwidth); ++j)
      B[std::size_t(i)].emplace_back(j, element(random));
  }
  return gram(B, eps);
}

DenseBand laplacian(int side) {
  const int n = side * side;
  DenseBand H{n, std::vector<int>(std::size_t(n)), {}};
  H.values.assign(std::size_t(n) * std::size_t(n), 0.0);
  for (int i = 0; i < n; ++i) {
    H.set(i, i, 4);
    if (i % side > 0) H.set(i, i - 1, -1);
    if (i >= side) H.set(i, i - side, -1);
    H.first_column[std::size_t(i)] = std::max(0, i - side);
  }
  return H;
}

DenseBand biharmonic(int side) { return square(laplacian(side)); }

ContactGram contact_gram(int bodies, double per_freedom, int copies, double eps, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> mass_of(0.5, 2.0);
  std::vector<double> mass;
  for (int body = 0; body < bodies; ++body) mass.push_back(mass_of(random));
  const int places = int(std::lround(6 * bodies * per_freedom / copies));
  std::vector<int> firsts;  // at random: some bodies have many contacts, some none
  for (int place = 0; place < places; ++place) firsts.push_back(int(random() % unsigned(bodies)));
  std::sort(firsts.begin(), firsts.end());
  std::vector<Row> J;
  for (const int first : firsts) {
    const int second = first + 1 + int(random() % 3);  // beyond the last body: the ground
    add_contact(J, first, second < bodies ? second : -1, mass, copies, random);
  }
  std::vector<double> v = random_vector(std::size_t(6 * bodies), seed + 3), c;
  for (const Row& row : J) {
    c.push_back(0);
    for (const auto& [column, value] : row) c.back() -= value * v[std::size_t(column)];
  }
  return {gram(J, eps), c};
}

QpProblem with_bounds(DenseBand H, std::vector<double> c, BoundsKind kind, unsigned seed) {
  QpProblem qp{std::move(H), std::move(c), {}, {}};
  std::mt19937 random(seed + 5);
  std::exponential_distribution<double> load(1.0);
  for (std::size_t i = 0; i < qp.c.size(); ++i) {
    const double most = random() % 8 == 0 ? 0 : load(random);
    qp.lower.push_back(kind == BoundsKind::contact ? 0 : -most);
    qp.upper.push_back(kind == BoundsKind::contact ? infinity : most);
  }
  return qp;
}

void for_each_problem(const FamilySize& size,
                      const std::function<void(const NamedProblem&)>& visit) {
  Visitor visitor(size, visit);
  visitor.easy();
  visitor.contacts();
}

std::vector<std::int8_t> bound_where_pulled(const QpProblem& qp) {
  std::vector<std::int8_t> state;
  for (std::size_t i = 0; i < qp.c.size(); ++i) {
    state.push_back(qp.c[i] < 0 && qp.lower[i] > -infinity ? -1 : 0);
  }
  return state;
}

}  // namespace eulersolid
