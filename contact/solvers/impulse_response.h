#pragma once

#include "contact/solvers/impulse_map.h"
#include "kernels/core/device_vector.h"

ES_BEGIN

/// What impulses do to the velocities, by whichever form of the operator a problem has: the global
/// one where there is one, else its Delassus matrix. Impulses are measured in the kinetic metric,
/// |P|^2 = P^T W P [J].
class ImpulseResponse {
 public:
  /// Respond to impulses [N s] in world axes, by contact.
  void take(const ProblemView& problem, Span<const Vec3> impulse);

  /// du = W P [m/s], by contact.
  void relative_velocity(const ProblemView& problem, Span<Vec3> du) const;
  /// Of these impulses, and of what they are off the others' by.
  KineticMetric metric(const ProblemView& problem, const ImpulseResponse& other) const;

  void swap(ImpulseResponse& other) noexcept;

 private:
  DeviceVector<Vec3> dv_;            // of the degrees of freedom; global form
  DeviceVector<Vec3> impulse_, du_;  // of the contacts; Delassus matrix
  DeviceVector<double> along_;       // normal impulses, where contacts give
};

ES_END
