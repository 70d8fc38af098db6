#include "io/problems/problem_faults.h"

#include <fmt/format.h>

#include <cmath>
#include <initializer_list>

#include "contact/solvers/coulomb/rolling_friction.h"
#include "kernels/sparse/sparse_cholesky.h"

namespace eulersolid {

namespace {

/// No quantity in any unit is larger, and squares of what is do not overflow.
constexpr double largest_number = 1e100;
/// Above it u_N is lost in the rounding of u_N + mu |u_T|.
constexpr double largest_friction = 1e6;

/// What a triple is called.
std::string told(const std::vector<double>& rolling, std::size_t triple) {
  if (rolling.empty()) return fmt::format("contact {}", triple);
  return fmt::format("{}contact {}", is_moment(rolling, triple) ? "the moment of " : "",
                     triple / 2);
}

/// Is it a moment that is zero? It may then move nothing, as of a point that has no spin.
bool is_still(const std::vector<double>& rolling, std::size_t triple) {
  return is_moment(rolling, triple) && rolling[triple] == 0;
}

std::string fault_of_diagonal(const FrictionProblem& problem) {
  const std::vector<Mat3> diagonal = diagonal_blocks(problem.W);
  for (std::size_t c = 0; c < diagonal.size(); ++c)
    if (!(trace(diagonal[c]) > 0) && !(trace(diagonal[c]) == 0 && is_still(problem.rolling, c)))
      return fmt::format("the trace of W at {} is {}, but must be > 0", told(problem.rolling, c),
                         trace(diagonal[c]));
  return "";
}

std::string fault_of_columns(const GlobalForm& problem) {
  const SparseMatrix& H = problem.H;
  std::vector<char> moved(std::size_t(H.columns), 0);
  for (std::size_t e = 0; e < H.elements(); ++e)
    if (H.value[e] != 0) moved[std::size_t(H.column[e])] = 1;
  for (std::size_t c = 0; 3 * c < moved.size(); ++c)
    if (moved[3 * c] + moved[3 * c + 1] + moved[3 * c + 2] == 0 && !is_still(problem.rolling, c))
      return fmt::format("{} moves nothing: its columns of H are zero", told(problem.rolling, c));
  return "";
}

/// The first fault of a list.
std::string first(std::initializer_list<std::string> faults) {
  for (const std::string& fault : faults)
    if (!fault.empty()) return fault;
  return "";
}

std::string fault_of_elements(const PartNames& names, const char* matrix,
                              std::span<const double> values) {
  return fault_of_numbers(names.matrices + matrix + names.elements, values, values.size());
}

std::span<const double> numbers_of(std::span<const Vec3> vectors) {
  return {vectors.empty() ? nullptr : &vectors.data()->x, 3 * vectors.size()};
}

std::string fault_of_blocks(const PartNames& names, const BlockMatrix& W) {
  for (const Mat3& block : W.value)
    if (const std::string fault = fault_of_elements(names, "W", numbers_of(block.r));
        !fault.empty())
      return fault;
  return "";
}

}  // namespace

std::string fault_of_frictions(const std::string& name, std::span<const double> mu,
                               std::size_t contacts, const char* what) {
  if (const std::string fault = fault_of_numbers(name, mu, contacts); !fault.empty()) return fault;
  for (std::size_t c = 0; c < mu.size(); ++c)
    if (!(mu[c] >= 0 && mu[c] <= largest_friction))
      return fmt::format("the {} of contact {} is {}, but must be in 0 ... {:g}", what, c, mu[c],
                         largest_friction);
  return "";
}

std::string told_components(int each) { return each == 3 ? "three" : "five"; }

std::string fault_of_numbers(const std::string& name, std::span<const double> values,
                             std::size_t size) {
  if (values.size() != size)
    return fmt::format("{} has {} numbers, but must have {}", name, values.size(), size);
  for (std::size_t k = 0; k < values.size(); ++k)
    if (!(std::fabs(values[k]) <= largest_number))
      return fmt::format("{} holds {} at place {}, but must be {}", name, values[k], k,
                         std::isfinite(values[k]) ? "within 1e100" : "finite");
  return "";
}

std::string fault_of(const FrictionProblem& problem, const PartNames& names) {
  const auto contacts = std::size_t(problem.W.order());
  return first({fault_of_frictions(names.vectors + "mu", problem.mu, contacts),
                fault_of_numbers(names.vectors + "q", numbers_of(problem.q), 3 * contacts),
                fault_of_blocks(names, problem.W), fault_of_diagonal(problem)});
}

std::string fault_of(const GlobalForm& problem, const PartNames& names) {
  const auto dofs = std::size_t(problem.M.rows), components = std::size_t(problem.H.columns);
  if (problem.M.columns != problem.M.rows)
    return fmt::format("M is {} x {}, but must be square", problem.M.rows, problem.M.columns);
  if (problem.H.rows != problem.M.rows)
    return fmt::format("H has {} rows, but M has {}", problem.H.rows, problem.M.rows);
  if (components % 3 != 0)
    return fmt::format("H has {} components, but each contact has three", components);
  const std::string fault =
      first({fault_of_frictions(names.vectors + "mu", problem.mu, components / 3),
             fault_of_numbers(names.vectors + "f", problem.f, dofs),
             fault_of_numbers(names.vectors + "w", numbers_of(problem.w), components),
             fault_of_elements(names, "M", problem.M.value),
             fault_of_elements(names, "H", problem.H.value)});
  if (!fault.empty()) return fault;
  if (!is_positive_definite(problem.M)) return "the mass matrix M is not positive definite";
  return fault_of_columns(problem);
}

}  // namespace eulersolid
