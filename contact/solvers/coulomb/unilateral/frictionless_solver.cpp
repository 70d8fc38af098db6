#include "contact/solvers/coulomb/unilateral/frictionless_solver.h"

#include <algorithm>
#include <cmath>

#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/coulomb_errors.h"
#include "kernels/core/stopwatch.h"
#include "kernels/sparse/band_order.h"

namespace eulersolid {

namespace {

/// Every third row and column, from the first.
SparseMatrix normals_of(const SparseMatrix& A, int row_step, int column_step) {
  std::vector<MatrixEntry> entries;
  for (int i = 0; i < A.rows; i += row_step)
    for (int e = A.row_start[std::size_t(i)]; e < A.row_start[std::size_t(i) + 1]; ++e)
      if (A.column[std::size_t(e)] % column_step == 0)
        entries.push_back(
            {i / row_step, A.column[std::size_t(e)] / column_step, A.value[std::size_t(e)]});
  return sparse_matrix((A.rows + row_step - 1) / row_step,
                       (A.columns + column_step - 1) / column_step, entries);
}

std::vector<double> normals_of(const std::vector<Vec3>& vectors) {
  std::vector<double> normals;
  for (const Vec3& v : vectors) normals.push_back(v.x);
  return normals;
}

void scale(std::vector<double>& values, double factor) {
  for (double& v : values) v *= factor;
}

/// What it means to be of order one in a problem.
struct Units {
  double velocity = 1, impulse = 1;
};

Units units_of(const LocalProblem& problem) {
  Units units;
  double speed = 0, response = 0;
  for (const Vec3& q : problem.q) speed = std::max(speed, std::fabs(q.x));
  for (const Mat3& W : diagonal_blocks(problem.W)) response += W[0].x;
  if (speed > 0) units.velocity = speed;
  units.impulse = units.velocity * double(problem.q.size()) / response;
  return units;
}

/// The problem in those units: x of a global one are velocities, of a local one impulses.
void scale(UnilateralProblem& problem, bool global, Units units) {
  const double x = global ? units.velocity : units.impulse;
  const double y = global ? units.velocity : units.impulse;
  const double l = global ? units.impulse : units.velocity;
  scale(problem.G.value, x / l), scale(problem.c, 1 / l), scale(problem.b, 1 / y);
}

InteriorOptions options_of(const UnilateralProblem& problem, const CoulombLimits& limits) {
  InteriorOptions options;
  const double tolerance = std::max(least_interior_tolerance, interior_share * limits.tolerance);
  options.primal_tolerance = tolerance / problem.rows();
  options.dual_tolerance = tolerance / problem.unknowns();
  options.product_tolerance = tolerance * tolerance;
  options.max_iterations = std::min(options.max_iterations, limits.max_iterations);
  options.max_seconds = limits.max_seconds;
  return options;
}

CoulombReport judged(const CoulombProblem& problem, const CoulombLimits& limits,
                     const std::vector<Vec3>& r) {
  CoulombReport report;
  report.error = coulomb_errors(problem.local, r).coulomb;
  report.converged = report.error <= limits.tolerance;
  return report;
}

}  // namespace

UnilateralProblem unilateral_problem(const CoulombProblem& problem) {
  if (!problem.global) {
    const int contacts = problem.local.contacts();
    std::vector<MatrixEntry> unit;
    for (int c = 0; c < contacts; ++c) unit.push_back({c, c, 1});
    return {symmetric_part(normals_of(sparse_matrix(problem.local.W), 3, 3)),
            normals_of(problem.local.q), sparse_matrix(contacts, contacts, unit),
            std::vector<double>(std::size_t(contacts), 0)};
  }
  UnilateralProblem posed{problem.global->M, problem.global->f,
                          normals_of(transposed(problem.global->H), 3, 1),
                          normals_of(problem.global->w)};
  scale(posed.c, -1), scale(posed.b, -1);
  return posed;
}

CoulombReport FrictionlessSolver::solve(const CoulombProblem& problem, const CoulombLimits& limits,
                                        std::vector<Vec3>& r) {
  CoulombReport report = judged(problem, limits, r);
  if (report.converged) return report;
  if (std::any_of(problem.local.mu.begin(), problem.local.mu.end(),
                  [](double mu) { return mu > 0; })) {
    report.reason = "it solves contact without friction only";
    return report;
  }
  double seconds = 0;
  InteriorReport inside;
  {
    const Stopwatch watch(seconds);
    const bool global = problem.global.has_value();
    UnilateralProblem posed = unilateral_problem(problem);
    const Units units = units_of(problem.local);
    scale(posed, global, units);
    UnilateralSolution solution;
    inside = solve_interior_point(posed, options_of(posed, limits), solution);
    const std::vector<double>& impulses = global ? solution.l : solution.x;
    std::vector<Vec3> found(r.size());
    for (std::size_t c = 0; c < r.size(); ++c)
      found[c].x = units.impulse * std::max(0.0, impulses[c]);
    if (coulomb_errors(problem.local, found).coulomb < report.error) r = std::move(found);
  }
  report = judged(problem, limits, r);
  report.iterations = inside.iterations, report.seconds = seconds;
  if (!report.converged) report.reason = inside.reason;
  return report;
}

}  // namespace eulersolid
