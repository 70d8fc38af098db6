#pragma once

/// Settings of the loops of the cpu backend. Results depend on neither of them.

namespace eulersolid {

void set_threads(int count);  ///< at least 1; the gpu backend ignores it
int threads();  ///< where it was not said as many as OpenMP takes, but no absurd number

/// OpenMP does not survive some thousands.
inline constexpr int most_threads = 1024;

/// Start the threads of the loops, once it is known that they can be: OpenMP ends the program where
/// one cannot.
/// @throws DeviceError with the number that can be
void start_threads();

/// Run every loop from its last index to its first. A correct loop gives the same answer; a test
/// that sees a difference has found a race. Also set by ES_LOOP_ORDER=reverse in the environment.
void set_loops_reversed(bool reversed);
bool loops_reversed();

}  // namespace eulersolid
