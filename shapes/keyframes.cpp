#include "shapes/keyframes.h"

#include <algorithm>
#include <cmath>

namespace eulersolid {

namespace {

/// Integral of term(s) from `from` to `to`, a polynomial of degree 5 at most between keyframes:
/// three points of Gauss are exact.
template <class Term>
Vec3 integral(const KeyframedVector& vector, double from, double to, Term term) {
  Vec3 sum;
  const auto add_piece = [&](double start, double end) {
    const double half = 0.5 * (end - start), middle = 0.5 * (start + end);
    const double reach = half * std::sqrt(0.6);
    sum += (half / 9) * (5 * term(middle - reach) + 8 * term(middle) + 5 * term(middle + reach));
  };
  double start = from;
  for (const Keyframe& key : vector.keyframes) {
    if (key.time <= start || key.time >= to) continue;
    add_piece(start, key.time);
    start = key.time;
  }
  add_piece(start, to);
  return sum;
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
  const double part =
      part_of_way((time - before->time) / (after->time - before->time), after->smooth);
  return (1 - part) * before->value + part * after->value;
}

Vec3 mean_rate(const KeyframedVector& vector, double time, double dt) {
  if (dt == 0) return {};
  return (1 / dt) * (value_at(vector, time + dt) - value_at(vector, time));
}

Vec3 mean_value(const KeyframedVector& vector, double time, double dt) {
  if (vector.keyframes.empty()) return vector.value;  // without rounding
  if (dt == 0) return value_at(vector, time);
  return (1 / dt) *
         integral(vector, time, time + dt, [&](double s) { return value_at(vector, s); });
}

Vec3 way_from_rest(const KeyframedVector& acceleration, double time) {
  return integral(acceleration, 0, time,
                  [&](double s) { return (time - s) * value_at(acceleration, s); });
}

}  // namespace eulersolid
