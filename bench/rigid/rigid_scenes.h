#pragma once

#include <cstdint>

#include "bench/rigid/rigid_world.h"

namespace eulersolid {

/// Balls of radius 0.5 m and 1000 kg/m^3 in layers over the floor of a box with four walls, moved
/// at random by up to a tenth of the radius; the box is as wide as it would be high, filled.
RigidWorld balls_in_box(int count, std::uint64_t seed);

/// A brick of 2 m x 1 m x 0.5 m, a little tilted, or a ball of radius 0.5 m, 5 cm over a plane.
RigidWorld brick_over_plane();
RigidWorld ball_over_plane();

/// The bodies of the reordering experiments: 10 kg, sliding at 10 m/s and turning at 1 rad/s, with
/// friction 1: a capsule with two contacts, or three spheres in a triangle.
RigidWorld sliding_capsule();
RigidWorld sliding_spheres();

/// Bodies of unit size on a cubic lattice, tied to their neighbours by ball joints at the middle
/// between them, until there are `rows` rows at least; hanging from the first, pulled at random.
RigidWorld joint_network(int bodies, int rows, std::uint64_t seed);

/// Spheres of one mass and no friction that touch each other on a lattice, with walls a little
/// beside them.
RigidWorld sphere_heap(int spheres, std::uint64_t seed);

/// Plates one on the other, each fourth a hundred times as heavy as the others.
RigidWorld plate_stack(int plates, double friction);

/// `columns` columns of boxes one on the other, each a little beside the one below.
RigidWorld box_stacks(int columns, int height, double friction, std::uint64_t seed);

/// A wall of `side` layers of so many bricks of 0.4 m x 0.2 m x 0.2 m and a tonne a cubic metre,
/// each on halves of two others: eight contacts to a brick, most of them redundant.
/// @param kick  bricks move at random by up to so much along each axis [m/s]
RigidWorld brick_wall(int side, double friction, double kick, std::uint64_t seed);

/// A wall of so many layers of bricks as above, at rest, whose middle a ball of a tonne hits at 5
/// m/s.
RigidWorld struck_masonry(int layers, int bricks, double friction);

/// Boxes of three sizes, turned at random, in layers over the floor of a box with four walls.
RigidWorld boxes_in_box(int count, double friction, std::uint64_t seed);

}  // namespace eulersolid
