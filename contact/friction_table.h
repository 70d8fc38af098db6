#pragma once

#include <vector>

namespace eulersolid {

/// Friction coefficients [-] of every body with every other body and with every obstacle.
class FrictionTable {
 public:
  FrictionTable(int bodies, int obstacles, double friction)
      : bodies_(bodies),
        width_(bodies + obstacles),
        value_(std::size_t(bodies) * std::size_t(bodies + obstacles), friction) {}

  double between_bodies(int a, int b) const { return value_[at(a, b)]; }
  double with_obstacle(int body, int obstacle) const {
    return value_[at(body, bodies_ + obstacle)];
  }
  void set_between_bodies(int a, int b, double friction) {
    value_[at(a, b)] = value_[at(b, a)] = friction;
  }
  void set_with_obstacle(int body, int obstacle, double friction) {
    value_[at(body, bodies_ + obstacle)] = friction;
  }

 private:
  std::size_t at(int body, int partner) const {
    return std::size_t(body) * std::size_t(width_) + std::size_t(partner);
  }

  int bodies_, width_;
  std::vector<double> value_;
};

}  // namespace eulersolid
