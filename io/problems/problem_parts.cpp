#include "io/problems/problem_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/problems/fclib_joints.h"
#include "io/problems/problem_faults.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

void require(const ProblemParts& parts, const std::string& fault) {
  if (!fault.empty()) throw InputError(parts.where() + ": " + fault);
}

std::vector<Vec3> vectors_of(const ProblemParts& parts, const std::string& name) {
  const std::vector<double> values = parts.numbers(name);
  if (values.size() % 3 != 0)
    require(parts,
            fmt::format("{} has {} numbers, but each contact has three", name, values.size()));
  return by_contact(values);
}

FrictionProblem local_of(const ProblemParts& parts) {
  const SparseMatrix W = parts.matrix("W");
  if (W.rows != W.columns || W.rows % 3 != 0)
    require(parts, fmt::format("W is {} x {}, but must be square, with three rows for each contact",
                               W.rows, W.columns));
  FrictionProblem problem{block_matrix(W), vectors_of(parts, "q"), parts.numbers("mu")};
  require(parts, fault_of(problem));
  return problem;
}

void add_global(const ProblemParts& parts, FclibProblem& problem) {
  GlobalForm& global = problem.global.emplace();
  global.M = parts.matrix("M"), global.H = parts.matrix("H");
  global.f = parts.numbers("f"), global.w = vectors_of(parts, "w");
  global.mu = parts.numbers("mu");
  require(parts, fault_of(global));
  if (!parts.has("G") && !parts.has("b")) return;
  FclibEquations equations;  // g++ 12 destroys members twice that an initialiser throws after
  equations.G = parts.matrix("G");
  equations.b = parts.numbers("b");
  require(parts, fault_of(equations, global));
  problem.equations = equations.count();
  add_equations(global, equations);
}

/// Those that are no joints.
std::size_t contacts_of(const FclibProblem& problem) {
  const int all = problem.local ? problem.local->contacts() : problem.global->contacts();
  return std::size_t(all - joints_of(problem.equations));
}

/// By component, of contacts that are no joints.
std::vector<double> by_component(const std::vector<double>& compliance, std::size_t contacts) {
  if (compliance.size() != contacts) return compliance;
  std::vector<double> all(3 * contacts, 0);
  for (std::size_t c = 0; c < contacts; ++c) all[3 * c] = compliance[c];
  return all;
}

void soften(FrictionProblem& problem, const std::vector<double>& E) {
  std::vector<MatrixEntry> entries;
  put(sparse_matrix(problem.W), 0, 0, entries);
  for (std::size_t i = 0; i < E.size(); ++i) entries.push_back({int(i), int(i), E[i]});
  const int order = 3 * problem.contacts();
  problem.W = block_matrix(sparse_matrix(order, order, entries));
}

void soften(GlobalForm& problem, const std::vector<double>& E) {
  std::vector<MatrixEntry> M, H;
  put(problem.M, 0, 0, M), put(problem.H, 0, 0, H);
  int unknowns = problem.M.rows;
  for (std::size_t i = 0; i < E.size(); ++i) {
    if (E[i] == 0) continue;
    M.push_back({unknowns, unknowns, 1 / E[i]});
    H.push_back({unknowns, int(i), 1});
    problem.f.push_back(0);
    ++unknowns;
  }
  problem.M = sparse_matrix(unknowns, unknowns, M);
  problem.H = sparse_matrix(unknowns, problem.H.columns, H);
}

}  // namespace

std::string add_compliance(FclibProblem& problem, const std::vector<double>& compliance) {
  const std::size_t contacts = contacts_of(problem);
  if (compliance.size() != contacts && compliance.size() != 3 * contacts)
    return fmt::format("compliance has {} numbers, but must have {} or {}", compliance.size(),
                       contacts, 3 * contacts);
  // From 1e-100 on, so that the mass is a number.
  const auto fits = [](double e) { return e == 0 || (e >= 1e-100 && e <= 1e100); };
  if (const auto wrong = std::find_if_not(compliance.begin(), compliance.end(), fits);
      wrong != compliance.end())
    return fmt::format("compliance {} is {:.4g}, but must be 0 or between 1e-100 and 1e100",
                       wrong - compliance.begin(), *wrong);
  const std::vector<double> E = by_component(compliance, contacts);
  if (problem.local) soften(*problem.local, E);
  if (problem.global) soften(*problem.global, E);
  return {};
}

FclibProblem problem_of(const ProblemParts& parts) {
  FclibProblem problem;
  for (const char* other : {"M", "H", "f", "w", "G", "b"})
    if (parts.has("W") && parts.has(other))
      require(parts, fmt::format("has W, of the local form, and {}, of the global one", other));
  if (parts.has("W"))
    problem.local = local_of(parts);
  else
    add_global(parts, problem);
  if (parts.has("compliance")) require(parts, add_compliance(problem, parts.numbers("compliance")));
  if (parts.has("r")) {
    const std::vector<double> values = parts.numbers("r");
    require(parts, fault_of_numbers("r", values, 3 * contacts_of(problem)));
    std::vector<Vec3> r = by_contact(values);
    r.resize(r.size() + std::size_t(joints_of(problem.equations)));
    problem.guesses.push_back({.r = std::move(r), .u = {}, .v = {}});
  }
  return problem;
}

}  // namespace eulersolid
