#include "io/geometry/level_set_sign.h"

namespace eulersolid {

namespace {

using openvdb::FloatGrid;

/// Do active voxels have another sign than the inactive values beside them? In a level set there
/// are none such, but where it was cut.
bool band_is_turned(const FloatGrid& grid) {
  constexpr double most = 0.9;  // of all neighbours
  const openvdb::Coord steps[] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                  {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
  const FloatGrid::ConstAccessor values = grid.getConstAccessor();
  openvdb::Index64 neighbours = 0, different = 0;
  for (auto value = grid.cbeginValueOn(); value; ++value) {
    if (!value.isVoxelValue()) continue;
    for (const openvdb::Coord& step : steps) {
      float beside = 0;
      if (values.probeValue(value.getCoord() + step, beside)) continue;
      ++neighbours;
      if (*value * beside < 0) ++different;
    }
  }
  return double(different) > most * double(neighbours);
}

}  // namespace

bool make_negative_inside(FloatGrid& grid) {
  const bool everywhere = grid.background() < 0;
  if (everywhere) {
    for (auto value = grid.beginValueAll(); value; ++value) value.setValue(-*value);
    grid.tree().root().setBackground(-grid.background(), false);
  }
  const bool in_band = band_is_turned(grid);
  if (in_band)
    for (auto value = grid.beginValueOn(); value; ++value) value.setValue(-*value);
  return everywhere || in_band;
}

}  // namespace eulersolid
