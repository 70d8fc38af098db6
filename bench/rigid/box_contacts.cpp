#include "bench/rigid/box_contacts.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace eulersolid {

namespace {

Vec3 axis_of(const PlacedBox& box, int k) {
  const Mat3& R = box.pose.rotation;
  return {R[0][k], R[1][k], R[2][k]};
}

double reach_along(const PlacedBox& box, Vec3 n) {
  double reach = 0;
  for (int k = 0; k < 3; ++k) reach += box.half[k] * std::fabs(dot(axis_of(box, k), n));
  return reach;
}

/// An axis that parts two boxes: a face's (axes 0 to 2 of a, 3 to 5 of b) or two edges'.
struct Separation {
  Vec3 normal;  ///< from b to a
  double gap = -INFINITY;
  int face = -1, edge_a = 0, edge_b = 0;
};

Separation separation(const PlacedBox& a, const PlacedBox& b) {
  /// Two edges have to be this much better than a face, whose patch carries more.
  constexpr double edge_share = 1e-3, parallel = 1e-6;
  const Vec3 between = a.pose.position - b.pose.position;
  const double size = std::min({a.half.x, a.half.y, a.half.z, b.half.x, b.half.y, b.half.z});
  Separation best;
  const auto look = [&](Vec3 n, double handicap, Separation found) {
    if (dot(n, between) < 0) n = -n;
    const double gap = dot(n, between) - reach_along(a, n) - reach_along(b, n);
    if (gap - handicap <= best.gap) return;
    best = found;
    best.normal = n, best.gap = gap;
  };
  for (int k = 0; k < 6; ++k)
    look(k < 3 ? axis_of(a, k) : axis_of(b, k - 3), k == 0 ? 0 : edge_share * size,
         {{}, 0, k, 0, 0});
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vec3 n = cross(axis_of(a, i), axis_of(b, j));
      if (norm(n) > parallel) look((1 / norm(n)) * n, edge_share * size, {{}, 0, -1, i, j});
    }
  return best;
}

/// The face of a box that looks along n most, corners in turn.
std::vector<Vec3> face_along(const PlacedBox& box, Vec3 n) {
  int k = 0;
  for (int i = 1; i < 3; ++i)
    if (std::fabs(dot(axis_of(box, i), n)) > std::fabs(dot(axis_of(box, k), n))) k = i;
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  const double side = dot(axis_of(box, k), n) > 0 ? 1 : -1;
  std::vector<Vec3> corners;
  for (const auto& [s, t] : {std::pair{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}) {
    Vec3 p;
    p[k] = side * box.half[k], p[i] = s * box.half[i], p[j] = t * box.half[j];
    corners.push_back(to_world(box.pose, p));
  }
  return corners;
}

/// The part of a polygon where n . x <= offset (Sutherland and Hodgman).
std::vector<Vec3> clipped(const std::vector<Vec3>& polygon, Vec3 n, double offset) {
  std::vector<Vec3> kept;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec3 p = polygon[k], q = polygon[(k + 1) % polygon.size()];
    const double dp = dot(n, p) - offset, dq = dot(n, q) - offset;
    if (dp <= 0) kept.push_back(p);
    if ((dp < 0 && dq > 0) || (dp > 0 && dq < 0)) kept.push_back(p + (dp / (dp - dq)) * (q - p));
  }
  return kept;
}

std::vector<NearPoint> face_contacts(const PlacedBox& a, const PlacedBox& b, const Separation& best,
                                     double margin) {
  const bool of_a = best.face < 3;
  const PlacedBox &face = of_a ? a : b, &other = of_a ? b : a;
  const Vec3 out = of_a ? -best.normal : best.normal;  // from the face to the other box
  std::vector<Vec3> patch = face_along(other, -out);
  const int k = best.face % 3;
  for (const int i : {(k + 1) % 3, (k + 2) % 3}) {
    const Vec3 side = axis_of(face, i);
    const double middle = dot(side, face.pose.position);
    patch = clipped(patch, side, middle + face.half[i]);
    patch = clipped(patch, -side, face.half[i] - middle);
  }
  const double surface = dot(out, face.pose.position) + face.half[k];
  std::vector<NearPoint> contacts;
  for (const Vec3 corner : patch) {
    const double gap = dot(out, corner) - surface;
    if (gap < margin) contacts.push_back({corner - (0.5 * gap) * out, best.normal, gap});
  }
  return contacts;
}

/// Middle of the edge of a box along its axis k that is farthest in direction n.
Vec3 edge_along(const PlacedBox& box, int k, Vec3 n) {
  Vec3 p;
  for (int i = 0; i < 3; ++i)
    p[i] = i == k ? 0 : (dot(axis_of(box, i), n) > 0 ? box.half[i] : -box.half[i]);
  return to_world(box.pose, p);
}

NearPoint edge_contact(const PlacedBox& a, const PlacedBox& b, const Separation& best) {
  const Vec3 p = edge_along(a, best.edge_a, -best.normal), d = axis_of(a, best.edge_a);
  const Vec3 q = edge_along(b, best.edge_b, best.normal), e = axis_of(b, best.edge_b);
  const double de = dot(d, e), span = 1 - de * de;
  const double s = (dot(q - p, d) - de * dot(q - p, e)) / span;
  const double t = (de * dot(q - p, d) - dot(q - p, e)) / span;
  return {0.5 * (p + s * d + q + t * e), best.normal, best.gap};
}

}  // namespace

std::vector<NearPoint> box_contacts(const PlacedBox& a, const PlacedBox& b, double margin) {
  const Separation best = separation(a, b);
  if (best.gap >= margin) return {};
  if (best.face >= 0) return face_contacts(a, b, best, margin);
  return {edge_contact(a, b, best)};
}

NearPoint nearest_of_box(const PlacedBox& box, Vec3 x) {
  const Vec3 p = to_local(box.pose, x);
  Vec3 q = p;
  for (int k = 0; k < 3; ++k) q[k] = std::clamp(p[k], -box.half[k], box.half[k]);
  const double outside = norm(p - q);
  if (outside > 0)
    return {to_world(box.pose, q), box.pose.rotation * ((1 / outside) * (p - q)), outside};
  int k = 0;
  for (int i = 1; i < 3; ++i)
    if (box.half[i] - std::fabs(p[i]) < box.half[k] - std::fabs(p[k])) k = i;
  Vec3 n;
  n[k] = p[k] < 0 ? -1 : 1;
  q[k] = n[k] * box.half[k];
  return {to_world(box.pose, q), box.pose.rotation * n, std::fabs(p[k]) - box.half[k]};
}

}  // namespace eulersolid
