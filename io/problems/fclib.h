#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "contact/solvers/coulomb/friction_problem.h"

namespace eulersolid {

/// Impulses and what follows from them, as FCLIB keeps guesses and solutions. What a file leaves
/// out is empty.
struct FclibState {
  std::vector<Vec3> r;    ///< impulses [N s]
  std::vector<Vec3> u;    ///< velocities of contact [m/s]
  std::vector<double> v;  ///< velocities of the bodies, of a global problem [m/s]
};

/// What a file of FCLIB holds (https://frictionalcontactlibrary.github.io): one of the two forms.
/// Its equality constraints are joints: contacts behind the others, three equations each, whose
/// friction is infinite (contact_cone.h) and whose impulses are the multipliers.
struct FclibProblem {
  std::optional<FrictionProblem> local = {};
  std::optional<GlobalForm> global = {};
  std::string title = {}, description = {}, math_info = {};
  std::vector<FclibState> guesses = {};
  std::optional<FclibState> solution = {};
  int equations = 0;  ///< of which the last (equations + 2) / 3 contacts are made
};

/// Read a problem in three dimensions. Matrices may be in triplets,
/// compressed columns or compressed rows, as CSparse has them; whole numbers and others may be of
/// any width.
/// @throws InputError with one line, `file: what is wrong`, for a file that is no such problem, or
/// whose numbers cannot be: sizes that do not fit, friction below 0, what is not finite, tr W_cc <=
/// 0, M that is not positive definite
FclibProblem read_fclib(const std::filesystem::path& path);

/// How a matrix is stored.
enum class FclibStorage { triplets, compressed_columns, compressed_rows };

/// Write a problem, whole or not at all. @throws std::system_error
void write_fclib(const std::filesystem::path& path, const FclibProblem& problem,
                 FclibStorage storage = FclibStorage::compressed_rows);

}  // namespace eulersolid
