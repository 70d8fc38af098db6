#pragma once

#include <string>
#include <vector>

#include "bench/problems/qp_data.h"

namespace eulersolid {

/// The random matrices of the benchmarks.
enum class BandFamily {
  uniform,   ///< U(-1, 1) inside the band, 1.1 * 2 sqrt(2 bandwidth / 3) on the diagonal
  dominant,  ///< U(-1, 1) inside the band, 1.1 times the sum of their absolute values there
  gram,      ///< B B^T / (bandwidth + 1) + epsilon I, B lower banded of normal numbers
};

/// A QP x >= 0 with such a matrix and c of normal numbers with mean `mean` and variance 1.
///
/// In the uniform family the diagonal is a tenth above the edge of the spectrum of what is beside
/// it, whose elements have variance 1/3 (Wigner's semicircle), so its condition is near 20. The
/// thesis does not say how its matrices were drawn.
struct BandQpSpec {
  BandFamily family = BandFamily::uniform;
  int order = 0, bandwidth = 0;
  double epsilon = 0;  ///< of the gram family
  double mean = 0;
  std::uint64_t seed = 1;
};
QpData band_qp(const BandQpSpec& spec);

/// A contact QP with H = J M^-1 J^T + eps I of balls in a row, with six degrees of freedom each:
/// contact k is between ball b, which grows with k, and one of the next three. More than one
/// contact per degree of freedom makes J M^-1 J^T singular.
struct ContactQpSpec {
  int contacts = 0;
  double per_dof = 1;  ///< contacts per degree of freedom
  double epsilon = 0;
  bool consistent = true;  ///< c = -J v with velocities v, in the range of J; else normal numbers
  std::uint64_t seed = 1;
};
QpData contact_qp(const ContactQpSpec& spec);

/// The same with |x| <= a random load, as friction has it; one load in eight is zero.
QpData with_loads(QpData qp, std::uint64_t seed);

}  // namespace eulersolid
