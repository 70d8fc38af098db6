#pragma once

#include "kernels/math/vec3.h"

namespace eulersolid {

/// Signed distances [m] of a point to primitive solids in their own frames, negative inside: exact,
/// so 1-Lipschitz, everywhere. The formulas are those of J. C. Hart, Sphere tracing, The Visual
/// Computer 12 (1996) 527-545, with the nearest face inside and face, edge or corner outside.

ES_HD inline double sphere_distance(Vec3 p, double radius) { return norm(p) - radius; }

/// Distance of a solid that is a box in some coordinates, from how far the point lies beyond the
/// face of each of them [m].
ES_HD inline double distance_beyond_faces(Vec3 q) {
  const Vec3 outside{larger(q.x, 0), larger(q.y, 0), larger(q.z, 0)};
  return norm(outside) + smaller(larger(q.x, larger(q.y, q.z)), 0);
}

/// @param half  half edge lengths [m]
ES_HD inline double box_distance(Vec3 p, Vec3 half) {
  return distance_beyond_faces(
      {std::fabs(p.x) - half.x, std::fabs(p.y) - half.y, std::fabs(p.z) - half.z});
}

/// The axis is z. The third coordinate, -radius, is never nearer than the other two.
ES_HD inline double cylinder_distance(Vec3 p, double radius, double half_length) {
  return distance_beyond_faces(
      {std::sqrt(p.x * p.x + p.y * p.y) - radius, std::fabs(p.z) - half_length, -radius});
}

/// The axis is z.
/// @param half_length  from the middle to an end, its half ball included, >= radius [m]
ES_HD inline double capsule_distance(Vec3 p, double radius, double half_length) {
  const double beyond = larger(std::fabs(p.z) - (half_length - radius), 0);
  return norm({p.x, p.y, beyond}) - radius;
}

/// The axis is z. @param tube  radius of what goes round at `radius` from the axis, < radius [m]
ES_HD inline double torus_distance(Vec3 p, double radius, double tube) {
  const double from_circle = std::sqrt(p.x * p.x + p.y * p.y) - radius;
  return std::sqrt(from_circle * from_circle + p.z * p.z) - tube;
}

/// A box whose edges and corners are those of a ball that rolled along within it.
/// @param half  half edge lengths, rounding included; @param rounding  <= each of them [m]
ES_HD inline double rounded_box_distance(Vec3 p, Vec3 half, double rounding) {
  return box_distance(p, {half.x - rounding, half.y - rounding, half.z - rounding}) - rounding;
}

/// A cone, or one cut off: the body that a trapezium sweeps about z, which the lower radius is at
/// the lower end of. Its side as seen from a point: all lengths [m].
struct ConeSide {
  double height;        ///< distance from the side, extended beyond its ends; negative inside
  double beyond;        ///< how far the foot is beyond the ends, negative between them
  double out, upwards;  ///< outward unit normal: away from the axis, along it
};

ES_HD inline ConeSide cone_side(double from_axis, double z, double lower_radius,
                                double upper_radius, double half_length) {
  const double narrowing = lower_radius - upper_radius, length = 2 * half_length;
  const double side = std::sqrt(narrowing * narrowing + length * length);
  const double out = length / side, upwards = narrowing / side;
  const double rho = from_axis - 0.5 * (lower_radius + upper_radius);
  return {out * rho + upwards * z, std::fabs(out * z - upwards * rho) - 0.5 * side, out, upwards};
}

/// Outside, one of the three edges of the trapezium is nearest.
ES_HD inline double cone_distance(Vec3 p, double lower_radius, double upper_radius,
                                  double half_length) {
  const double from_axis = std::sqrt(p.x * p.x + p.y * p.y);
  const ConeSide side = cone_side(from_axis, p.z, lower_radius, upper_radius, half_length);
  const double above = p.z - half_length, below = -p.z - half_length;
  const double highest = larger(side.height, larger(above, below));
  if (highest <= 0) return highest;
  const double beyond = larger(side.beyond, 0), aside_up = larger(from_axis - upper_radius, 0),
               aside_down = larger(from_axis - lower_radius, 0);
  const double to_side = side.height * side.height + beyond * beyond;
  const double to_upper = above * above + aside_up * aside_up;
  const double to_lower = below * below + aside_down * aside_down;
  return std::sqrt(smaller(to_side, smaller(to_upper, to_lower)));
}

/// The nearest point x of the surface to p has x_i = a_i^2 p_i / (t + a_i^2), with t the greatest
/// root of sum (a_i p_i / (t + a_i^2))^2 = 1: see D. Eberly, Distance from a point to an ellipse,
/// an ellipsoid, or a hyperellipsoid (2013). In s = t + (least a)^2 the root of 1 - 1/sqrt(sum),
/// which is concave and nearly linear, is found by Newton's method from below: every step stays
/// below, and few are needed (J. J. More and D. C. Sorensen, SIAM J. Sci. Stat. Comput. 4 (1983)
/// 553-572).
/// @param half  half axes [m]
ES_HD inline double ellipsoid_distance(Vec3 p, Vec3 half) {
  constexpr int max_steps = 60;  // seen: 9, for axes of 1 to 1000
  const double least = smaller(half.x, smaller(half.y, half.z));
  double y[3], more[3], s = 0;
  for (int i = 0; i < 3; ++i) {
    y[i] = half[i] * larger(std::fabs(p[i]), 1e-100 * least);  // off the planes of symmetry
    more[i] = (half[i] - least) * (half[i] + least);
    s = larger(s, y[i] - more[i]);
  }
  double along = 0;  // |x - p| / |t|
  for (int step = 0; step < max_steps; ++step) {
    double sum = 0, slope = 0;
    along = 0;
    for (int i = 0; i < 3; ++i) {
      const double w = y[i] / (s + more[i]);
      sum += w * w, slope += w * w / (s + more[i]), along += (w / half[i]) * (w / half[i]);
    }
    const double next = s + sum * (std::sqrt(sum) - 1) / slope;
    if (!(next > s)) break;
    s = next;
  }
  return (s - least * least) * std::sqrt(along);
}

/// The half-space that a unit normal at the origin points away from.
ES_HD inline double plane_distance(Vec3 p, Vec3 normal) { return dot(normal, p); }

}  // namespace eulersolid
