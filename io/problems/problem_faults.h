#pragma once

#include <span>
#include <string>

#include "contact/solvers/coulomb/friction_problem.h"

namespace eulersolid {

/// What the parts of a problem are called where they come from, around their letters.
struct PartNames {
  std::string vectors = "", matrices = "";  ///< before
  std::string elements = "";                ///< behind a matrix, of its values
};

/// Why no solver is to be given a problem; empty where nothing is wrong: sizes that do not fit,
/// friction below 0 or above 1e6, what is not finite or above 1e100, tr W_cc <= 0, M that is not
/// positive definite, contacts that move nothing.
std::string fault_of(const FrictionProblem& problem, const PartNames& names = {});
std::string fault_of(const GlobalForm& problem, const PartNames& names = {});

/// The same of coefficients of friction, one for each contact.
/// @param what  they are, "friction" or "rolling friction"
std::string fault_of_frictions(const std::string& name, std::span<const double> mu,
                               std::size_t contacts, const char* what = "friction");

/// How many components a contact has, in words. @param each  3, or 5 with rolling friction
std::string told_components(int each);

/// The same of numbers alone: how many there must be, and that they are finite.
std::string fault_of_numbers(const std::string& name, std::span<const double> values,
                             std::size_t size);

}  // namespace eulersolid
