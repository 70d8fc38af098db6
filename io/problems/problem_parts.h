#pragma once

#include <string>
#include <vector>

#include "io/problems/fclib.h"

namespace eulersolid {

/// Where the parts of a problem are, each under its name: files of a folder, arrays of an archive.
class ProblemParts {
 public:
  virtual ~ProblemParts() = default;
  virtual bool has(const std::string& name) const = 0;
  /// @throws InputError with one line where it is not there, or is no matrix
  virtual SparseMatrix matrix(const std::string& name) const = 0;
  virtual std::vector<double> numbers(const std::string& name) const = 0;
  virtual std::string where() const = 0;  ///< what messages begin with
};

/// The problem that is in them: W, q and mu of the local form, or M, H, f, w and mu of the global
/// one, which may have equality constraints G and b. `mu_rolling` [m] makes it one of rolling
/// friction, with five components to a contact (rolling_friction.h). Where there are any,
/// `compliance` (1/kg; a number for each contact, along its normal, or three) is added to what
/// gives way, u += E r, and `r` are impulses to start from.
/// @throws InputError with one line, as read_fclib()
FclibProblem problem_of(const ProblemParts& parts);

/// u += E r with a diagonal E >= 0. To a local problem that is a part of W. A global one gets a
/// degree of freedom for each component that gives way, of mass 1 / E, which moves nothing else.
/// @param compliance  one number for each contact, along its normal, or three [1/kg]
/// Returns why it cannot be; empty where nothing is wrong.
std::string add_compliance(FclibProblem& problem, const std::vector<double>& compliance);

}  // namespace eulersolid
