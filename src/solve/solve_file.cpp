#include "src/solve/solve_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/contact_cones.h"
#include "contact/solvers/coulomb/methods/coulomb_registry.h"
#include "io/problems/market_problem.h"
#include "io/problems/numpy_problem.h"
#include "kernels/core/clock.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

FrictionProblem condensed_in(const fs::path& path, const GlobalForm& problem) {
  try {
    return condensed(problem);
  } catch (const InputError& error) {
    throw InputError(path.string() + ": " + error.what());
  }
}

/// Above it u_N is lost in the rounding of u_N + mu_r |omega| (problem_faults.h has the same for
/// mu).
void check_rolling(const fs::path& path, const FrictionProblem& problem) {
  constexpr double largest = 1e6;
  const std::vector<double> h = mean_responses(problem);
  const std::vector<Mat3> W = diagonal_blocks(problem.W);
  for (std::size_t c = 1; c < problem.rolling.size(); ++c) {
    const double length = length_of_moment(h[c - 1], W[c]);
    if (problem.rolling[c] > largest * length)
      throw InputError(fmt::format(
          "{}: the rolling friction of contact {} is {:.4g} m, but must be at most {:g} times the "
          "length at which W answers to a moment as to an impulse, {:.4g} m",
          path.string(), c / 2, problem.rolling[c], largest, length));
  }
}

}  // namespace

PosedProblem posed_problem(const fs::path& path) {
  if (is_market_problem(path)) return posed_problem(read_market_problem(path), path);
  if (is_numpy_problem(path)) return posed_problem(read_numpy_problem(path), path);
  return posed_problem(read_fclib(path), path);
}

PosedProblem posed_problem(FclibProblem file, const fs::path& path) {
  PosedProblem posed;
  posed.path = path;
  if (file.local) {
    posed.problem = std::move(*file.local);
  } else {
    const Stopwatch watch(posed.seconds_setup);
    posed.problem = condensed_in(path, *file.global);
  }
  check_rolling(path, posed.problem);
  posed.problem.global = std::move(file.global);
  posed.guess.resize(posed.problem.q.size());
  if (!file.guesses.empty()) posed.guess = file.guesses[0].r;
  file.local.reset(), file.global.reset();
  posed.file = std::move(file);
  posed.asymmetry = asymmetry(posed.problem.W);
  if (posed.asymmetry > noticed_asymmetry)
    posed.remarks.push_back(fmt::format(
        "{}: W is not symmetric (by {:.1e} of its largest element); there may be no solution",
        path.string(), posed.asymmetry));
  const double scale =
      coulomb_errors(posed.problem, std::vector<Vec3>(posed.problem.q.size())).scale;
  if (scale < slowest_problem && !posed.guess.empty())
    posed.remarks.push_back(
        fmt::format("{}: nothing moves faster than {:.1e} m/s; errors are relative to that",
                    path.string(), scale));
  return posed;
}

SolvedProblem solved_problem(const PosedProblem& posed, const std::string& solver,
                             const CoulombLimits& limits, std::vector<Vec3> r, Backend backend) {
  SolvedProblem solved;
  solved.solver = solver;
  solved.r = std::move(r);
  const CoulombSolver solve = solver_on(backend, solver);
  if (solved.r.empty())
    solved.report = {.converged = true, .reason = "there are no contacts"};
  else if (!posed.problem.rolling.empty() && !takes_rolling_friction(solver))
    solved.report.reason = "it takes no rolling friction; automatic, admm, pgs and pgs_random do";
  else
    solved.report = solve(posed.problem, limits, solved.r);
  solved.errors = coulomb_errors(posed.problem, solved.r);
  solved.solved = solved.errors.coulomb <= limits.tolerance;
  return solved;
}

FclibState solution_of(const PosedProblem& posed, const std::vector<Vec3>& r) {
  FclibState solution;
  solution.r = r;
  for (std::size_t c = 0; c < r.size(); ++c)
    solution.u.push_back(row_product(posed.problem.W, c, r) + posed.problem.q[c]);
  if (posed.problem.global) solution.v = body_velocities(*posed.problem.global, r);
  return solution;
}

void write_solved(const fs::path& path, const PosedProblem& posed, const std::vector<Vec3>& r) {
  FclibProblem file = posed.file;
  file.solution = solution_of(posed, r);
  file.global = posed.problem.global;
  if (!file.global) file.local = posed.problem;
  write_fclib(path, file);
}

std::vector<fs::path> problem_files(const std::vector<std::string>& names) {
  std::vector<fs::path> files;
  for (const std::string& name : names) {
    if (!fs::is_directory(name)) {
      files.emplace_back(name);
      continue;
    }
    if (is_market_problem(name)) {  // by the folder's own name: not "a/", nor "."
      const fs::path plain = fs::path(name).lexically_normal();
      files.push_back(plain.has_filename() ? plain : plain.parent_path());
      if (files.back() == "." || files.back().filename() == "..")
        files.back() = fs::canonical(name);
      continue;
    }
    const std::size_t before = files.size();
    for (const fs::directory_entry& entry : fs::directory_iterator(name)) {
      const fs::path extension = entry.path().extension();
      if (extension == ".hdf5" || extension == ".h5" || is_numpy_problem(entry.path()))
        files.push_back(entry.path());
    }
    if (files.size() == before)
      throw InputError(name + ": there is no .hdf5, .h5 or .npz file in it");
    std::sort(files.begin() + std::ptrdiff_t(before), files.end());
  }
  return files;
}

}  // namespace eulersolid
