#pragma once

#include "contact/solvers/coulomb/methods/one_contact.h"
#include "contact/solvers/coulomb/methods/sweep_order.h"
#include "contact/solvers/coulomb/parallel/held_problem.h"

ES_BEGIN

/// Gauss-Seidel by colours: contacts of one colour are not coupled, and are solved at the same
/// time. Each product is of one row of W with what the colours before have just changed, so that
/// rows are multiplied where their contacts are solved, and not by a library.
class ColouredSweeps {
 public:
  /// @param held  stays where it is while this lives. @param problem  the same on the host
  ColouredSweeps(const HeldProblem& held, const FrictionProblem& problem);

  void sweep(Span<Vec3> r);

 private:
  const HeldProblem& held_;
  std::vector<int> start_;  ///< of each colour in the order
  DeviceVector<int> order_;
  DeviceVector<OneContact> contacts_;
};

ES_END
