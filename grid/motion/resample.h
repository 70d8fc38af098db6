#pragma once

#include "grid/motion/surface_points.h"
#include "grid/state.h"

ES_BEGIN

/// Displacements and velocities of a body on the nodes of a grid.
struct GridFields {
  GridSpec grid;
  NodeBox node_box;
  Span<const std::int8_t> layers;  ///< values are known up to layer::last
  Span<const Vec3> u, v;           ///< [m], [m/s]
};

/// Gives the nodes of a state's node box displacements and velocities of fields on another grid, by
/// cubic polynomials, beside what is not known trilinearly, and layer 1; layer::unknown where no
/// cell of the fields is known.
void resample(const GridFields& from, const GridSpec& grid, BodyState& to);

/// Where a map has the points of a surface, in search of each from the point of another sampling of
/// the surface that was nearest to it at rest.
/// @param known_rest  that sampling at rest, not empty, and where it is now [m]
/// @param spacing     of it [m]
void place_points(const GridFields& map, const std::vector<Vec3>& known_rest,
                  const std::vector<Vec3>& known, double spacing, const std::vector<Vec3>& rest,
                  DeviceVector<Vec3>& points);

ES_END
