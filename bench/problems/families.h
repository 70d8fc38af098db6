#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/problems/qp_data.h"

namespace eulersolid {

/// The random band matrices of bands.h.
enum class BandFamily { uniform, dominant, gram };

/// A QP x >= 0 with such a matrix and c of normal numbers with mean `mean` and variance 1. The
/// thesis does not say how its matrices were drawn.
struct BandQpSpec {
  BandFamily family = BandFamily::uniform;
  int order = 0, bandwidth = 0;
  double epsilon = 0;  ///< of the gram family
  double mean = 0;
  std::uint64_t seed = 1;
};
QpData band_qp(const BandQpSpec& spec);

/// A normal QP with H = J M^-1 J^T + eps I of balls in a row, with six degrees of freedom each:
/// contact k is between ball b, which grows with k, and one of the next three. More than one
/// contact per degree of freedom makes J M^-1 J^T singular.
struct NormalQpSpec {
  int contacts = 0;
  double per_dof = 1;      ///< contacts per degree of freedom
  double epsilon = 0;      ///< eps over the mean of the diagonal
  bool consistent = true;  ///< c = -J v with velocities v, in the range of J; else normal numbers
  std::uint64_t seed = 1;
  int copies = 1;  ///< contacts side by side at each place, as from patches that are not merged;
                   ///< divides them
  /// Places at random, so that some balls have many contacts and some none, and the ground for a
  /// last neighbour; else evenly along the row.
  bool scattered = false;
};
QpData normal_qp(const NormalQpSpec& spec);

/// The same with |x| <= a random load, as friction has it; one load in eight is zero.
QpData with_loads(QpData qp, std::uint64_t seed);

/// Random QPs of one kind.
struct QpFamily {
  std::string name;
  bool hard = false;  ///< contacts with eps below 1e-6, or with c not in the range of J
  std::function<QpData(std::uint64_t seed)> make;
};

struct FamilySize {
  int order = 0;           ///< variables, or contacts
  int bandwidth = 0;       ///< of the band families
  int copies = 1;          ///< of NormalQpSpec
  bool scattered = false;  ///< the same
};

/// Band families, and contacts at 0.5, 0.9, 1.1 and 2 per degree of freedom with eps from 1e-2 to
/// 1e-8 and either kind of c.
std::vector<QpFamily> qp_families(const FamilySize& size);

}  // namespace eulersolid
