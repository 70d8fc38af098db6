#include <gtest/gtest.h>
#include <lapacke.h>

#include "tests/contact/solvers/qp/qp_problem.h"

/// Friction is posed as a two-sided box in y = (b1 + b2, b1 - b2). Here the thesis' own way, the
/// rows E of (F2) in beta = (b1, b2) with the null space of the active ones (Algorithm 5.2), is the
/// reference.

namespace eulersolid {
namespace {

/// (F2): min 1/2 beta^T H beta - beta^T d, E_c beta_c <= gamma_c, with H dense by columns.
struct Friction {
  int contacts = 0;
  std::vector<double> H, d, gamma;

  int order() const { return 2 * contacts; }
};

constexpr double E[4][2] = {{1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
using Active = std::vector<std::array<bool, 4>>;  // rows of E, per contact

struct Solution {
  std::vector<double> beta;
  std::vector<std::array<double, 4>> nu;  // zero for rows that are not active
};

/// d - H beta.
std::vector<double> rest(const Friction& f, const std::vector<double>& beta) {
  std::vector<double> r = f.d;
  const std::size_t n = r.size();
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) r[i] -= f.H[i + n * j] * beta[j];
  }
  return r;
}

/// Columns of Z (Eq. 5.10 - 5.12): per contact the directions that its active rows leave free.
std::vector<std::vector<double>> null_space(const Friction& f, const Active& active) {
  std::vector<std::vector<double>> Z;
  for (std::size_t c = 0; c < active.size(); ++c) {
    const bool sum = active[c][0] || active[c][1], difference = active[c][2] || active[c][3];
    std::vector<std::array<double, 2>> columns;
    if (!sum && !difference) columns = {{1, 0}, {0, 1}};
    if (sum && !difference) columns = {{1, -1}};
    if (!sum && difference) columns = {{1, 1}};
    for (const auto& column : columns) {
      Z.emplace_back(std::size_t(f.order()), 0.0);
      Z.back()[2 * c] = column[0], Z.back()[2 * c + 1] = column[1];
    }
  }
  return Z;
}

/// Algorithm 5.2 with b = gamma, and the right-hand side Z^T (d - H beta_p).
Solution F0_solve(const Friction& f, const Active& active) {
  std::vector<double> beta(f.d.size(), 0.0);
  for (std::size_t c = 0; c < active.size(); ++c) {  // beta_p = E_A^T b / 2, Eq. 5.18
    for (std::size_t row = 0; row < 4; ++row) {
      for (std::size_t k = 0; k < 2; ++k)
        beta[2 * c + k] += active[c][row] * E[row][k] * f.gamma[c] / 2;
    }
  }
  const std::vector<std::vector<double>> Z = null_space(f, active);
  const std::vector<double> r = rest(f, beta);
  const std::size_t n = f.d.size(), q = Z.size();
  std::vector<double> G(q * q, 0.0), right(q, 0.0);
  for (std::size_t a = 0; a < q; ++a) {
    for (std::size_t i = 0; i < n; ++i) {
      right[a] += Z[a][i] * r[i];
      for (std::size_t j = 0; j < n && Z[a][i] != 0; ++j) {
        for (std::size_t b = 0; b < q; ++b) G[a + q * b] += Z[a][i] * f.H[i + n * j] * Z[b][j];
      }
    }
  }
  if (q > 0) {
    EXPECT_EQ(
        LAPACKE_dposv(LAPACK_COL_MAJOR, 'L', int(q), 1, G.data(), int(q), right.data(), int(q)), 0);
  }
  for (std::size_t a = 0; a < q; ++a) {
    for (std::size_t i = 0; i < n; ++i) beta[i] += Z[a][i] * right[a];
  }
  Solution solution{beta, std::vector<std::array<double, 4>>(active.size())};
  const std::vector<double> force = rest(f, beta);
  for (std::size_t c = 0; c < active.size(); ++c) {  // nu = E_A (d - H beta) / 2, Eq. 5.20
    for (std::size_t row = 0; row < 4; ++row) {
      solution.nu[c][row] =
          active[c][row] * (E[row][0] * force[2 * c] + E[row][1] * force[2 * c + 1]) / 2;
    }
  }
  return solution;
}

/// Algorithm 2.2 from no active rows; gamma > 0, so opposite rows are never active together.
Solution reference(const Friction& f) {
  Active active(std::size_t(f.contacts), {false, false, false, false});
  for (int iteration = 0; iteration < 50; ++iteration) {
    const Solution solution = F0_solve(f, active);
    Active next = active;
    for (std::size_t c = 0; c < active.size(); ++c) {
      for (std::size_t row = 0; row < 4; ++row) {
        const double value =
            E[row][0] * solution.beta[2 * c] + E[row][1] * solution.beta[2 * c + 1];
        const double gap = active[c][row] ? 0 : f.gamma[c] - value;
        next[c][row] = gap - solution.nu[c][row] < 0;
      }
    }
    if (next == active) return solution;
    active = next;
  }
  ADD_FAILURE() << "the reference did not converge";
  return {};
}

Friction random_friction(int contacts, unsigned seed) {
  const HostBand H = low_rank_band(2 * contacts, 2 * contacts + 20, 16, 1e-2, seed);
  Friction f{contacts, H.dense(), random_vector(std::size_t(2 * contacts), seed + 1), {}};
  for (double& value : f.d) value *= 4;
  for (const double x : random_vector(std::size_t(contacts), seed + 2)) {
    f.gamma.push_back(0.05 + 0.3 * std::abs(x));
  }
  return f;
}

/// The same problem in y, with beta = P y, P = [1 1; 1 -1] / 2: H_y = P^T H P, c_y = P^T d, |y| <=
/// gamma.
QpData in_box_coordinates(const Friction& f) {
  const std::size_t n = std::size_t(f.order());
  QpData qp{HostBand::uniform(f.order(), f.order()), {}, {}, {}};
  const auto sign = [](std::size_t i) { return i % 2 == 0 ? 1.0 : -1.0; };
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t p = i - i % 2;
    qp.c.push_back((f.d[p] + sign(i) * f.d[p + 1]) / 2);
    qp.upper.push_back(f.gamma[i / 2]), qp.lower.push_back(-f.gamma[i / 2]);
    for (std::size_t j = 0; j <= i; ++j) {
      const std::size_t q = j - j % 2;
      const auto h = [&](std::size_t a, std::size_t b) { return f.H[a + n * b]; };
      qp.H.at(int(i), int(j)) = (h(p, q) + sign(j) * h(p, q + 1) + sign(i) * h(p + 1, q) +
                                 sign(i) * sign(j) * h(p + 1, q + 1)) /
                                4;
    }
  }
  return qp;
}

TEST(FrictionCoordinates, TheBoxGivesWhatAlgorithm52Gives) {
  for (unsigned seed = 0; seed < 8; ++seed) {
    const int contacts = 3 + 9 * int(seed);
    const Friction f = random_friction(contacts, seed);
    const Solution expected = reference(f);
    const QpResult result = solve_once(in_box_coordinates(f), all_free(std::size_t(2 * contacts)));
    ASSERT_TRUE(result.report.converged);
    int sticking = 0, sliding = 0;
    for (std::size_t c = 0; c < std::size_t(contacts); ++c) {
      const double* y = &result.x[2 * c];
      EXPECT_NEAR(expected.beta[2 * c], (y[0] + y[1]) / 2, 1e-10);
      EXPECT_NEAR(expected.beta[2 * c + 1], (y[0] - y[1]) / 2, 1e-10);
      const double* lambda = &result.multiplier[2 * c];  // at an upper bound -nu, at a lower one nu
      EXPECT_NEAR(expected.nu[c][1] - expected.nu[c][0], lambda[0], 1e-10);
      EXPECT_NEAR(expected.nu[c][3] - expected.nu[c][2], lambda[1], 1e-10);
      const bool at_bound = result.state[2 * c] != 0 || result.state[2 * c + 1] != 0;
      ++(at_bound ? sliding : sticking);
    }
    EXPECT_GT(sliding, 0);
    if (contacts > 20) {
      EXPECT_GT(sticking, 0);
    }
  }
}

}  // namespace
}  // namespace eulersolid
