#pragma once

#include "contact/detect/scene_tables.h"

ES_BEGIN

/// A block of a pair's points of which some may see the other surface: points that follow each
/// other, all of one side.
struct PointBlock {
  int pair = 0;
  Index first = 0;  ///< its first point, among those of the pair
  int count = 0;    ///< 0 < count <= points_a_block

  /// One of its points, or -1 where it has fewer.
  ES_HD Index point(int place) const { return place < count ? first + place : -1; }
};

/// Leaves out most points that are far from the surface that they would look for, by the boxes
/// around blocks of them.
class PointBlocks {
 public:
  /// Those of all pairs, in ascending order of pair, then of point. A block is left out only where
  /// none of its points sees anything.
  Span<const PointBlock> near(const SceneTables& scene);

 private:
  DeviceVector<Bounds> boxes_;  ///< of all surfaces, one after the other
  DeviceVector<std::uint8_t> flags_;
  DeviceVector<int> list_;
  DeviceVector<PointBlock> blocks_;
};

ES_END
