#include "bench/rigid/rigid_contacts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace eulersolid {

namespace {

using Kind = RigidPart::Kind;

struct PlacedPart {
  const RigidPart* part;
  Pose pose;

  Vec3 end(double side) const { return to_world(pose, {0, 0, side * part->size.y}); }
  PlacedBox box() const { return {pose, part->size}; }
};

PlacedPart placed(const RigidBody& body, const RigidPart& part) {
  return {&part, {to_world(body.pose, part.centre), body.pose.rotation}};
}

/// Spheres at p and q.
void meet(Vec3 p, double rp, Vec3 q, double rq, double margin, std::vector<NearPoint>& found) {
  const Vec3 d = p - q;
  const double distance = norm(d), gap = distance - rp - rq;
  if (gap >= margin || distance == 0) return;
  const Vec3 n = (1 / distance) * d;
  found.push_back({q + (rq + 0.5 * gap) * n, n, gap});
}

/// The nearest point to x of a segment.
Vec3 nearest_of_segment(Vec3 from, Vec3 to, Vec3 x) {
  const Vec3 d = to - from;
  const double length2 = dot(d, d);
  return from + (length2 > 0 ? std::clamp(dot(x - from, d) / length2, 0.0, 1.0) : 0) * d;
}

/// Spheres of a part that touch for it: its own, or those at the ends of a capsule and at its
/// nearest point to something convex, by what distance() says.
template <class Distance>
std::vector<Vec3> touching_centres(const PlacedPart& p, Distance distance) {
  if (p.part->kind == Kind::sphere) return {p.pose.position};
  const Vec3 from = p.end(-1), to = p.end(1);
  double low = 0, high = 1;
  constexpr int halvings = 60;
  for (int k = 0; k < halvings; ++k) {  // the distance to something convex is convex
    const double s = low + (high - low) / 3, t = high - (high - low) / 3;
    (distance(from + s * (to - from)) < distance(from + t * (to - from)) ? high : low) =
        distance(from + s * (to - from)) < distance(from + t * (to - from)) ? t : s;
  }
  const double middle = 0.5 * (low + high), end = 1e-3;
  std::vector<Vec3> centres{from, to};
  if (middle > end && middle < 1 - end) centres.push_back(from + middle * (to - from));
  return centres;
}

void meet_round(const PlacedPart& a, const PlacedPart& b, double margin,
                std::vector<NearPoint>& found) {
  const auto near_b = [&](Vec3 x) {
    return b.part->kind == Kind::sphere ? b.pose.position
                                        : nearest_of_segment(b.end(-1), b.end(1), x);
  };
  for (const Vec3 x : touching_centres(a, [&](Vec3 y) { return norm(y - near_b(y)); }))
    meet(x, a.part->size.x, near_b(x), b.part->size.x, margin, found);
}

/// A round part and a box; the normal points to the round one.
void meet_box(const PlacedPart& round, const PlacedBox& box, double margin,
              std::vector<NearPoint>& found) {
  const double r = round.part->size.x;
  for (const Vec3 x : touching_centres(round, [&](Vec3 y) { return nearest_of_box(box, y).gap; })) {
    NearPoint near = nearest_of_box(box, x);
    near.gap -= r;
    if (near.gap >= margin) continue;
    near.point += (0.5 * near.gap) * near.normal;
    found.push_back(near);
  }
}

std::vector<NearPoint> meet(const PlacedPart& a, const PlacedPart& b, double margin) {
  std::vector<NearPoint> found;
  const bool box_a = a.part->kind == Kind::box, box_b = b.part->kind == Kind::box;
  if (box_a && box_b) return box_contacts(a.box(), b.box(), margin);
  if (!box_a && !box_b) meet_round(a, b, margin, found);
  if (box_b && !box_a) meet_box(a, b.box(), margin, found);
  if (box_a && !box_b) {
    meet_box(b, a.box(), margin, found);
    for (NearPoint& near : found) near.normal = -near.normal;
  }
  return found;
}

std::vector<NearPoint> meet(const PlacedPart& a, const RigidPlane& plane, double margin) {
  std::vector<NearPoint> found;
  const auto touch = [&](Vec3 x, double radius) {
    const double gap = dot(x - plane.point, plane.normal) - radius;
    if (gap < margin) found.push_back({x - (radius + 0.5 * gap) * plane.normal, plane.normal, gap});
  };
  if (a.part->kind == Kind::sphere) touch(a.pose.position, a.part->size.x);
  if (a.part->kind == Kind::capsule)
    for (const double side : {-1.0, 1.0}) touch(a.end(side), a.part->size.x);
  if (a.part->kind == Kind::box)
    for (int corner = 0; corner < 8; ++corner) {
      Vec3 p = a.part->size;
      for (int k = 0; k < 3; ++k)
        if ((corner >> k & 1) != 0) p[k] = -p[k];
      touch(to_world(a.pose, p), 0);
    }
  return found;
}

}  // namespace

std::vector<RigidContact> rigid_contacts(const std::vector<RigidBody>& bodies,
                                         const std::vector<RigidPlane>& planes, double margin) {
  std::vector<RigidContact> contacts;
  std::vector<double> reach;
  for (const RigidBody& body : bodies) {
    reach.push_back(0);
    for (const RigidPart& part : body.parts)
      reach.back() = std::max(reach.back(), norm(part.centre) + part.reach());
  }
  const auto add = [&](int a, int b, const std::vector<NearPoint>& found) {
    for (const NearPoint& near : found) contacts.push_back({a, b, near});
  };
  for (int a = 0; a < int(bodies.size()); ++a) {
    const RigidBody& one = bodies[std::size_t(a)];
    for (const RigidPart& part : one.parts)
      for (const RigidPlane& plane : planes) add(a, -1, meet(placed(one, part), plane, margin));
    for (int b = 0; b < a; ++b) {
      const RigidBody& other = bodies[std::size_t(b)];
      if (norm(one.pose.position - other.pose.position) >=
          reach[std::size_t(a)] + reach[std::size_t(b)] + margin)
        continue;
      for (const RigidPart& p : one.parts)
        for (const RigidPart& q : other.parts)
          add(a, b, meet(placed(one, p), placed(other, q), margin));
    }
  }
  return contacts;
}

}  // namespace eulersolid
