#pragma once

#include "contact/solvers/coulomb/methods/body_form.h"
#include "kernels/dense/host_dense.h"
#include "kernels/sparse/band_lu.h"

namespace eulersolid {

/// K = M + H D G for blocks D of the contacts: as a band, where bodies touch few others, or
/// dense. Where M is diagonal, as that of impulses is, what no contact with a D touches is divided
/// by it alone: the system has the unknowns of the others.
class NewtonMatrix {
 public:
  explicit NewtonMatrix(const BodyForm& bodies);

  /// x = K^-1 x. @param D  a block per contact; those that are zero take no time
  /// Returns false where K is singular.
  bool solve(const std::vector<Mat3>& D, std::vector<double>& x);
  /// Of a factorisation where every contact has a block, in floating point.
  double operations() const { return operations_; }

 private:
  static constexpr int none = -1;

  void choose_unknowns(const std::vector<Mat3>& D);
  int bandwidth_of(const std::vector<Mat3>& D) const;
  template <class Element>
  void fill(const std::vector<Mat3>& D, const std::vector<double>& x, std::vector<double>& right,
            Element element) const;
  void add_dense_rows(const std::vector<Mat3>& D);

  const BodyForm& bodies_;
  bool diagonal_ = true;    ///< M is
  std::vector<int> order_;  ///< all unknowns, those that are coupled near each other
  std::vector<int> place_;  ///< of each unknown in the system, or none
  int unknowns_ = 0;        ///< of the system
  std::vector<std::vector<int>> left_, right_;  ///< by contact: what it acts on, and sees
  bool dense_rows_ = false;
  double operations_ = 0;
  HostMatrix rows_;   ///< G = H^T, where it is dense
  HostMatrix dense_;  ///< K, where it is
};

}  // namespace eulersolid
