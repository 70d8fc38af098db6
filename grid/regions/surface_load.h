#pragma once

#include <vector>

#include "grid/regions/region.h"
#include "grid/state.h"
#include "grid/workspace.h"
#include "surface/rest_points.h"

ES_BEGIN

/// A face of a body's surface as loads act on it.
struct LoadedFace {
  int corner[4];    ///< points of the surface, counter-clockwise from outside
  double part = 0;  ///< of it that is in the region [-]
  double area = 0;  ///< of that part at rest [m^2]
};

/// What acts on a face.
struct FaceForce {
  Vec3 force, xi;  ///< [N]; where in its cell [-]
};

/// The faces that a region has, with their parts in it.
/// @param points  of the surface at rest [m]
std::vector<LoadedFace> faces_in(const RegionSetup& region, const std::vector<Vec3>& points,
                                 const std::vector<RestFace>& faces);

/// Volume of the hollow that faces enclose, which look into it; that of a body, negative, where
/// they are its outside [m^3].
/// @param points  of the surface [m]
double enclosed_volume(Span<const LoadedFace> faces, Span<const Vec3> points);

/// Whether each edge of whole faces is shared by two of them.
bool is_closed(const std::vector<LoadedFace>& faces);

bool share_a_face(const std::vector<LoadedFace>& some, const std::vector<LoadedFace>& others);

/// Tractions and pressure on faces, brought to the nodes around them.
class SurfaceLoad {
 public:
  /// Adds to `load` the force on each active node and ghost node [N]: that of a face, at the mean
  /// of its corners, by the trilinear functions of the cell it is in. A pressure acts on the face
  /// as it is now, so that on a closed surface it adds up to nothing.
  /// @param points  of the surface now [m]
  void add(const BodyState& state, const BodyDerived& derived, const GridSpec& grid,
           Span<const LoadedFace> faces, Span<const Vec3> points, Vec3 traction, double pressure,
           Span<Vec3> load);

 private:
  DeviceVector<std::uint64_t> cells_;  ///< of the faces, ascending
  DeviceVector<int> order_;            ///< and which faces these are
  DeviceVector<FaceForce> forces_;     ///< by face
};

ES_END
