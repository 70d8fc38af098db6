#pragma once

#include "contact/solvers/coulomb/friction_problem.h"

namespace eulersolid {

/// Impulses to start a step with from those of the step before. A contact is taken for the one of
/// the step before whose normal moves the bodies most alike, by the columns of H, which tell both
/// bodies, normals and lever arms: each is taken once, the nearest first, and none that differs by
/// more than a third. Its impulse is turned to the new normal and tangents, so that it does to the
/// bodies what it did, as nearly as the new columns can. New contacts start from zero, and so do
/// all where the degrees of freedom are not as many.
std::vector<Vec3> carried_impulses(const GlobalForm& before, const std::vector<Vec3>& r,
                                   const GlobalForm& now);

}  // namespace eulersolid
