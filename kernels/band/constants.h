#pragma once

#include <limits>

#include "kernels/band/banded.h"

ES_BEGIN

/// Numbers of the banded engine that are chosen and not derived, with their evidence.

/// A pivot below this part of its diagonal element [-] counts as lost: what is left of it is the
/// rounding of what was subtracted. Sums of up to a few thousand products err by some tens of eps;
/// a Gram matrix of rank 60 and order 90 leaves pivots of 1 to 100 eps, which must be refused
/// (tests/kernels/band/block_cholesky_test.cpp). A thousand times more would refuse matrices of
/// condition 1e10, which solve well enough.
constexpr double lost_pivot = 1024 * std::numeric_limits<double>::epsilon();

/// The most parts that a matrix is cut into. On a cpu two ends cost no more operations than one;
/// with three parts the flops grow two- to fourfold, which a few cores do not win back. On a gpu as
/// many as the multiprocessors of an H100 or H200; where there are fewer, parts wait for their
/// turn.
constexpr int max_subdomains = rows_per_tile::ES_BACKEND == rows_per_tile::gpu ? 132 : 2;

/// Elements of a row of a Schur complement that one iteration adds to the reduced system: enough
/// that finding the row does not count, few enough that a complement of some hundred rows gives a
/// device its thousands of threads (estimated).
constexpr Index columns_added = 64;

ES_END
