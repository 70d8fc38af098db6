#pragma once

/// Settings of the loops of the cpu backend. Results depend on neither of them.

namespace eulersolid {

void set_threads(int count);  ///< at least 1; the gpu backend ignores it
int threads();

/// Run every loop from its last index to its first. A correct loop gives the same answer; a test
/// that sees a difference has found a race. Also set by ES_LOOP_ORDER=reverse in the environment.
void set_loops_reversed(bool reversed);
bool loops_reversed();

}  // namespace eulersolid
