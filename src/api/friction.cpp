#include "eulersolid/friction.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "contact/solvers/coulomb/rolling_friction.h"
#include "contact/solvers/host/problem_solvers.h"
#include "io/output_file.h"
#include "io/problems/fclib_joints.h"
#include "io/problems/problem_faults.h"
#include "io/problems/problem_parts.h"
#include "src/api/errors.h"
#include "src/api/of_program.h"
#include "src/solve/solve_file.h"

namespace eulersolid::api {
inline namespace v0 {

namespace {

/// @throws InputError for what is no matrix
eulersolid::SparseMatrix matrix_of(const SparseMatrix& A, const std::string& name) {
  const auto refuse = [&](const std::string& what) { throw InputError(name + " " + what); };
  constexpr int most = std::numeric_limits<int>::max() / 3;
  if (A.rows < 0 || A.columns < 0 || A.rows > most || A.columns > most)
    refuse("is " + std::to_string(A.rows) + " x " + std::to_string(A.columns) +
           ", which is no matrix");
  if (A.row_start.size() != std::size_t(A.rows) + 1)
    refuse("has " + std::to_string(A.row_start.size()) + " starts of rows, but must have " +
           std::to_string(A.rows + 1));
  if (A.row_start.front() != 0 || !std::ranges::is_sorted(A.row_start) ||
      std::size_t(A.row_start.back()) != A.value.size() || A.column.size() != A.value.size())
    refuse("has starts of rows that do not ascend from 0 to the number of its elements, " +
           std::to_string(A.value.size()));
  std::vector<MatrixEntry> entries;
  entries.reserve(A.value.size());
  for (int row = 0; row < A.rows; ++row)
    for (auto e = std::size_t(A.row_start[std::size_t(row)]);
         e < std::size_t(A.row_start[std::size_t(row) + 1]); ++e) {
      if (A.column[e] < 0 || A.column[e] >= A.columns)
        refuse("has an element in column " + std::to_string(A.column[e]) +
               ", but must have all in 0 ... " + std::to_string(A.columns - 1));
      entries.push_back({row, A.column[e], A.value[e]});
    }
  return sparse_matrix(A.rows, A.columns, entries);
}

SparseMatrix given(const eulersolid::SparseMatrix& A) {
  return {A.rows, A.columns, A.row_start, A.column, A.value};
}

std::vector<double> numbers(std::span<const double> values) {
  return {values.begin(), values.end()};
}

/// Vectors of contacts, by triples. @throws InputError where there are not as many
std::vector<Vec3> vectors(const std::string& name, std::span<const double> values, int contacts,
                          int each) {
  const auto size = std::size_t(each) * std::size_t(contacts);
  if (const std::string fault = fault_of_numbers(name, values, size); !fault.empty())
    throw InputError(fault);
  return by_contact(each == rolling_components ? in_triples(numbers(values)) : numbers(values));
}

std::vector<double> components(const std::vector<Vec3>& triples, int each) {
  return each == rolling_components ? in_fives(flat(triples)) : flat(triples);
}

/// @throws InputError where they are not as many, or cannot be
FiveByContact checked_rolling(std::span<const double> mu, std::span<const double> mu_rolling,
                              int contacts) {
  FiveByContact five;
  five.mu = numbers(mu), five.rolling = numbers(mu_rolling);
  const auto count = std::size_t(contacts);
  if (const std::string fault = fault_of_frictions("mu", mu, count); !fault.empty())
    throw InputError(fault);
  if (const std::string fault =
          fault_of_frictions("mu_rolling", mu_rolling, count, "rolling friction");
      !fault.empty())
    throw InputError(fault);
  return five;
}

/// @throws InputError for what is no compliance
void soften(FclibProblem& problem, std::span<const double> compliance) {
  if (compliance.empty()) return;
  if (const std::string fault = add_compliance(problem, numbers(compliance)); !fault.empty())
    throw InputError(fault);
}

}  // namespace

FrictionProblem posed(FclibProblem problem, const char* name) {
  return FrictionProblem(translated([&] {
    return std::make_shared<const PosedProblem>(posed_problem(std::move(problem), name));
  }));
}

FrictionProblem::FrictionProblem(std::shared_ptr<const PosedProblem> problem)
    : problem_(std::move(problem)) {}

FrictionProblem FrictionProblem::local(const SparseMatrix& W, std::span<const double> q,
                                       std::span<const double> mu,
                                       std::span<const double> compliance,
                                       std::span<const double> mu_rolling) {
  const eulersolid::SparseMatrix matrix = matrix_of(W, "W");
  const int each = mu_rolling.empty() ? 3 : rolling_components;
  if (matrix.rows != matrix.columns || matrix.rows % each != 0)
    throw InputError("W is " + std::to_string(W.rows) + " x " + std::to_string(W.columns) +
                     ", but must be square, with " + told_components(each) +
                     " rows for each contact");
  const int contacts = matrix.rows / each;
  FclibProblem problem;
  problem.local.emplace();
  if (each == rolling_components) {
    FiveByContact five = checked_rolling(mu, mu_rolling, contacts);
    five.q = in_fives(flat(vectors("q", q, contacts, each)));
    five.W = matrix;
    set_rolling(*problem.local, five);
  } else {
    problem.local->W = block_matrix(matrix);
    problem.local->q = vectors("q", q, contacts, each);
    problem.local->mu = numbers(mu);
  }
  if (const std::string fault = fault_of(*problem.local); !fault.empty()) throw InputError(fault);
  soften(problem, compliance);
  return posed(std::move(problem), "the problem");
}

FrictionProblem FrictionProblem::global(const SparseMatrix& M, const SparseMatrix& H,
                                        std::span<const double> f, std::span<const double> w,
                                        std::span<const double> mu, const SparseMatrix& G,
                                        std::span<const double> b,
                                        std::span<const double> compliance,
                                        std::span<const double> mu_rolling) {
  FclibProblem problem;
  GlobalForm& global = problem.global.emplace();
  const int each = mu_rolling.empty() ? 3 : rolling_components;
  global.M = matrix_of(M, "M"), global.H = matrix_of(H, "H");
  global.f = numbers(f), global.mu = numbers(mu);
  if (global.H.columns % each != 0)
    throw InputError("H has " + std::to_string(H.columns) + " components, but each contact has " +
                     told_components(each));
  const int contacts = global.H.columns / each;
  global.w = vectors("w", w, contacts, each);
  if (each == rolling_components) {
    FiveByContact five = checked_rolling(mu, mu_rolling, contacts);
    five.q = in_fives(flat(global.w));
    five.H = global.H;
    set_rolling(global, five);
  }
  if (const std::string fault = fault_of(global); !fault.empty()) throw InputError(fault);
  if (each == rolling_components && (!b.empty() || G.columns != 0))
    throw InputError(
        "there are equality constraints beside rolling friction; expected one of them");
  if (!b.empty() || G.columns != 0) {
    FclibEquations equations;
    equations.G = matrix_of(G, "G");
    equations.b = numbers(b);
    if (const std::string fault = fault_of(equations, global); !fault.empty())
      throw InputError(fault);
    problem.equations = equations.count();
    add_equations(global, equations);
  }
  soften(problem, compliance);
  return posed(std::move(problem), "the problem");
}

FrictionProblem FrictionProblem::load(const std::filesystem::path& file) {
  return FrictionProblem(
      translated([&] { return std::make_shared<const PosedProblem>(posed_problem(file)); }));
}

int FrictionProblem::contacts() const { return points(problem_->problem); }
bool FrictionProblem::is_global() const { return problem_->problem.global.has_value(); }
int FrictionProblem::components() const {
  return problem_->problem.rolling.empty() ? 3 : rolling_components;
}
std::vector<double> FrictionProblem::mu_rolling() const {
  return of_moments(problem_->problem.rolling);
}
SparseMatrix FrictionProblem::W() const {
  const eulersolid::FrictionProblem& problem = problem_->problem;
  return given(problem.rolling.empty() ? sparse_matrix(problem.W) : five_by_contact(problem).W);
}
std::vector<double> FrictionProblem::q() const {
  return eulersolid::api::components(problem_->problem.q, components());
}
std::vector<double> FrictionProblem::mu() const {
  const eulersolid::FrictionProblem& problem = problem_->problem;
  return problem.rolling.empty() ? problem.mu : of_impulses(problem.mu);
}
SparseMatrix FrictionProblem::M() const {
  return is_global() ? given(problem_->problem.global->M) : SparseMatrix{};
}
SparseMatrix FrictionProblem::H() const {
  if (!is_global()) return {};
  const GlobalForm& global = *problem_->problem.global;
  return given(global.rolling.empty() ? global.H : five_by_contact(global).H);
}
std::vector<double> FrictionProblem::f() const {
  return is_global() ? problem_->problem.global->f : std::vector<double>{};
}
std::vector<double> FrictionProblem::w() const {
  return is_global() ? eulersolid::api::components(problem_->problem.global->w, components())
                     : std::vector<double>{};
}
std::vector<double> FrictionProblem::guess() const {
  return eulersolid::api::components(problem_->guess, components());
}

void FrictionProblem::save(const std::filesystem::path& file, std::span<const double> r) const {
  translated([&] {
    const std::filesystem::path place = checked_output_file(file);
    if (!r.empty())
      return write_solved(place, *problem_, vectors("r", r, contacts(), components()));
    FclibProblem unsolved = problem_->file;
    unsolved.global = problem_->problem.global;
    if (!unsolved.global) unsolved.local = problem_->problem;
    write_fclib(place, unsolved);
  });
}

FrictionSolution solve(const FrictionProblem& problem, const SolveOptions& options) {
  const PosedProblem& posed = problem.content();
  if (!(options.tolerance > 0 && options.tolerance <= 1))
    throw InputError(fmt::format("the tolerance is {:.4g}, but must be above 0 and at most 1",
                                 options.tolerance));
  if (!(options.max_seconds >= 0)) throw InputError("max_seconds is not at least 0");
  const int each = problem.components();
  std::vector<Vec3> guess(posed.guess.size());
  if (!options.guess.empty()) guess = vectors("the guess", options.guess, problem.contacts(), each);
  const CoulombLimits limits{.tolerance = options.tolerance, .max_seconds = options.max_seconds};
  return translated([&] {
    const SolvedProblem solved = solved_problem(posed, options.solver, limits, std::move(guess));
    const FclibState state = solution_of(posed, solved.r);
    FrictionSolution solution;
    solution.solver = solved.solver, solution.solved = solved.solved;
    solution.reason = solved.report.reason;
    solution.error = solved.errors.coulomb, solution.relaxed_error = solved.errors.relaxed;
    solution.complementarity = solved.errors.complementarity;
    solution.penetration = solved.errors.penetration;
    solution.cone_violation = solved.errors.cone_violation;
    solution.iterations = solved.report.iterations, solution.seconds = solved.report.seconds;
    solution.r = components(state.r, each), solution.u = components(state.u, each);
    solution.v = state.v;
    for (const ErrorAt& at : solved.report.history)
      solution.history.push_back({at.seconds, at.error});
    return solution;
  });
}

std::vector<std::pair<std::string, std::string>> friction_solvers() {
  std::vector<std::pair<std::string, std::string>> list;
  for (const CoulombMethod& method : cpu::problem_solvers())
    list.push_back({std::string(method.name), std::string(method.summary)});
  return list;
}

}  // namespace v0
}  // namespace eulersolid::api
