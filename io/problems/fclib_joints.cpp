#include "io/problems/fclib_joints.h"

#include <fmt/format.h>

#include <limits>

#include "io/problems/problem_faults.h"

namespace eulersolid {

namespace {

/// Calls visit(row, column, value) for each element.
template <class Visit>
void each_element(const SparseMatrix& A, Visit visit) {
  for (int i = 0; i < A.rows; ++i)
    for (auto e = std::size_t(A.row_start[std::size_t(i)]);
         e < std::size_t(A.row_start[std::size_t(i) + 1]); ++e)
      visit(i, A.column[e], A.value[e]);
}

/// The part of a matrix from a row and a column on.
SparseMatrix part_of(const SparseMatrix& A, int row, int column, int rows, int columns) {
  std::vector<MatrixEntry> entries;
  each_element(A, [&](int i, int j, double value) {
    if (i >= row && i < row + rows && j >= column && j < column + columns)
      entries.push_back({i - row, j - column, value});
  });
  return sparse_matrix(rows, columns, entries);
}

}  // namespace

void put(const SparseMatrix& A, int row, int column, std::vector<MatrixEntry>& entries) {
  each_element(A, [&](int i, int j, double value) {
    entries.push_back({row + i, column + j, value});
  });
}

namespace {

/// What fills up the last joint.
int missing_of(int equations) { return 3 * joints_of(equations) - equations; }

std::vector<Vec3> with_equations(const std::vector<Vec3>& vectors, const std::vector<double>& b) {
  std::vector<double> values = flat(vectors);
  values.insert(values.end(), b.begin(), b.end());
  values.resize(values.size() + std::size_t(missing_of(int(b.size()))), 0);
  return by_contact(values);
}

/// Parts values behind `contacts` of three.
std::vector<double> taken_from(std::vector<Vec3>& vectors, std::size_t contacts, int count) {
  const std::vector<double> all = flat(vectors);
  vectors.resize(contacts);
  return {all.begin() + std::ptrdiff_t(3 * contacts),
          all.begin() + std::ptrdiff_t(3 * contacts) + count};
}

void add_joints(std::vector<double>& mu, int count) {
  mu.resize(mu.size() + std::size_t(joints_of(count)), std::numeric_limits<double>::infinity());
}

}  // namespace

std::string fault_of(const FclibEquations& equations, const GlobalForm& problem,
                     const std::string& b) {
  const SparseMatrix& G = equations.G;
  if (G.rows != problem.M.rows)
    return fmt::format("G has {} rows, but M has {}", G.rows, problem.M.rows);
  const auto count = std::size_t(G.columns);
  if (const std::string fault = fault_of_numbers(b, equations.b, count); !fault.empty())
    return fault;
  if (const std::string fault = fault_of_numbers("G", G.value, G.elements()); !fault.empty())
    return fault;
  std::vector<char> moved(count, 0);
  for (std::size_t e = 0; e < G.elements(); ++e)
    if (G.value[e] != 0) moved[std::size_t(G.column[e])] = 1;
  for (std::size_t k = 0; k < count; ++k)
    if (!moved[k]) return fmt::format("equation {} moves nothing: its column of G is zero", k);
  return "";
}

void add_equations(GlobalForm& problem, const FclibEquations& equations) {
  const int dofs = problem.M.rows, missing = missing_of(equations.count());
  const int columns = problem.H.columns, all = columns + 3 * joints_of(equations.count());
  std::vector<MatrixEntry> M, H;
  put(problem.M, 0, 0, M), put(problem.H, 0, 0, H), put(equations.G, 0, columns, H);
  for (int k = 0; k < missing; ++k) {
    M.push_back({dofs + k, dofs + k, 1});
    H.push_back({dofs + k, all - missing + k, 1});
  }
  problem.M = sparse_matrix(dofs + missing, dofs + missing, M);
  problem.H = sparse_matrix(dofs + missing, all, H);
  problem.f.resize(problem.f.size() + std::size_t(missing), 0);
  problem.w = with_equations(problem.w, equations.b);
  add_joints(problem.mu, equations.count());
}

void add_equations(FrictionProblem& problem, const FclibEquations& equations) {
  const int rows = 3 * problem.contacts(), count = equations.count();
  const int all = rows + 3 * joints_of(count);
  std::vector<MatrixEntry> W;
  put(sparse_matrix(problem.W), 0, 0, W), put(equations.V, 0, rows, W);
  put(transposed(equations.V), rows, 0, W), put(equations.R, rows, rows, W);
  for (int k = rows + count; k < all; ++k) W.push_back({k, k, 1});
  problem.W = block_matrix(sparse_matrix(all, all, W));
  problem.q = with_equations(problem.q, equations.b);
  add_joints(problem.mu, count);
}

FclibEquations take_equations(GlobalForm& problem, int count) {
  const std::size_t contacts = problem.w.size() - std::size_t(joints_of(count));
  const int dofs = problem.M.rows - missing_of(count), columns = int(3 * contacts);
  FclibEquations equations;
  equations.G = part_of(problem.H, 0, columns, dofs, count);
  equations.b = taken_from(problem.w, contacts, count);
  problem.M = part_of(problem.M, 0, 0, dofs, dofs);
  problem.H = part_of(problem.H, 0, 0, dofs, columns);
  problem.f.resize(std::size_t(dofs)), problem.mu.resize(contacts);
  return equations;
}

FclibEquations take_equations(FrictionProblem& problem, int count) {
  const std::size_t contacts = problem.q.size() - std::size_t(joints_of(count));
  const int rows = int(3 * contacts);
  const SparseMatrix W = sparse_matrix(problem.W);
  FclibEquations equations;
  equations.V = part_of(W, 0, rows, rows, count);
  equations.R = part_of(W, rows, rows, count, count);
  equations.b = taken_from(problem.q, contacts, count);
  problem.W = block_matrix(part_of(W, 0, 0, rows, rows));
  problem.mu.resize(contacts);
  return equations;
}

}  // namespace eulersolid
