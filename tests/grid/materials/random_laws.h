#pragma once

#include <gtest/gtest.h>

#include "bench/problems/random_numbers.h"
#include "grid/materials/acoustic_tensor.h"
#include "grid/materials/law_table.h"

/// RandomNumbers laws and deformations for tests that hold for every law: a law that joins laws.h
/// joins these tests.
namespace eulersolid::test {

template <class List>
struct TypesOf;
template <class... L>
struct TypesOf<std::variant<L...>> {
  using type = testing::Types<L...>;
};
using AllLaws = TypesOf<Law>::type;

/// A value that a user might give: of a bounded range its lower nine tenths (the end of Poisson's
/// ratio is incompressible), else 1 kPa to 1 MPa.
inline double random_value(const LawParameter& parameter, RandomNumbers& random) {
  const Range& range = parameter.range;
  if (range.bounded_below() && range.bounded_above())
    return random.uniform(range.low, range.low + 0.9 * (range.high - range.low));
  return std::pow(10, random.uniform(3, 6));
}

template <class L>
L random_law(RandomNumbers& random) {
  std::vector<double> values;
  for (const LawParameter& parameter : L::parameters)
    values.push_back(random_value(parameter, random));
  return std::get<L>(law_table::make<L>(values));
}

/// With fibres anywhere, whose stiffening leaves differences exact.
template <>
inline FibreReinforced random_law(RandomNumbers& random) {
  FibreReinforced law =
      FibreReinforced::make(std::pow(10, random.uniform(3, 6)), random.uniform(0, 0.45),
                            std::pow(10, random.uniform(3, 6)), random.uniform(0, 0.2),
                            std::pow(10, random.uniform(3, 6)));
  law.fibre = normalized({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
  return law;
}

inline Vec3 random_vector(RandomNumbers& random, double size = 1) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}

inline Mat3 random_rotation(RandomNumbers& random) {
  return rotation(random_vector(random), random.uniform(-3, 3));
}

/// With principal stretches from 1/2 to 2, in any directions.
inline Mat3 random_gradient(RandomNumbers& random) {
  const auto stretch = [&] { return std::pow(2, random.uniform(-1, 1)); };
  return random_rotation(random) *
         (diagonal(stretch(), stretch(), stretch()) * random_rotation(random));
}

/// Fibres begin to resist at their length at rest, and pull between half and one and a half of it:
/// there second derivatives jump, and differences say little.
template <class L>
bool has_kink_near(const L& law, const Mat3& F) {
  if constexpr (HasFibres<L>) {
    const double s = norm(F * law.fibre);
    for (const double kink : {0.5, 1.0, 1.5})
      if (std::fabs(s - kink) < 0.02) return true;
  }
  return false;
}

template <class L>
double energy(const L& law, const Mat3& F) {
  return law.response(deformation(law, F)).energy;
}

template <class L>
Mat3 stress(const L& law, const Mat3& F) {
  return full(law.response(deformation(law, F)).stress);
}

/// What stresses of a law are measured by [Pa].
template <class L>
double stiffness(const L& law) {
  return 2 * law.small_strain().mu + std::fabs(law.small_strain().lambda);
}

/// What fibres add to the stiffness of a law, where it has any [Pa].
template <class L>
double stiffness_of_fibres(const L& law) {
  if constexpr (HasFibres<L>) return 4 * law.k1;
  return 0;
}

/// Largest difference of two entries.
inline double distance(const Mat3& a, const Mat3& b) {
  double most = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) most = std::fmax(most, std::fabs(a[i][j] - b[i][j]));
  return most;
}

inline double size(const Mat3& a) { return distance(a, Mat3{}); }

}  // namespace eulersolid::test
