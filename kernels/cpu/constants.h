#pragma once

#include "kernels/core/span.h"
#include "kernels/core/threads.h"

namespace eulersolid {

/// Numbers of the cpu backend that are chosen and not derived, with their evidence.

/// Iterations below which a loop runs on the calling thread: with fewer, waking the others takes
/// longer than they save even where an iteration takes a tenth of a microsecond.
constexpr Index worth_waking_threads = 128;

/// The same for loops whose iterations are a few operations, about a nanosecond each.
constexpr Index long_loop = 16384;

/// Values that are added one after the other before the sums of such blocks are: the bits of every
/// sum on the cpu depend on it. Larger blocks leave threads idle, smaller ones cost memory for
/// their sums.
constexpr Index reduce_block = 1024;

/// Floating-point operations below which waking threads costs more than it gains: a core does them
/// in a tenth of a millisecond, and waking a team takes up to some ten microseconds of that. With
/// less, the many small panels of a contact problem wait for threads; with much more, matrices of a
/// few hundred rows stay on one core. Results do not depend on it: tasks are the same for any team.
constexpr double worth_a_team = 4e6;

inline int team_for(double flops) { return flops < worth_a_team ? 1 : threads(); }

}  // namespace eulersolid
