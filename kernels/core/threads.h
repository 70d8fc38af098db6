#pragma once

#include <cstddef>
#include <functional>
#include <vector>

/// The threads of the cpu backend. Results depend on neither their number nor their order.

namespace eulersolid {

void set_threads(int count);  ///< at least 1; the gpu backend ignores it
/// Of a loop that begins here: 1 in a piece of shared work; else, where it was not said, as many as
/// OpenMP takes, but no absurd number.
int threads();

/// OpenMP does not survive some thousands.
inline constexpr int max_threads = 1024;

/// Start the threads of the loops, once it is known that they can be: OpenMP ends the program where
/// one cannot.
/// @throws DeviceError with the number that can be
void start_threads();

/// Whether a team of threads was held up, that is, took much longer than one of them alone: then
/// others need the processors, and loops are not shared for a while, which is longer each time in a
/// row. ES_SHARE_LOOPS=always in the environment shares them all the same, for tests that are to
/// see threads at work.
void note_team(bool held_up);
bool others_are_busy();

/// Calls piece(i) for i = 0 .. sizes.size() - 1, which are independent and consist of loops, and
/// throws the first's exception. Threads share the pieces, the largest first, where that is
/// expected to take less time than if they share each loop of one piece after the other.
/// @param sizes  of the pieces: iterations of their longer loops
void share_pieces(const std::vector<double>& sizes, const std::function<void(std::size_t)>& piece);

/// Run every loop from its last index to its first. A correct loop gives the same answer; a test
/// that sees a difference has found a race. Also set by ES_LOOP_ORDER=reverse in the environment.
void set_loops_reversed(bool reversed);
bool loops_reversed();

}  // namespace eulersolid
