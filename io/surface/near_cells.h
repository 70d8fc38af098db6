#pragma once

#include <cstdint>
#include <vector>

#include "io/surface/frame_maps.h"

namespace eulersolid {

/// Where a cell is.
enum class Nearness : std::uint8_t { outside, near, inside };

/// Which cells of a body's box the surface may be near, by the body's map at their corners: only
/// there is it worth looking at closely.
class NearCells {
 public:
  /// @param origin  of the grid [m]
  /// @param reach  distance from the surface that counts as near [m]
  NearCells(const BodyMap& body, Vec3 origin, double h, double reach);

  /// Of a cell of the box; outside for those that are not in it.
  Nearness at(Int3 cell) const {
    return cells_.contains(cell) ? nearness_[std::size_t(cells_.index(cell))] : Nearness::outside;
  }

  /// Ends of the smallest box of cells that holds those that are not outside: from low up to but
  /// without high.
  bool any() const { return any_; }
  Int3 low() const { return low_; }
  Int3 high() const { return high_; }

 private:
  Cells cells_;
  std::vector<Nearness> nearness_;
  bool any_ = false;
  Int3 low_, high_;
};

}  // namespace eulersolid
