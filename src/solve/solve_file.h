#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "contact/solvers/coulomb/coulomb_errors.h"
#include "io/problems/fclib.h"
#include "src/solve/solver_choice.h"

namespace eulersolid {

/// A problem from a file, ready for the solvers.
struct PosedProblem {
  std::filesystem::path path;
  FrictionProblem problem;
  FclibProblem file;         ///< the rest of what was read
  std::vector<Vec3> guess;   ///< the first of the file; zero where it has none
  double asymmetry = 0;      ///< of W, relative
  double seconds_setup = 0;  ///< condensing a global problem
  std::vector<std::string> remarks;
};

/// @throws InputError with one line
PosedProblem posed_problem(const std::filesystem::path& path);
/// The same of one that was not read. @param path  what messages call it
PosedProblem posed_problem(FclibProblem file, const std::filesystem::path& path);

/// What a solver made of it. The errors are of the impulses, and not what the solver says.
struct SolvedProblem {
  std::string solver;
  bool solved = false;  ///< the error is at most the tolerance
  CoulombErrors errors;
  CoulombReport report;
  std::vector<Vec3> r;
};

/// @param r  impulses to start from
/// @throws InputError and NoDevice as solver_on() does
SolvedProblem solved_problem(const PosedProblem& posed, const std::string& solver,
                             const CoulombLimits& limits, std::vector<Vec3> r,
                             Backend backend = Backend::cpu);

/// Impulses, and the velocities that follow from them.
FclibState solution_of(const PosedProblem& posed, const std::vector<Vec3>& r);

/// Write a problem as it was read with these as its solution. @throws std::system_error
void write_solved(const std::filesystem::path& path, const PosedProblem& posed,
                  const std::vector<Vec3>& r);

/// The problems that are meant: files as they are, folders that are one in files of Matrix Market,
/// and of another folder all whose names end in .hdf5, .h5 or .npz, sorted. @throws InputError for
/// what is not there, and for a folder without problems
std::vector<std::filesystem::path> problem_files(const std::vector<std::string>& names);

}  // namespace eulersolid
