#pragma once

#include "kernels/banded.h"
#include "src/bench/band_data.h"

ES_BEGIN

/// out = A, in the memory of this backend.
void upload(const BandData& A, BandedMatrix& out);

ES_END
