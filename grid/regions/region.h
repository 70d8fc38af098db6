#pragma once

#include <cmath>
#include <optional>
#include <string>

#include "grid/body_totals.h"
#include "grid/materials/material.h"
#include "grid/materials/material_share.h"
#include "kernels/math/affine_map.h"
#include "shapes/placed_shape.h"

namespace eulersolid {

/// A part of a body, by its material coordinates: what a shape holds of the body at rest, or all.
struct Region {
  PlacedShape shape;
  bool is_all = false;

  /// Part of the cell around a node with the material X that is in the region, as a plane through
  /// it would cut it [-].
  ES_HD double part(Vec3 X, double h) const {
    if (is_all) return 1;
    return part_within(shape, X, h);
  }
};

/// A hollow of a body, with gas in it. Outside there is the pressure that the gas has at the start.
struct Cavity {
  double pressure = 0;  ///< of the gas at the start, absolute; none: no gas [Pa]
  double exponent = 1;  ///< n of p V^n, which stays [-]
  double growth = 1;    ///< volume at the start over that at rest [-]

  /// What the gas presses with beyond what is outside [Pa].
  /// @param ratio  volume over that at the start
  double excess(double ratio) const {
    return pressure == 0 ? 0 : pressure * (std::pow(ratio, -exponent) - 1);
  }
};

/// How a region is given.
struct RegionSetup {
  std::string name;
  std::optional<PlacedShape> shape;  ///< of the body at rest, samples on the host; none: all of it
  bool is_held = false;              ///< moved as it is told, whatever the forces
  bool loads_surface = false;        ///< in some step: it must have some of it
  std::optional<Cavity> cavity;      ///< whose surface is that of the body in the region
  std::optional<Material> material;  ///< in place of the body's; with a shape
  bool activates = false;  ///< fibres of its material, or of the body's where it is all of it
};

/// What acts on a region in a step.
struct RegionAction {
  Vec3 acceleration;    ///< [m/s^2]
  Vec3 force;           ///< in all, spread over the mass [N]
  Vec3 traction;        ///< on the body's surface, of its area at rest [Pa]
  double pressure = 0;  ///< on the body's surface as it is, inward [Pa]
  double activation_before = 0, activation = 0;  ///< at the step's start and end [-]
  // Of a held one:
  RigidMotion motion;  ///< on the way to the end of the step
  AffineMap end;       ///< where its material is then
};

/// What a region got in a step. Torques are about the origin of space.
struct RegionTotals {
  Vec3 load, load_torque;               ///< impulse and angular impulse of loads [N s], [N m s]
  Vec3 reaction, reaction_torque;       ///< of what holds it
  double load_work = 0, hold_work = 0;  ///< [J]
  double cavity_volume = 0;             ///< before the step [m^3]
  double pressure = 0;                  ///< on its surface [Pa]
};

/// Where a region is, by the nodes' masses.
struct RegionPlace {
  double mass = 0;      ///< [kg]
  Vec3 first, shifted;  ///< sums of m x and of m (x - X) [kg m]

  ES_HD RegionPlace operator+(const RegionPlace& o) const {
    return {mass + o.mass, first + o.first, shifted + o.shifted};
  }
};

}  // namespace eulersolid
