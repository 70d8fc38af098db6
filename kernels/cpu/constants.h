#pragma once

#include "kernels/core/span.h"

namespace eulersolid {

/// Numbers of the cpu backend that are chosen and not derived, with their evidence.

/// Iterations below which a loop runs on the calling thread: with fewer, waking the others takes
/// longer than they save even where an iteration takes a tenth of a microsecond.
constexpr Index worth_waking_threads = 128;

/// A team that takes so many times as long as one thread at its best, and so much longer [s], is
/// held up: one of its threads waits for a processor, some milliseconds as a rule.
constexpr double held_up = 2, held_up_from = 5e-4;
/// Growth of what is known of an iteration's time, each time that the loop takes longer: by a tenth
/// in two runs, tenfold in fifty.
constexpr double pace_forgotten = 1.05;

/// Iterations of a few operations each, about a nanosecond, below which a loop runs on the calling
/// thread.
constexpr Index long_loop = 16384;

/// Values that are added one after the other before the sums of such blocks are: the bits of every
/// sum on the cpu depend on it. Larger blocks leave threads idle, smaller ones cost memory for
/// their sums.
constexpr Index reduce_block = 1024;

/// Floating-point operations that count as an iteration, and how many of these are worth waking
/// threads for: a core does them in a tenth of a millisecond, and waking a team takes up to some
/// ten microseconds of that. With less, the many small panels of a contact problem wait for
/// threads; with much more, matrices of a few hundred rows stay on one core. Results do not depend
/// on it: tasks are the same for any team.
constexpr double flops_of_iteration = 4e4;
constexpr Index worth_a_team = 100;

/// Columns of a dense product that are one task, whatever the team. With fewer, OpenBLAS packs the
/// left matrix again for too little work; with more, products of a hundred columns keep only a
/// few threads busy (estimated).
constexpr Index product_columns = 32;

/// From this bandwidth on a thread eliminates so many rows of tiles of a factor together: its
/// node box (rho^2 / 2 to rho^2 numbers) then begins to outgrow the second cache, 2 MB of a core,
/// and each panel serves them all while it is there. At rho = 1000 eight rows take 100 ms, four 133
/// ms (docs/measurements/engine.md). More rows, or narrower bands, make threads wait for each other
/// (estimated). The bits stay.
constexpr int wide_band = 400, rows_of_wide_band = 8;

/// Looks at a thread's progress before the one that waits lets others run: some microseconds, what
/// a row of tiles takes. With none, waiting costs a call of the system; with many more, threads
/// that share a core hold up the one that they wait for (estimated).
constexpr int looks_per_yield = 200;

/// A factor of up to so many bytes stays in a core's second cache while right-hand sides pass one
/// after the other; they are then shared out evenly, among up to cached_tasks threads. A larger one
/// is to be read rarely, so that more right-hand sides share each pass: one task per subdomain
/// where there are several, else uncached_tasks. With too few tasks threads idle, with too many L
/// is read once more for each (estimated).
constexpr Index cached_factor = Index(1) << 20, cached_tasks = 8, uncached_tasks = 2;
/// Panels of right-hand sides of a task at most: an element of L that is used so often no
/// longer costs its reading; with more, threads idle for nothing (estimated).
constexpr Index max_panels = 16;
/// A factor of more bytes comes from memory, and the next panel of it is asked for ahead: four
/// times a core's second cache. A smaller one is there already, and asking would only cost
/// (estimated).
constexpr Index factor_in_memory = Index(8) << 20;
/// Tiles of a row of L that all right-hand sides of a task use before the next are read: 6 x 24 x
/// 24 numbers, 28 KB of a first cache of 32 or 48. With more they leave it; with fewer the sums of
/// each panel are loaded and stored more often.
constexpr int tiles_at_once = 6;

}  // namespace eulersolid
