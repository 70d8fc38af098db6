#include "contact/solvers/coulomb/contact_identity.h"

#include <algorithm>
#include <cmath>

#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/rolling_friction.h"

namespace eulersolid {

namespace {

/// a . b of row i of A and row j of B.
double product(const SparseMatrix& A, std::size_t i, const SparseMatrix& B, std::size_t j) {
  double sum = 0;
  auto a = std::size_t(A.row_start[i]), b = std::size_t(B.row_start[j]);
  const auto a_end = std::size_t(A.row_start[i + 1]), b_end = std::size_t(B.row_start[j + 1]);
  while (a < a_end && b < b_end) {
    if (A.column[a] == B.column[b])
      sum += A.value[a++] * B.value[b++];
    else if (A.column[a] < B.column[b])
      ++a;
    else
      ++b;
  }
  return sum;
}

/// The unknowns that the normal of a contact moves most.
std::vector<int> main_unknowns(const SparseMatrix& HT, std::size_t contact) {
  const auto first = std::size_t(HT.row_start[3 * contact]);
  const auto last = std::size_t(HT.row_start[3 * contact + 1]);
  double most = 0;
  for (std::size_t e = first; e < last; ++e) most = std::fmax(most, std::fabs(HT.value[e]));
  std::vector<int> unknowns;
  for (std::size_t e = first; e < last; ++e)
    if (std::fabs(HT.value[e]) >= 0.5 * most) unknowns.push_back(HT.column[e]);
  return unknowns;
}

struct Pair {
  double distance;
  int before, now;
};

/// Contacts that may be one, the nearest first.
std::vector<Pair> candidates(const SparseMatrix& before, const SparseMatrix& now) {
  std::vector<std::vector<int>> by_unknown(std::size_t(before.columns));
  for (std::size_t c = 0; c < std::size_t(before.rows / 3); ++c)
    for (const int i : main_unknowns(before, c)) by_unknown[std::size_t(i)].push_back(int(c));
  std::vector<Pair> pairs;
  for (std::size_t c = 0; c < std::size_t(now.rows / 3); ++c) {
    const double size = product(now, 3 * c, now, 3 * c);
    for (const int i : main_unknowns(now, c)) {
      for (const int other : by_unknown[std::size_t(i)]) {
        const std::size_t row = 3 * std::size_t(other);
        const double square =
            product(before, row, before, row) + size - 2 * product(before, row, now, 3 * c);
        if (square <= farthest_contact * farthest_contact * size)
          pairs.push_back({square / size, other, int(c)});
      }
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.distance < b.distance; });
  return pairs;
}

/// The r that makes H_now r nearest to H_before r_before.
Vec3 turned(const SparseMatrix& before, std::size_t b, Vec3 r, const SparseMatrix& now,
            std::size_t n) {
  Mat3 square, mixed;
  for (int k = 0; k < 3; ++k) {
    for (int l = 0; l < 3; ++l) {
      square[k][l] = product(now, 3 * n + std::size_t(k), now, 3 * n + std::size_t(l));
      mixed[k][l] = product(now, 3 * n + std::size_t(k), before, 3 * b + std::size_t(l));
    }
  }
  if (square[0][0] == 0) square[0][0] = 1;  // of a moment, whose first component moves nothing
  return determinant(square) > 0 ? inverse(square) * (mixed * r) : Vec3{};
}

}  // namespace

std::vector<Vec3> carried_impulses(const GlobalForm& before, const std::vector<Vec3>& r,
                                   const GlobalForm& now) {
  std::vector<Vec3> carried(now.w.size());
  if (before.M.rows != now.M.rows) return carried;
  const SparseMatrix A = transposed(before.H), B = transposed(now.H);
  std::vector<char> used(r.size(), 0), found(carried.size(), 0);
  for (const Pair& pair : candidates(A, B)) {
    const auto from = std::size_t(pair.before), to = std::size_t(pair.now);
    if (used[from] != 0 || found[to] != 0) continue;
    used[from] = found[to] = 1;
    carried[to] = turned(A, from, r[from], B, to);
    if (is_moment(before.rolling, from + 1) && is_moment(now.rolling, to + 1))
      carried[to + 1] = turned(A, from + 1, r[from + 1], B, to + 1);
  }
  return carried;
}

}  // namespace eulersolid
