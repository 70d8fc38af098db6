#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "grid/body_view.h"
#include "grid/motion/surface_points.h"
#include "kernels/core/device_vector.h"
#include "kernels/math/mat3.h"

ES_BEGIN

/// An undeformed body, on the nodes of a grid as the grid module would present it:
/// octant masses, active nodes above a tenth of a full cell's mass, layers, ghost nodes with linear
/// least-squares fits, and the ghost nodes' masses aggregated.
class AnalyticBody {
 public:
  using Vector = std::function<Vec3(Vec3)>;

  static constexpr double wave_speed = 100;       // [m/s]
  static constexpr double contact_modulus = 1e7;  // [Pa]

  AnalyticBody(const GridSpec& grid, const PlacedShape& shape, double density, Vector velocity);

  double energy_lost = 0;  ///< to a grid that makes errors [J]

  BodyView view();
  std::vector<Vec3> velocities() const { return velocity_.to_host(); }
  /// Sums over the active nodes: mass [kg], m v [kg m/s], x cross m v [kg m^2/s].
  double mass() const;
  Vec3 momentum() const;
  Vec3 angular_momentum() const;
  const std::vector<int>& active() const { return active_list_; }
  Vec3 position(int node) const { return grid_.position(node_box_.to_grid(node)); }

 private:
  void integrate_mass(double density);
  void number_layers();
  void fit_ghosts();
  void aggregate();

  GridSpec grid_;
  PlacedShape shape_;
  NodeBox node_box_;
  std::vector<double> mass_list_;
  std::vector<std::int8_t> layer_list_;
  std::vector<int> dof_list_, ghost_list_, ghosts_, active_list_;
  std::vector<GhostFit> fit_list_;
  std::vector<Stencil> stencil_list_;
  DeviceVector<double> phi_, mass_;
  DeviceVector<std::int8_t> layers_;
  DeviceVector<int> dof_, ghost_, active_;
  DeviceVector<GhostFit> fits_;
  DeviceVector<Stencil> stencils_;
  DeviceVector<Vec3> u_, velocity_;
  SurfacePoints surface_;
};

/// Balls and boxes in uniform motion.
AnalyticBody make_ball(const GridSpec& grid, Vec3 centre, double radius, Vec3 velocity,
                       double density = 1000);
AnalyticBody make_box(const GridSpec& grid, Vec3 centre, Vec3 half, Vec3 velocity,
                      double density = 1000);

ES_END
