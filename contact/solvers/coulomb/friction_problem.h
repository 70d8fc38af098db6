#pragma once

#include <optional>
#include <vector>

#include "kernels/sparse/block_matrix.h"

namespace eulersolid {

/// What contact acts on, FCLIB's global form: M v = f + H r, u = H^T v + w. Column 3 c + k of H is
/// component k of contact c.
struct GlobalForm {
  SparseMatrix M;                    ///< mass [kg]
  SparseMatrix H;                    ///< by degrees of freedom and components [-]
  std::vector<double> f;             ///< momentum that forces leave bodies with [N s]
  std::vector<Vec3> w;               ///< velocities of contact that are prescribed [m/s]
  std::vector<double> mu;            ///< [-], >= 0; infinite for a joint (contact_cone.h)
  std::vector<double> rolling = {};  ///< as of FrictionProblem

  int contacts() const { return int(w.size()); }
};

/// Coulomb friction at points of contact, as numbers on the host and in FCLIB's local form (Acary,
/// Bremond, Koziara and Perignon, INRIA RT-0444 (2014)): find impulses r such that at each contact
///
///     u = W r + q,     K* contains (u_N + mu |u_T|, u_T)  _|_  r in K = {|r_T| <= mu r_N}.
///
/// The components of a contact are (N, T1, T2). What solvers of a backend take is a view of such a
/// problem (contact/solvers/problem_view.h).
struct FrictionProblem {
  BlockMatrix W;                          ///< Delassus matrix [1/kg]
  std::vector<Vec3> q;                    ///< velocities without impulses [m/s]
  std::vector<double> mu;                 ///< [-], >= 0; infinite for a joint
  std::optional<GlobalForm> global = {};  ///< what it was condensed from, where that is known
  /// Empty without rolling friction. Else each contact has two triples, and this is negative for
  /// that of its impulse, and its coefficient [m] for the other one, (0, M1, M2) of the moment
  /// (rolling_friction.h).
  std::vector<double> rolling = {};

  int contacts() const { return int(q.size()); }
};

/// The components of contacts one after the other.
inline std::vector<double> flat(const std::vector<Vec3>& vectors) {
  std::vector<double> values;
  values.reserve(3 * vectors.size());
  for (const Vec3& v : vectors) values.insert(values.end(), {v.x, v.y, v.z});
  return values;
}

inline std::vector<Vec3> by_contact(const std::vector<double>& values) {
  std::vector<Vec3> vectors(values.size() / 3);
  for (std::size_t c = 0; c < vectors.size(); ++c)
    vectors[c] = {values[3 * c], values[3 * c + 1], values[3 * c + 2]};
  return vectors;
}

}  // namespace eulersolid
