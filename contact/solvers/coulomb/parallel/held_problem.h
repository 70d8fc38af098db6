#pragma once

#include "contact/solvers/coulomb/friction_problem.h"
#include "contact/solvers/coulomb/methods/progress.h"
#include "kernels/sparse/block_product.h"

ES_BEGIN

/// A problem of the host in the memory of this backend.
class HeldProblem {
 public:
  explicit HeldProblem(const FrictionProblem& problem);

  Index contacts() const { return q_.size(); }
  BlockRows W() const { return W_.rows(); }
  Span<const Vec3> q() const { return q_.span(); }
  Span<const double> mu() const { return mu_.span(); }
  Span<const double> response() const { return response_.span(); }  ///< h_c = tr W_cc / 3 [1/kg]
  double scale() const { return scale_; }                           ///< |q| of CoulombErrors [m/s]

  /// Coulomb's error of impulses. Leaves u = W r + q.
  double error(Span<const Vec3> r);
  /// The same, and where they are the best, they are kept. What would be solved is judged by the
  /// one function of the host (coulomb_errors.h).
  double judge(Span<const Vec3> r, Progress& progress);
  Span<const Vec3> velocities() const { return u_.span(); }  ///< as error() left them [m/s]

 private:
  DeviceBlockMatrix W_;
  DeviceVector<Vec3> q_, u_;
  DeviceVector<double> mu_, response_;
  double scale_ = 0;
};

ES_END
