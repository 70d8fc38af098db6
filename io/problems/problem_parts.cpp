#include "io/problems/problem_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "contact/solvers/coulomb/rolling_friction.h"
#include "io/problems/fclib_joints.h"
#include "io/problems/problem_faults.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

const char* const rolling_name = "mu_rolling";

void require(const ProblemParts& parts, const std::string& fault) {
  if (!fault.empty()) throw InputError(parts.where() + ": " + fault);
}

/// Of each contact: three, or five with rolling friction.
int components_of(const ProblemParts& parts) {
  return parts.has(rolling_name) ? rolling_components : 3;
}

/// Components of contacts. @param size  how many there must be
std::vector<double> by_components(const ProblemParts& parts, const std::string& name, int size) {
  std::vector<double> values = parts.numbers(name);
  require(parts, fault_of_numbers(name, values, std::size_t(size)));
  return values;
}

/// Coefficients of contacts and of their rolling friction.
FiveByContact five_of(const ProblemParts& parts, std::size_t contacts) {
  FiveByContact five;
  five.mu = parts.numbers("mu"), five.rolling = parts.numbers(rolling_name);
  require(parts, fault_of_frictions("mu", five.mu, contacts));
  require(parts, fault_of_frictions(rolling_name, five.rolling, contacts, "rolling friction"));
  return five;
}

FrictionProblem local_of(const ProblemParts& parts) {
  const SparseMatrix W = parts.matrix("W");
  const int each = components_of(parts);
  if (W.rows != W.columns || W.rows % each != 0)
    require(parts, fmt::format("W is {} x {}, but must be square, with {} rows for each contact",
                               W.rows, W.columns, told_components(each)));
  FrictionProblem problem;
  if (each == rolling_components) {
    FiveByContact five = five_of(parts, std::size_t(W.rows / each));
    five.W = W, five.q = by_components(parts, "q", W.rows);
    set_rolling(problem, five);
  } else {
    problem.W = block_matrix(W), problem.q = by_contact(by_components(parts, "q", W.rows));
    problem.mu = parts.numbers("mu");
  }
  require(parts, fault_of(problem));
  return problem;
}

void add_global(const ProblemParts& parts, FclibProblem& problem) {
  GlobalForm& global = problem.global.emplace();
  const int each = components_of(parts);
  global.M = parts.matrix("M"), global.H = parts.matrix("H");
  global.f = parts.numbers("f");
  if (global.H.columns % each != 0)
    require(parts, fmt::format("H has {} components, but each contact has {}", global.H.columns,
                               told_components(each)));
  const std::vector<double> w = by_components(parts, "w", global.H.columns);
  if (each == rolling_components) {
    FiveByContact five = five_of(parts, std::size_t(global.H.columns / each));
    five.H = global.H, five.q = w;
    set_rolling(global, five);
  } else {
    global.w = by_contact(w), global.mu = parts.numbers("mu");
  }
  require(parts, fault_of(global));
  if (!parts.has("G") && !parts.has("b")) return;
  if (each == rolling_components)
    require(parts, "it has equality constraints beside rolling friction; expected one of them");
  FclibEquations equations;  // g++ 12 destroys members twice that an initialiser throws after
  equations.G = parts.matrix("G");
  equations.b = parts.numbers("b");
  require(parts, fault_of(equations, global));
  problem.equations = equations.count();
  add_equations(global, equations);
}

bool rolls(const FclibProblem& problem) {
  return !(problem.local ? problem.local->rolling : problem.global->rolling).empty();
}

/// Those that are no joints.
std::size_t contacts_of(const FclibProblem& problem) {
  const int all = problem.local ? problem.local->contacts() : problem.global->contacts();
  return std::size_t(all - joints_of(problem.equations)) / (rolls(problem) ? 2 : 1);
}

/// By component of triples, of contacts that are no joints.
std::vector<double> by_component(const std::vector<double>& compliance, std::size_t contacts,
                                 int each) {
  std::vector<double> all = compliance;
  if (compliance.size() == contacts) {
    all.assign(std::size_t(each) * contacts, 0);
    for (std::size_t c = 0; c < contacts; ++c) all[std::size_t(each) * c] = compliance[c];
  }
  return each == rolling_components ? in_triples(all) : all;
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
  const int each = rolls(problem) ? rolling_components : 3;
  if (compliance.size() != contacts && compliance.size() != std::size_t(each) * contacts)
    return fmt::format("compliance has {} numbers, but must have {} or {}", compliance.size(),
                       contacts, std::size_t(each) * contacts);
  // From 1e-100 on, so that the mass is a number.
  const auto fits = [](double e) { return e == 0 || (e >= 1e-100 && e <= 1e100); };
  if (const auto wrong = std::find_if_not(compliance.begin(), compliance.end(), fits);
      wrong != compliance.end())
    return fmt::format("compliance {} is {:.4g}, but must be 0 or between 1e-100 and 1e100",
                       wrong - compliance.begin(), *wrong);
  const std::vector<double> E = by_component(compliance, contacts, each);
  if (problem.local) soften(*problem.local, E);
  if (problem.global) soften(*problem.global, E);
  return {};
}

FclibProblem problem_of(const ProblemParts& parts) {
  FclibProblem problem;
  for (const char* other : {"M", "H", "f", "w", "G", "b"})
    if (parts.has("W") && parts.has(other))
      require(parts, fmt::format("has W, of the local form, and {}, of the global one", other));
  for (const char* other : {"V", "R", "s"})
    if (parts.has("W") && parts.has(other))
      require(parts, fmt::format("has W, of the local form, and {}, of its equality constraints, "
                                 "which files of FCLIB have a place for",
                                 other));
  if (parts.has("mu_r"))
    require(parts, "has mu_r, as files of FCLIB; expected mu_rolling beside mu");
  if (parts.has("W"))
    problem.local = local_of(parts);
  else
    add_global(parts, problem);
  if (parts.has("compliance")) require(parts, add_compliance(problem, parts.numbers("compliance")));
  if (parts.has("r")) {
    const std::vector<double> values =
        by_components(parts, "r", components_of(parts) * int(contacts_of(problem)));
    std::vector<Vec3> r = by_contact(rolls(problem) ? in_triples(values) : values);
    r.resize(r.size() + std::size_t(joints_of(problem.equations)));
    problem.guesses.push_back({.r = std::move(r), .u = {}, .v = {}});
  }
  return problem;
}

}  // namespace eulersolid
