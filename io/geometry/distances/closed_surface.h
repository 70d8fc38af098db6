#pragma once

#include <vector>

#include "io/geometry/triangle_mesh.h"
#include "shapes/placed_shape.h"

namespace eulersolid {

/// A closed surface of triangles that look one way, which says of any point how far it is and on
/// which side. The nearest triangle is found in a tree of boxes; the side is that of the normal
/// there, which at edges and corners is the sum of the faces' normals, weighted with their angles:
/// J. A. Baerentzen and H. Aanaes, Signed distance computation using the angle weighted
/// pseudonormal, IEEE Transactions on Visualization and Computer Graphics 11 (2005) 243-253. It is
/// the right side where the surface does not cross itself.
class ClosedSurface {
 public:
  /// @param mesh  with a triangle at least
  explicit ClosedSurface(const TriangleMesh& mesh);

  /// Positive on the side that the triangles look to [m].
  double distance(Vec3 p) const;

  const Bounds& box() const { return nodes_.front().box; }

 private:
  struct Face {
    Int3 corners;
    Int3 across{-1, -1, -1};  ///< the faces behind its sides; -1 where not just one is
    Vec3 normal;              ///< unit; zero where it has no area
  };
  /// Either holds `count` faces from `first` on, or two others: the next one, and number `first`.
  struct Node {
    Bounds box;
    int first = 0, count = 0;
  };
  /// The nearest point of a face: on its plane, on a side, or a corner of it.
  struct Nearest {
    double square = INFINITY;  ///< of the distance [m^2]
    Vec3 at;
    int face = -1, corner = -1, side = -1;
  };

  void split(int node, std::vector<Vec3>& middles);
  void find_neighbours();
  void sum_up_corners();
  Nearest nearest(Vec3 p) const;
  void look_at(int face, Vec3 p, Nearest& best) const;
  Vec3 normal(const Nearest& nearest) const;
  Vec3 point(int number) const { return points_[std::size_t(number)]; }

  std::vector<Vec3> points_;
  std::vector<Face> faces_;  ///< in the order of the tree's leaves
  std::vector<Vec3> corner_normals_;
  std::vector<Node> nodes_;
};

/// Of a point to a box; 0 within [m].
double distance(const Bounds& box, Vec3 p);

}  // namespace eulersolid
