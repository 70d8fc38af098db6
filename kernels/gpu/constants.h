#pragma once

#include "kernels/core/backend.h"

ES_BEGIN

/// Numbers of the gpu backend that are chosen and not derived, with their evidence. Where it says
/// "estimated", they have not been varied on a device; docs/measurements/gpu.md says how.

/// The longest that a block waits for what another block has to finish [ns]. A sound kernel waits
/// for less time than it runs; the longest we know of, the elimination of (50000, 100) in one
/// subdomain, runs for 17 ms on an H100, and some ten times as long under a memory checker. Less
/// than a second would fail there; much more, and the watchdog of a device that also drives a
/// display ends the program first, which says nothing about what was waited for.
constexpr long long longest_wait = 2'000'000'000;

/// Looks at a flag between two looks at the clock: half a millisecond or so, since a look reads the
/// second cache (some 300 ns) and then sleeps. The clock is slow to read, and whoever waits for a
/// flag a few microseconds must not be kept by it.
constexpr int looks_per_clock = 1024;

/// Sleep between two looks at a flag [ns]: short against the 11 us that a column of tiles takes
/// on an H100, long enough that hundreds of blocks that wait leave the second cache to those that
/// work.
constexpr unsigned nap = 20;

/// Threads of a block of a loop: a multiple of a warp, and few, since the bodies of our loops take
/// many registers and a block starts only where it finds them for all of its threads (estimated).
constexpr int loop_threads = 128;
/// Blocks of a loop, beyond which its threads take several turns; below the 2^31 - 1 that a grid
/// may have, and far above what a device runs at a time.
constexpr int max_loop_blocks = 1 << 20;

/// Values that a block of a reduction adds, and its threads. Sums are taken in blocks of this size
/// and then one after the other: the bits of every sum on the gpu depend on it.
constexpr int reduce_block = 1024, reduce_threads = 256;

ES_END
