#pragma once

#include "grid/quadrature/constants.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

/// Volume of a solid and its first moments about some point.
struct Moments {
  double volume = 0;  ///< [m^3]
  Vec3 first;         ///< integral of x [m^4]

  ES_HD Moments& operator+=(const Moments& o) {
    volume += o.volume, first += o.first;
    return *this;
  }
};

/// The pieces of plane_cut, in the unit square and the unit cube.
namespace cut {

/// Area of a part of the unit square and its first moments about the corner at the origin.
struct Slice {
  double area = 0, y = 0, z = 0;
};

/// Slopes 0 <= p <= q > 0 of a plane along the two sides of the square, and their inverses.
struct Slopes {
  double p, q, over_p, over_q;
};

/// Where p y + q z < s, for 0 <= s <= (p + q)/2: a triangle or a trapezoid.
ES_HD inline Slice lower_slice(const Slopes& n, double s) {
  if (s < n.p) {
    const double y = s * n.over_p, z = s * n.over_q, area = 0.5 * y * z;
    return {area, area * y * (1.0 / 3), area * z * (1.0 / 3)};
  }
  const double a = s * n.over_q, b = (s - n.p) * n.over_q;  // z at the edges y = 0 and y = 1
  return {0.5 * (a + b), (a + 2 * b) * (1.0 / 6), (a * a + a * b + b * b) * (1.0 / 6)};
}

/// Where p y + q z < s, for 0 <= s <= p + q.
ES_HD inline Slice slice(const Slopes& n, double s) {
  const double whole = n.p + n.q;
  if (2 * s <= whole) return lower_slice(n, s);
  const Slice rest = lower_slice(n, smaller(whole - s, 0.5 * whole));  // seen from (1, 1)
  return {1 - rest.area, 0.5 - rest.area + rest.y, 0.5 - rest.area + rest.z};
}

/// Of the part n . x < c of the unit cube, about its corner at the origin; n >= 0, |n|_1 = 1,
/// 0 < c <= 1/2.
///
/// Slices across an axis r on which n is not largest change from triangle to trapezoid to pentagon
/// at s = n_p and s = n_q only, with s = c - n_r x_r and q the axis of the largest n. In between
/// their moments are polynomials of third degree, which two Gauss points integrate exactly; no
/// small component of n is ever divided by that s does not vanish with.
ES_HD inline Moments lower_part(Vec3 n, double c) {
  const int q = n.x >= n.y && n.x >= n.z ? 0 : (n.y >= n.z ? 1 : 2);
  const int p = (q + 1) % 3, r = (q + 2) % 3;
  const double steepness = n[r], over_r = 1 / larger(n[r], 1e-300), turn[3] = {n[q], n[p], 0};
  const Slopes slopes{n[p], n[q], 1 / larger(n[p], 1e-300), 1 / n[q]};
  double area = 0, along_r = 0, along_p = 0, along_q = 0, start = 0;
  for (int piece = 0; piece < 3; ++piece) {
    const double end = smaller((c - turn[piece]) * over_r, 1);
    if (!(end > start)) continue;
    const double half = 0.5 * (end - start), middle = 0.5 * (end + start);
    for (int side = -1; side <= 1; side += 2) {
      const double x = middle + side * half * 0.57735026918962576;    // 1/sqrt(3)
      const Slice cut = slice(slopes, larger(c - steepness * x, 0));  // below by rounding
      area += half * cut.area, along_r += half * x * cut.area;
      along_p += half * cut.y, along_q += half * cut.z;
    }
    start = end;
  }
  Moments part{area, {}};
  part.first[r] = along_r, part.first[p] = along_p, part.first[q] = along_q;
  return part;
}

}  // namespace cut

/// The part phi + gradient . x < 0 of a cube about the origin: its volume, and its first moments
/// about the cube's centre, to rounding. What is not a number is empty.
///
/// @param phi  level set at the centre [m]
/// @param gradient  of it [-]; one with a 1-norm below min_slope is taken as that steep
/// @param edge  of the cube [m]
ES_HD inline Moments plane_cut(double phi, Vec3 gradient, double edge) {
  const double whole = edge * edge * edge, slope = norm1(gradient);
  // The smaller of the two parts, in units of the edge and seen from the corner that it contains.
  const double c = 0.5 - std::fabs(phi) / (edge * larger(slope, min_slope));
  if (!(c > 0)) return {phi < 0 ? whole : 0, {}};
  const double least = 1e-30;  // no direction at all is the diagonal
  const double scale = 1 / (slope + 3 * least);
  const Moments part = cut::lower_part(
      {scale * (std::fabs(gradient.x) + least), scale * (std::fabs(gradient.y) + least),
       scale * (std::fabs(gradient.z) + least)},
      c);
  Moments solid{whole * (phi > 0 ? part.volume : 1 - part.volume), {}};
  for (int i = 0; i < 3; ++i) {
    // The solid's moment about the centre, or that of what is missing with both signs turned.
    const double inwards = edge * whole * (part.first[i] - 0.5 * part.volume);
    solid.first[i] = gradient[i] < 0 ? -inwards : inwards;
  }
  return solid;
}

}  // namespace eulersolid
