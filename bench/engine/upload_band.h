#pragma once

#include "bench/problems/band_data.h"
#include "kernels/band/banded.h"

ES_BEGIN

/// out = A, in the memory of this backend.
void upload(const BandData& A, BandedMatrix& out);

ES_END
