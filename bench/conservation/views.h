#pragma once

#include <string>
#include <vector>

#include "io/scene/scene.h"
#include "kernels/math/mat3.h"

namespace eulersolid {

/// Another way to see the same scene, which should not change what happens in it: at twice the
/// size everything takes twice the time, and stresses and speeds are the same.
struct View {
  std::string name;
  double scale = 1;         ///< of lengths and times [-]
  Mat3 turn = identity3();  ///< a rotation or reflection that maps the axes to themselves, z to z
  Vec3 velocity = {};       ///< added to all, before it is turned and scaled [m/s]
  Vec3 grid_shift = {};     ///< of the grid under the scene, in cells
};

/// @throws InputError for a shape given by samples, which cannot be turned
Scene seen(Scene scene, const View& view);

/// What was seen, in the terms of the scene itself: a place [m] at a time of the view [s], and a
/// velocity [m/s].
Vec3 place_in_scene(const View& view, Vec3 place, double time);
Vec3 velocity_in_scene(const View& view, Vec3 velocity);

/// Reflected in x, turned by a right angle about z, and at 1/8 and 8 times the size.
std::vector<View> similar_views();

/// From five frames, the first at rest, that move in no direction of the grid.
/// @param speed  of the fastest [m/s]
std::vector<View> moving_views(double speed);

/// The grid at `count` places under the scene, the first where it is: multiples of an irrational
/// vector, modulo a cell, which fill it evenly (Roberts' R3 sequence).
std::vector<View> shifted_views(int count);

}  // namespace eulersolid
