#pragma once

#include "kernels/core/threads.h"

namespace eulersolid {

/// Numbers of the cpu backend that are chosen and not derived, with their evidence.

/// Floating-point operations below which waking threads costs more than it gains: a core does them
/// in a tenth of a millisecond, and waking a team takes up to some ten microseconds of that. With
/// less, the many small panels of a contact problem wait for threads; with much more, matrices of a
/// few hundred rows stay on one core. Results do not depend on it: tasks are the same for any team.
constexpr double worth_a_team = 4e6;

inline int team_for(double flops) { return flops < worth_a_team ? 1 : threads(); }

}  // namespace eulersolid
