#pragma once

#include <vector>

namespace eulersolid {

/// Anderson's acceleration of a fixed-point iteration x <- g(x): the next point is the combination
/// of the last ones whose residuals g(x) - x combine to the least (Walker and Ni, SIAM J. Numer.
/// Anal. 49 (2011) 1715-1735, Eq. 2.2 in the unconstrained form).
class AndersonAcceleration {
 public:
  using Vector = std::vector<double>;

  /// @param memory  differences that are kept, at most
  explicit AndersonAcceleration(std::size_t memory) : memory_(memory) {}

  /// Forget all points: the map changes, or the iteration goes on from elsewhere.
  void restart();
  bool has_memory() const { return !residuals_.empty(); }
  const Vector& last_image() const { return last_image_; }  ///< empty after a restart
  /// x becomes the next point. @param x  the last point. @param g  its image
  void advance(Vector& x, const Vector& g);

 private:
  void remember(const Vector& residual, const Vector& g);

  std::size_t memory_;
  Vector last_residual_, last_image_;
  std::vector<Vector> residuals_, images_;  ///< differences of consecutive ones, the oldest first
  std::vector<Vector> gram_;                ///< products of residuals_
};

}  // namespace eulersolid
