#include "contact/solvers/coulomb/unilateral/unilateral_form.h"

#include "contact/solvers/coulomb/contact_cone.h"
#include "kernels/sparse/band_order.h"

namespace eulersolid {

namespace {

SparseMatrix picked_rows(const SparseMatrix& A, const std::vector<int>& rows) {
  std::vector<MatrixEntry> entries;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto row = std::size_t(rows[k]);
    for (auto e = std::size_t(A.row_start[row]); e < std::size_t(A.row_start[row + 1]); ++e)
      if (A.value[e] != 0) entries.push_back({int(k), A.column[e], A.value[e]});
  }
  return sparse_matrix(int(rows.size()), A.columns, entries);
}

std::vector<double> negated(std::vector<double> values) {
  for (double& v : values) v = -v;
  return values;
}

}  // namespace

ActingComponents acting_components(const std::vector<double>& mu) {
  ActingComponents acting;
  for (int c = 0; c < int(mu.size()); ++c) {
    const bool joint = is_joint(mu[std::size_t(c)]);
    for (int k = 0; k < (joint ? 3 : 1); ++k) {
      acting.component.push_back(3 * c + k);
      acting.joint.push_back(joint ? 1 : 0);
    }
  }
  return acting;
}

std::vector<double> picked(const std::vector<Vec3>& vectors, const ActingComponents& acting) {
  std::vector<double> values;
  for (const int i : acting.component) values.push_back(vectors[std::size_t(i / 3)][i % 3]);
  return values;
}

UnilateralProblem unilateral_problem(const GlobalForm& problem) {
  const ActingComponents acting = acting_components(problem.mu);
  return {problem.M,
          negated(problem.f),
          picked_rows(transposed(problem.H), acting.component),
          negated(picked(problem.w, acting)),
          acting.joint,
          {}};
}

UnilateralProblem unilateral_problem(const FrictionProblem& problem) {
  const ActingComponents acting = acting_components(problem.mu);
  const SparseMatrix rows = picked_rows(sparse_matrix(problem.W), acting.component);
  std::vector<MatrixEntry> unit;
  int contacts = 0;
  for (std::size_t k = 0; k < acting.joint.size(); ++k)
    if (acting.joint[k] == 0) unit.push_back({contacts++, int(k), 1});
  return {symmetric_part(picked_rows(transposed(rows), acting.component)),
          picked(problem.q, acting),
          sparse_matrix(contacts, int(acting.joint.size()), unit),
          std::vector<double>(std::size_t(contacts), 0),
          {},
          {}};
}

}  // namespace eulersolid
