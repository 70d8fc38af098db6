#pragma once

#include "contact/solvers/friction_cone.h"
#include "contact/solvers/impulse_response.h"
#include "contact/solvers/problem_view.h"

ES_BEGIN

/// h_c = tr W_cc / 3: mean response of a contact to an impulse on it [1/kg].
void mean_responses(const ProblemView& problem, Span<double> h);

/// Likewise of the tangential axes alone.
void tangential_responses(const ProblemView& problem, Span<double> h);

/// The largest |(min(n . u* - bound, 0), u*_T)|, which contact may have to oppose [m/s].
double largest_opposed_speed(const ProblemView& problem);

/// How far impulses are from solving a problem of frictional contact, by the natural map of its
/// cone K (De Saxce and Feng, Math. Comput. Model. 28 (1998) 225-245; Acary, Bremond and Huber,
/// LNACM 79 (2018) 375-457): with r = (alpha, f) and u the velocities that follow from r, both in
/// the axes of the contact,
///
///     e_c = h_c | r_c - P_K(r_c - w_c / h_c) |,     w_c = (u_N - bound + mu s(u_T), u_T),
///
/// where s(u_T) is |u_T| for the disc. The result is max e_c [m/s] over the largest |(min(n . u* -
/// bound, 0), u*_T)|: zero just at a solution, of order 1 without impulses where bodies meet. It
/// depends on no unit, and on no solver.
class ConeResidual {
 public:
  /// @param impulses  [N s]
  double of(const ProblemView& problem, FrictionCone cone, const ContactImpulses& impulses);

 private:
  DeviceVector<double> mean_response_;
  DeviceVector<Vec3> total_, du_;
  ImpulseResponse response_;
};

ES_END
