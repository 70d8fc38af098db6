#include "shapes/keyframes.h"

#include <algorithm>

namespace eulersolid {

namespace {

/// Calls visit(start, end) for the pieces of [from, to] in each of which the vector is linear.
template <class Visit>
void each_piece(const KeyframedVector& vector, double from, double to, Visit visit) {
  double start = from;
  for (const Keyframe& key : vector.keyframes) {
    if (key.time <= start || key.time >= to) continue;
    visit(start, key.time);
    start = key.time;
  }
  visit(start, to);
}

}  // namespace

Vec3 value_at(const KeyframedVector& vector, double time) {
  const std::vector<Keyframe>& keys = vector.keyframes;
  if (keys.empty()) return vector.value;
  if (time <= keys.front().time) return keys.front().value;
  if (time >= keys.back().time) return keys.back().value;
  const auto after = std::upper_bound(keys.begin(), keys.end(), time,
                                      [](double t, const Keyframe& key) { return t < key.time; });
  const auto before = after - 1;
  const double part = (time - before->time) / (after->time - before->time);
  return (1 - part) * before->value + part * after->value;
}

Vec3 mean_rate(const KeyframedVector& vector, double time, double dt) {
  return (1 / dt) * (value_at(vector, time + dt) - value_at(vector, time));
}

Vec3 mean_value(const KeyframedVector& vector, double time, double dt) {
  if (vector.keyframes.empty()) return vector.value;  // without rounding
  Vec3 sum;
  each_piece(vector, time, time + dt, [&](double start, double end) {
    sum += (0.5 * (end - start)) * (value_at(vector, start) + value_at(vector, end));
  });
  return (1 / dt) * sum;
}

Vec3 way_from_rest(const KeyframedVector& acceleration, double time) {
  Vec3 way;
  // The integral of (time - s) a(s) ds, quadratic in each piece: Simpson's rule is exact.
  const auto term = [&](double s) { return (time - s) * value_at(acceleration, s); };
  each_piece(acceleration, 0, time, [&](double start, double end) {
    way += ((end - start) / 6) * (term(start) + 4 * term(0.5 * (start + end)) + term(end));
  });
  return way;
}

}  // namespace eulersolid
