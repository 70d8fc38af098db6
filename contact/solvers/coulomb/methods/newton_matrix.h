#pragma once

#include "contact/solvers/coulomb/methods/body_form.h"
#include "kernels/dense/host_dense.h"

namespace eulersolid {

/// K = M + H D G for blocks D of the contacts: factored by fronts, as a band where bodies touch few
/// others, or dense. Where M is diagonal, as that of impulses is, what no contact with a D touches
/// is divided by it alone: the system has the unknowns of the others.
class NewtonMatrix {
 public:
  explicit NewtonMatrix(const BodyForm& bodies);

  /// x = K^-1 x. @param D  a block per contact; those that are zero take little time
  /// Returns false where K is singular.
  bool solve(const std::vector<Mat3>& D, std::vector<double>& x);
  /// Of a factorisation where every contact has a block, in floating point; of one by fronts those
  /// that a band would do in its time.
  double operations() const { return operations_; }

 private:
  const std::vector<std::vector<int>>& right() const {
    return bodies_.is_symmetric() ? left_ : right_;
  }
  void fill(const std::vector<Mat3>& D);
  void add_dense_rows(const std::vector<Mat3>& D, HostMatrix& K) const;
  bool solve_dense(const std::vector<Mat3>& D, std::vector<double>& x) const;
  template <class Elements>
  bool solve_system(int unknowns, const std::vector<int>& place, const Elements& for_each_element,
                    std::vector<double>& right) const;

  const BodyForm& bodies_;
  bool diagonal_ = true;  ///< M is
  HostMatrix rows_;       ///< G = H^T, where it is dense; then nothing of the following
  std::vector<std::vector<int>> left_,
      right_;  ///< by contact: what it acts on, and sees, if others
  SparseMatrix K_;
  std::vector<int> order_;  ///< all unknowns, those that are coupled near each other
  bool fronts_ = false;     ///< take less than a band
  double operations_ = 0;
};

/// Both, for methods that share them.
struct BodySystem {
  /// @param problem  stays where it is while this lives
  explicit BodySystem(const FrictionProblem& problem) : bodies(problem), matrix(bodies) {}

  BodyForm bodies;
  NewtonMatrix matrix;
};

}  // namespace eulersolid
