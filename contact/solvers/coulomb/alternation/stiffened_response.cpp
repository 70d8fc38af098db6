#include "contact/solvers/coulomb/alternation/stiffened_response.h"

#include <algorithm>
#include <cmath>

#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/contact_cones.h"
#include "contact/solvers/coulomb/methods/body_form.h"

namespace eulersolid {

namespace {

/// Sums of one row of a sparse matrix up to its diagonal.
class LowerRow {
 public:
  explicit LowerRow(int order) : row_of_(std::size_t(order), -1), sum_(std::size_t(order)) {}

  void add(int row, int column, double value) {
    if (column > row) return;
    const auto j = std::size_t(column);
    if (row_of_[j] != row) {
      row_of_[j] = row, sum_[j] = 0;
      columns_.push_back(column);
    }
    sum_[j] += value;
  }
  void append_to(SparseMatrix& S) {
    std::sort(columns_.begin(), columns_.end());
    for (const int j : columns_) {
      S.column.push_back(j);
      S.value.push_back(sum_[std::size_t(j)]);
    }
    S.row_start.push_back(int(S.column.size()));
    columns_.clear();
  }

 private:
  std::vector<int> row_of_, columns_;
  std::vector<double> sum_;
};

bool is_symmetric(const SparseMatrix& A) {
  const SparseMatrix T = transposed(A);
  double largest = 0, difference = 0;
  for (const double a : A.value) largest = std::max(largest, std::fabs(a));
  if (A.column != T.column || A.row_start != T.row_start) return false;
  for (std::size_t e = 0; e < A.elements(); ++e)
    difference = std::max(difference, std::fabs(A.value[e] - T.value[e]));
  return difference <= 10 * unit_rounding * largest;
}

double largest(const std::vector<double>& x) {
  double most = 0;
  for (const double value : x) most = std::max(most, std::fabs(value));
  return most;
}

}  // namespace

StiffenedResponse::StiffenedResponse(const FrictionProblem& problem)
    : problem_(problem),
      by_bodies_(problem.global && !takes_impulses(problem)),
      symmetric_(by_bodies_ ? is_symmetric(problem.global->M)
                            : asymmetry(problem.W) <= 10 * unit_rounding),
      h_(eulersolid::mean_responses(problem)) {
  if (by_bodies_) HT_ = transposed(problem.global->H);
}

/// M + H R H^T up to its diagonal, row by row (Gustavson, ACM Trans. Math. Softw. 4 (1978) 250).
SparseMatrix StiffenedResponse::stiffened_mass() const {
  const SparseMatrix &M = problem_.global->M, &H = problem_.global->H;
  SparseMatrix S{M.rows, M.rows, {0}, {}, {}};
  LowerRow sums(M.rows);
  for (int i = 0; i < M.rows; ++i) {
    const auto row = std::size_t(i);
    for (auto e = std::size_t(M.row_start[row]); e < std::size_t(M.row_start[row + 1]); ++e)
      sums.add(i, M.column[e], M.value[e]);
    for (auto e = std::size_t(H.row_start[row]); e < std::size_t(H.row_start[row + 1]); ++e) {
      const auto component = std::size_t(H.column[e]);
      const double Rh = stiffness(component / 3) * H.value[e];
      for (auto g = std::size_t(HT_.row_start[component]);
           g < std::size_t(HT_.row_start[component + 1]); ++g)
        sums.add(i, HT_.column[g], Rh * HT_.value[g]);
    }
    sums.append_to(S);
  }
  return S;
}

/// W + R^-1 up to its diagonal.
SparseMatrix StiffenedResponse::softened_response() const {
  const BlockMatrix& W = problem_.W;
  SparseMatrix S{3 * W.order(), 3 * W.order(), {0}, {}, {}};
  LowerRow sums(S.rows);
  for (int row = 0; row < S.rows; ++row) {
    const auto c = std::size_t(row / 3);
    sums.add(row, row, 1 / stiffness(c));
    for (auto e = std::size_t(W.row_start[c]); e < std::size_t(W.row_start[c + 1]); ++e)
      for (int k = 0; k < 3; ++k) sums.add(row, 3 * W.column[e] + k, W.value[e][row % 3][k]);
    sums.append_to(S);
  }
  return S;
}

void StiffenedResponse::order() { factor_ = std::make_unique<SparseCholesky>(matrix()); }

bool StiffenedResponse::set_stiffness(double rho) {
  rho_ = rho;
  const SparseMatrix S = matrix();
  if (!factor_) factor_ = std::make_unique<SparseCholesky>(S);
  return factor_->factor(S);
}

void StiffenedResponse::velocities(const std::vector<Vec3>& b, std::vector<Vec3>& u) {
  u.resize(b.size());
  by_bodies_ ? velocities_of_bodies(b, u) : velocities_of_impulses(b, u);
}

template <class Subtract>
void StiffenedResponse::solve(Vector& x, Subtract subtract) {
  if (symmetric_) return factor_->solve(x);
  const Vector right = x;
  const double small = refined_residual * largest(right);
  factor_->solve(x);
  solves_ = 1;
  for (int round = 0; round < max_refinements; ++round) {
    Vector rest = right;
    subtract(x, rest);
    if (largest(rest) <= small) break;
    factor_->solve(rest), ++solves_;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += rest[i];
  }
}

/// M v = f + H (b - R u), u = H^T v + w.
void StiffenedResponse::velocities_of_bodies(const std::vector<Vec3>& b, std::vector<Vec3>& u) {
  const GlobalForm& global = *problem_.global;
  loads_.clear();
  for (std::size_t c = 0; c < b.size(); ++c) {
    const Vec3 load = b[c] - stiffness(c) * global.w[c];
    loads_.insert(loads_.end(), {load.x, load.y, load.z});
  }
  right_ = global.f;
  add_product(1, global.H, loads_, right_);
  solve(right_, [this, &global](const Vector& v, Vector& rest) {
    part_.assign(std::size_t(HT_.rows), 0);
    add_product(1, HT_, v, part_);
    for (std::size_t row = 0; row < part_.size(); ++row) part_[row] *= stiffness(row / 3);
    add_product(-1, global.M, v, rest);
    add_product(-1, global.H, part_, rest);
  });
  std::fill(loads_.begin(), loads_.end(), 0);
  add_product(1, HT_, right_, loads_);
  for (std::size_t c = 0; c < b.size(); ++c)
    u[c] = global.w[c] + Vec3{loads_[3 * c], loads_[3 * c + 1], loads_[3 * c + 2]};
}

/// (W + R^-1) x = R^-1 b - q for x = b - R u.
void StiffenedResponse::velocities_of_impulses(const std::vector<Vec3>& b, std::vector<Vec3>& u) {
  right_.clear();
  for (std::size_t c = 0; c < b.size(); ++c) {
    const Vec3 load = (1 / stiffness(c)) * b[c] - problem_.q[c];
    right_.insert(right_.end(), {load.x, load.y, load.z});
  }
  solve(right_, [this](const Vector& x, Vector& rest) {
    const std::vector<Vec3> impulses = by_contact(x);
    for (std::size_t c = 0; c < impulses.size(); ++c) {
      const Vec3 Sx = row_product(problem_.W, c, impulses) + (1 / stiffness(c)) * impulses[c];
      for (int k = 0; k < 3; ++k) rest[3 * c + std::size_t(k)] -= Sx[k];
    }
  });
  for (std::size_t c = 0; c < b.size(); ++c)
    u[c] = (1 / stiffness(c)) * (b[c] - Vec3{right_[3 * c], right_[3 * c + 1], right_[3 * c + 2]});
}

}  // namespace eulersolid
