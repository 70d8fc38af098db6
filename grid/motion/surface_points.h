#pragma once

#include <memory>

#include "grid/state.h"
#include "surface/advected_surface.h"
#include "surface/rest_points.h"
#include "surface/smooth_map.h"

ES_BEGIN

/// The points of a body's surface at rest; where they are now is in its state.
struct SurfacePoints {
  DeviceVector<Vec3> rest;                     ///< material coordinates [m]
  DeviceVector<Vec3> area;                     ///< outward area vectors [m^2]
  DeviceVector<std::uint8_t> sharp;            ///< not zero on edges and corners
  std::shared_ptr<const RestSurface> on_host;  ///< the same for files

  /// With where they are now, in the memory of this backend.
  AdvectedSurface advected(Span<const Vec3> now) const {
    return {on_host->cubes.view_of(first_.span(), in_cubes_.span()), rest.span(), now};
  }

  /// @param shape  on the host
  /// @param h      cell size, by which points are apart [m]
  /// @return the faces between the points
  std::vector<RestFace> make(const PlacedShape& shape, double h);

 private:
  DeviceVector<int> first_, in_cubes_;  ///< see PointCubes
};

/// The map of a body, known in all layers.
SmoothMap map_of(const BodyState& state, const GridSpec& grid);

/// Takes points of a body to where the map has their material now: with the velocities, and from
/// there by Newton's method.
/// @param dt    of the motion just made [s]
/// @param rest  material coordinates of the points [m]
void advect_points(const BodyState& state, const GridSpec& grid, double dt, Span<const Vec3> rest,
                   Span<Vec3> points);

ES_END
