#include "shapes/motion.h"

#include <algorithm>

namespace eulersolid {

Vec3 position_at(const KeyframedMotion& motion, double time) {
  const std::vector<Keyframe>& keys = motion.keyframes;
  if (keys.empty()) return motion.position;
  if (time <= keys.front().time) return keys.front().position;
  if (time >= keys.back().time) return keys.back().position;
  const auto after = std::upper_bound(keys.begin(), keys.end(), time,
                                      [](double t, const Keyframe& key) { return t < key.time; });
  const auto before = after - 1;
  const double part = (time - before->time) / (after->time - before->time);
  return (1 - part) * before->position + part * after->position;
}

Vec3 mean_velocity(const KeyframedMotion& motion, double time, double dt) {
  return (1 / dt) * (position_at(motion, time + dt) - position_at(motion, time));
}

}  // namespace eulersolid
