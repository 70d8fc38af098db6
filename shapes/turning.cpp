#include "shapes/turning.h"

#include <algorithm>
#include <cmath>

#include "shapes/keyframes.h"

namespace eulersolid {

namespace {

Mat3 turn_by(Vec3 rotation_vector) {
  const double angle = norm(rotation_vector);
  return angle > 0 ? rotation(rotation_vector, angle) : identity3();
}

/// Part of the way from one keyframe to the next, 0 to 1.
Mat3 between(const RotationSpec& a, const RotationSpec& b, double part) {
  const Vec3 axis_a = normalized(a.axis), axis_b = normalized(b.axis);
  if (norm(axis_a - axis_b) < 1e-12) return rotation(axis_a, (1 - part) * a.angle + part * b.angle);
  const Mat3 first = rotation_of(a);
  return turn_by(part * rotation_vector(rotation_of(b) * transpose(first))) * first;
}

}  // namespace

Mat3 rotation_of(const RotationSpec& spec) { return rotation(spec.axis, spec.angle); }

Vec3 rotation_vector(const Mat3& turn) {
  const Vec3 skew{0.5 * (turn[2].y - turn[1].z), 0.5 * (turn[0].z - turn[2].x),
                  0.5 * (turn[1].x - turn[0].y)};  // sin(angle) times the axis
  const double sine = norm(skew), cosine = 0.5 * (trace(turn) - 1);
  const double angle = std::atan2(sine, cosine);
  if (cosine > -0.5) return sine > 0 ? (angle / sine) * skew : Vec3{};
  // Towards half a revolution the axis is the longest column of (1 - cos) a a^T + cos 1.
  Vec3 longest;
  for (int column = 0; column < 3; ++column) {
    Vec3 along{turn[0][column] + turn[column].x, turn[1][column] + turn[column].y,
               turn[2][column] + turn[column].z};
    along = 0.5 * along;
    along[column] -= cosine;
    if (norm(along) > norm(longest)) longest = along;
  }
  const double sign = dot(longest, skew) < 0 ? -1 : 1;
  return (sign * angle) * normalized(longest);
}

Mat3 rotation_at(const RotationSpec& start, const Turning& turning, double time) {
  const std::vector<RotationKeyframe>& keys = turning.keyframes;
  if (keys.empty()) {
    const Mat3 at_start = rotation_of(start);
    return norm(turning.rate) > 0 ? turn_by(time * turning.rate) * at_start : at_start;
  }
  if (time <= keys.front().time) return rotation_of(keys.front().rotation);
  if (time >= keys.back().time) return rotation_of(keys.back().rotation);
  const auto after =
      std::upper_bound(keys.begin(), keys.end(), time,
                       [](double t, const RotationKeyframe& key) { return t < key.time; });
  const auto before = after - 1;
  return between(before->rotation, after->rotation,
                 part_of_way((time - before->time) / (after->time - before->time), after->smooth));
}

Vec3 mean_turning_rate(const Turning& turning, double time, double dt) {
  if (turning.keyframes.empty()) return turning.rate;
  if (dt == 0) return {};
  const Mat3 before = rotation_at({}, turning, time), after = rotation_at({}, turning, time + dt);
  return (1 / dt) * rotation_vector(after * transpose(before));
}

}  // namespace eulersolid
