#pragma once

#include <cmath>

#include "io/surface/frame_maps.h"
#include "shapes/samples/sharp_distance.h"

namespace eulersolid {

/// The shape that a body has at one moment: that of its undeformed one, looked up through the
/// reference map,
///
///     phi(x) = phi_0(X(x)),     X(x) = x - u(x).
///
/// u is the quadratic B-spline of its values at the nodes: linear displacements are reproduced, so
/// that rigid and affine motion is exact, others are smoothed by h^2/8 of their second derivatives,
/// and the map has continuous first derivatives. Where it has edges, phi_0 keeps them: they are as
/// sharp as the undeformed shape's, however coarse the grid is. Where not all 27 nodes have values,
/// far outside, u is trilinear.
///
/// Far outside u is extrapolated. Around bodies that are hit hard X turns back there, and may pass
/// through the shape once more: where it is inside out, or where the cell holds no mass, nothing is
/// solid, and a negative phi counts as one outside. The same goes for a surface that the advected
/// points of the body's own say is elsewhere.
///
/// Views the body's map, which outlives it.
class DeformedShape {
 public:
  DeformedShape(const BodyMap& body, Vec3 origin, double h);

  /// u(x) [m] and its slopes at a point; `known` says whether there are values.
  struct Displacement {
    bool known = false;
    Vec3 u;
    Vec3 slope[3];  ///< du/dx, du/dy, du/dz [-]
  };
  Displacement displacement(Vec3 x) const;

  /// phi(x) [m], negative inside; infinite where the map is not known.
  double level(Vec3 x) const;

  /// The same with its slopes, which point outward. Exact in direction and length where phi_0 is a
  /// signed distance; zero on its medial planes, and where the map is not known.
  struct LevelAround {
    double level = INFINITY;  ///< [m]
    Vec3 gradient;            ///< [-]
  };
  LevelAround level_around(Vec3 x) const;

  /// The signed distance from the deformed surface [m], to first order near it: phi / |grad phi|,
  /// in which grad phi = (grad X)^T n with the unit normal n of phi_0 at X. Infinite where the map
  /// is not known.
  /// @param most  distances that are larger for sure come out as this, or less exactly [m]
  double distance(Vec3 x, const Displacement& at_x, double most = INFINITY) const;
  double distance(Vec3 x) const { return distance(x, displacement(x)); }

  /// The value of a level set at a point; at least h where it is negative but nothing can be solid,
  /// as the map is inside out or the cell holds no mass, and where the material is elsewhere:
  /// nearer to zero it would be taken for a part of a voxel.
  double without_spurious(double level, Vec3 x, const Displacement& at_x) const;

  /// Outward unit normal of the deformed surface near x; zero where the map is not known.
  Vec3 normal(Vec3 x) const;

  /// X(x) [m], of a point where the map is known.
  Vec3 rest(Vec3 x) const { return x - displacement(x).u; }

  /// Trilinear in between the nodes [m/s]; zero where nothing is known.
  Vec3f velocity(Vec3 x) const;

  /// One of the body's values in the middle of cells, trilinear between those that are known.
  float cell_value(const NamedValues& values, Vec3 x) const;
  /// All of them at some points.
  std::vector<NamedValues> cell_values(const std::vector<Vec3>& points) const;

  const BodyMap& body() const { return body_; }
  double h() const { return h_; }
  Vec3 in_nodes(Vec3 x) const { return (1 / h_) * (x - corner_); }  ///< coordinates in the box [h]
  Vec3 origin() const { return origin_; }

 private:
  /// How many corners of the cell around a point are flagged.
  int corners_with(const std::vector<std::uint8_t>& flags, Vec3 x) const;
  bool may_be_solid(Vec3 x, const Displacement& at_x) const;
  /// Do the points of the surface allow for the material there? Nobody asks in the midst of degrees
  /// of freedom, where the map is not extrapolated.
  bool is_witnessed(Vec3 x, const Displacement& at_x) const;
  Vec3 shape_normal(Vec3 X, const DistanceAround& level, double side = 1) const;

  const BodyMap& body_;
  Vec3 origin_, corner_;  ///< of the grid, of the box [m]
  double h_;
};

}  // namespace eulersolid
