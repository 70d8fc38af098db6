#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "io/vdb/frame.h"
#include "shapes/placed_shape.h"
#include "surface/advected_surface.h"

namespace eulersolid {

/// What a body looks like at one moment, as the simulation knows it: its undeformed shape, and its
/// displacements and velocities at the nodes of a box of the grid, x fastest. Node (i, j, k) of the
/// grid lies at origin + h (i, j, k).
struct BodyMap {
  std::string name;
  PlacedShape shape;  ///< undeformed; views samples, if any, that outlive this
  Int3 first;         ///< grid indices of the box's node (0, 0, 0)
  Cells nodes;
  std::vector<Vec3> u;              ///< x - X [m]
  std::vector<Vec3f> velocity;      ///< [m/s]
  std::vector<std::uint8_t> known;  ///< are there values at the node?
  /// Does the node hold mass, and is it a degree of freedom? Nothing is solid in a cell without any
  /// mass, and elsewhere than all around a degree of freedom the map is extrapolated; empty where
  /// that is not said.
  std::vector<std::uint8_t> massive, active;  ///< 0 or 1
  /// The points of the surface at rest, and where they are [m]; none where that is not known.
  std::shared_ptr<const RestSurface> rest;
  std::vector<Vec3> points;
  /// In the middle of the cells between the nodes, one less in each direction, not-a-number where
  /// there is none; those that are asked for of stress_vm [Pa], J [-], pressure [Pa],
  /// plastic_strain [-], contact_pressure [Pa], friction_traction [Pa] and slip_speed [m/s].
  std::vector<NamedValues> cell_values;

  Cells cells() const { return {nodes.nx - 1, nodes.ny - 1, nodes.nz - 1}; }
};

/// A rigid obstacle where it is.
struct ObstaclePlace {
  std::string name;
  PlacedShape shape;  ///< views samples, if any, that outlive this
};

/// All that the pictures and files of one moment are made of.
struct FrameMaps {
  int frame = 0;
  double time = 0;  ///< [s]
  Vec3 origin;      ///< of the grid [m]
  double h = 0;     ///< cell size [m]
  std::vector<BodyMap> bodies;
  std::vector<ObstaclePlace> obstacles;
};

}  // namespace eulersolid
