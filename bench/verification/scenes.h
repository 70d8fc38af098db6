#pragma once

#include <functional>
#include <string>
#include <vector>

#include "src/simulation/simulation.h"

/// What the scenes of the cases are made of, and how they are run.
namespace eulersolid::verification {

inline constexpr double pi = 3.14159265358979323846;

/// Of all cases that do not say otherwise: E = 1e5 Pa and rho = 1000 kg/m^3, so that waves in bars
/// have 10 m/s.
inline constexpr double youngs_modulus = 1e5, density = 1000, bar_speed = 10;
inline constexpr double shear_modulus(double nu) { return youngs_modulus / (2 * (1 + nu)); }
inline constexpr double lame_lambda(double nu) {
  return youngs_modulus * nu / ((1 + nu) * (1 - 2 * nu));
}

/// A scene without anything in it, whose grid has a node at `node`: what lies along the grid off
/// the nodes says so by it.
/// @param size  of its cells [m]
Scene empty_scene(double cell_size, Vec3 node = {});

/// Neo-Hookean.
MaterialSpec soft(double poissons_ratio, double viscosity = 0);

BodySpec box(const std::string& name, Vec3 centre, Vec3 size, const MaterialSpec& material);
BodySpec ball(const std::string& name, Vec3 centre, double radius, const MaterialSpec& material);
/// Along z.
BodySpec cylinder(const std::string& name, Vec3 centre, double radius, double length,
                  const MaterialSpec& material);

/// Solid on the side that its normal points away from.
ObstacleSpec plane(const std::string& name, Vec3 point, Vec3 normal);

/// All of the body, or what of it lies beyond a plane through a point, given from its centre.
RegionSpec all_of_it(const std::string& name);
RegionSpec beyond(const std::string& name, Vec3 point, Vec3 outward);
/// A slab around a face of a box, for what acts on that face: its sides are not in it.
RegionSpec face(const std::string& name, Vec3 outward, Vec3 box_size);

/// Grows from 0 to its value in `rise`, and stays.
KeyframedVector ramp(Vec3 value, double rise);

/// Runs to a time [s], in equal steps of about the stable one, and calls `each` after every step.
void run_to(Simulation& simulation, double time,
            const std::function<void(const StepRecord&)>& each = {});

/// Force on a body by a partner, mean since contacts were last asked for [N].
Vec3 force_by(Simulation& simulation, const std::string& partner);

/// Times [s] at which what is given step by step changes its sign, between steps by a line.
class Crossings {
 public:
  void add(double time, double value);
  const std::vector<double>& times() const { return times_; }

 private:
  bool begun_ = false;
  double time_ = 0, value_ = 0;
  std::vector<double> times_;
};

/// Slope of the least-squares line through points.
class Slope {
 public:
  void add(double x, double y) { n_ += 1, x_ += x, y_ += y, xx_ += x * x, xy_ += x * y; }
  double value() const { return (n_ * xy_ - x_ * y_) / (n_ * xx_ - x_ * x_); }

 private:
  double n_ = 0, x_ = 0, y_ = 0, xx_ = 0, xy_ = 0;
};

/// Runs to a time [s], and gives the mean of what is measured at 24 moments on the way.
double mean_until(Simulation& simulation, double time, const std::function<double()>& measured);

/// Where `f` is zero, by bisection. @pre f(low) < 0 < f(high)
double root_of(const std::function<double(double)>& f, double low, double high);

}  // namespace eulersolid::verification
