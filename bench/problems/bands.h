#pragma once

#include "bench/problems/random_numbers.h"
#include "kernels/band/host_band.h"

namespace eulersolid {

/// U(-1, 1) in a full band, 1.1 * 2 sqrt(2 bandwidth / 3) on the diagonal: a tenth above the edge
/// of the spectrum of what is beside it, whose elements have variance 1/3 (Wigner's semicircle), so
/// that the condition is near 20.
HostBand uniform_band(int order, int bandwidth, RandomNumbers& random);

/// U(-1, 1) in a full band, 1.1 times the sum of their absolute values, 1 at least, on the
/// diagonal.
HostBand dominant_band(int order, int bandwidth, RandomNumbers& random);

/// B B^T / (bandwidth + 1) + epsilon I, B lower banded of normal numbers: eigenvalues up to about
/// 4, as badly conditioned as epsilon is small.
HostBand gram_band(int order, int bandwidth, double epsilon, RandomNumbers& random);

/// Five-point Laplacian of a grid of side x side points.
HostBand laplacian(int side);

}  // namespace eulersolid
