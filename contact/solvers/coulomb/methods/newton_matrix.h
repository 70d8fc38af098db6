#pragma once

#include "contact/solvers/coulomb/methods/body_form.h"
#include "kernels/dense/host_dense.h"
#include "kernels/sparse/band_lu.h"

namespace eulersolid {

/// K = M + H D G for blocks D of the contacts: as a band, where bodies touch few others, or
/// dense.
class NewtonMatrix {
 public:
  explicit NewtonMatrix(const BodyForm& bodies);

  /// x = K^-1 x. @param D  a block per contact; those that are zero take no time
  /// Returns false where K is singular.
  bool solve(const std::vector<Mat3>& D, std::vector<double>& x);

 private:
  template <class Add>
  void add_elements(const std::vector<Mat3>& D, Add add) const;
  void add_dense_rows(const std::vector<Mat3>& D);

  const BodyForm& bodies_;
  std::vector<int> place_;  ///< of each unknown in the band
  bool banded_ = false, dense_rows_ = false;
  int bandwidth_ = 0;
  BandLu band_;
  HostMatrix dense_, rows_;  ///< rows_: G = H^T, where it is dense
};

}  // namespace eulersolid
