#pragma once

#include <vector>

namespace eulersolid {

/// Coefficients of Coulomb friction of a pair [-]: of surfaces that slide over each other, and of
/// surfaces that are at rest against each other, at least that.
struct FrictionLaw {
  double kinetic = 0, at_rest = 0;

  FrictionLaw() = default;
  FrictionLaw(double both) : kinetic(both), at_rest(both) {}
  FrictionLaw(double sliding, double resting) : kinetic(sliding), at_rest(resting) {}
};

/// Friction of every body with every other body and with every obstacle, and whether they touch.
class FrictionTable {
 public:
  FrictionTable(int bodies, int obstacles, FrictionLaw friction)
      : bodies_(bodies),
        width_(bodies + obstacles),
        value_(std::size_t(bodies) * std::size_t(bodies + obstacles), friction),
        passes_(value_.size(), false) {}

  FrictionLaw between_bodies(int a, int b) const { return value_[at(a, b)]; }
  FrictionLaw with_obstacle(int body, int obstacle) const {
    return value_[at(body, bodies_ + obstacle)];
  }
  /// Do they touch at all? Unless told otherwise, they do.
  bool touch_bodies(int a, int b) const { return !passes_[at(a, b)]; }
  bool touches_obstacle(int body, int obstacle) const {
    return !passes_[at(body, bodies_ + obstacle)];
  }
  void let_bodies_pass(int a, int b) { passes_[at(a, b)] = passes_[at(b, a)] = true; }
  void let_bodies_touch(int a, int b) { passes_[at(a, b)] = passes_[at(b, a)] = false; }
  void let_pass_obstacle(int body, int obstacle) { passes_[at(body, bodies_ + obstacle)] = true; }

  void set_between_bodies(int a, int b, FrictionLaw friction) {
    value_[at(a, b)] = value_[at(b, a)] = friction;
  }
  void set_with_obstacle(int body, int obstacle, FrictionLaw friction) {
    value_[at(body, bodies_ + obstacle)] = friction;
  }

 private:
  std::size_t at(int body, int partner) const {
    return std::size_t(body) * std::size_t(width_) + std::size_t(partner);
  }

  int bodies_, width_;
  std::vector<FrictionLaw> value_;
  std::vector<bool> passes_;  // through each other
};

}  // namespace eulersolid
