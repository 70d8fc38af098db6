#include "contact/solvers/coulomb/methods/rho_rules.h"

#include <cmath>
#include <functional>
#include <limits>

#include "contact/solvers/coulomb/constants.h"
#include "kernels/sparse/sparse_factor.h"

namespace eulersolid {

namespace {

using Product = std::function<std::vector<double>(std::vector<double>)>;

double length(const std::vector<double>& x) {
  double sum = 0;
  for (const double value : x) sum += value * value;
  return std::sqrt(sum);
}

/// The largest |eigenvalue| of a matrix by the power method, from a start with all modes.
double largest_eigenvalue(int order, const Product& product) {
  std::vector<double> x(static_cast<std::size_t>(order));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1 + std::sin(double(i));
  double value = 0;
  for (int k = 0; k < power_iterations; ++k) {
    const double size = length(x);
    for (double& element : x) element /= size;
    x = product(std::move(x));
    const double next = length(x);
    if (std::fabs(next - value) <= power_accuracy * next) return next;
    value = next;
  }
  return value;
}

double largest_eigenvalue(const SparseMatrix& A) {
  return largest_eigenvalue(A.rows, [&A](const std::vector<double>& x) {
    std::vector<double> y(x.size(), 0);
    add_product(1, A, x, y);
    return y;
  });
}

/// 1 / |lambda_max of A^-1|; zero for a matrix that is singular.
double smallest_eigenvalue(const SparseMatrix& A) {
  const SparseFactor factor(A);
  if (factor.singular()) return 0;
  const double inverse = largest_eigenvalue(A.rows, [&factor](std::vector<double> x) {
    factor.solve(x);
    return x;
  });
  return std::isfinite(inverse) ? 1 / inverse : 0;
}

/// The largest sum of |a_ij| of a column.
double norm_1(const SparseMatrix& A) {
  std::vector<double> sums(std::size_t(A.columns), 0);
  for (std::size_t e = 0; e < A.elements(); ++e)
    sums[std::size_t(A.column[e])] += std::fabs(A.value[e]);
  double most = 0;
  for (const double sum : sums) most = std::fmax(most, sum);
  return most;
}

/// Frobenius' norm.
double norm_of(const SparseMatrix& A) { return length(A.value); }

}  // namespace

double first_rho(const FrictionProblem& problem, RhoRule rule) {
  const double none = std::numeric_limits<double>::infinity();
  const SparseMatrix W = sparse_matrix(problem.W);
  switch (rule) {
    case RhoRule::ghadimi: {
      const double least = smallest_eigenvalue(W), most = largest_eigenvalue(W);
      return least > min_mode * most ? 1 / std::sqrt(least * most) : none;
    }
    case RhoRule::di_cairano:
      if (!problem.global) return none;
      return std::sqrt(smallest_eigenvalue(problem.global->M) *
                       largest_eigenvalue(problem.global->M));
    case RhoRule::acary:
      return problem.global ? norm_1(problem.global->M) / norm_1(problem.global->H) : none;
    case RhoRule::normal:
      return 1;
    case RhoRule::smaller:
      return 2.0 / 3;
    case RhoRule::w_norm:
      return 1 / norm_of(W);
    case RhoRule::w_eigenvalue:
      return 1 / largest_eigenvalue(W);
  }
  return none;
}

}  // namespace eulersolid
