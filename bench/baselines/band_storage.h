#pragma once

#include <vector>

#include "kernels/band/host_band.h"

namespace eulersolid {

/// LAPACK's lower band storage, the one of lapack::Band: A(i, j) is element i - j +
/// (bandwidth + 1) j.
std::vector<double> by_columns(const HostBand& A);

/// The storage of ThesisBand: A(i, j) is element j - i + bandwidth + (bandwidth + 1) i.
std::vector<double> by_rows(const HostBand& A);

}  // namespace eulersolid
