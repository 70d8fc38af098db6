#pragma once

#include <cstdint>
#include <vector>

#include "contact/friction_table.h"
#include "contact/numerics.h"
#include "contact/pair_losses.h"
#include "grid/body_view.h"
#include "grid/device_samples.h"
#include "kernels/core/device_vector.h"
#include "shapes/obstacle.h"

ES_BEGIN

/// Two bodies, or a body and an obstacle, that are close enough to be searched for contact.
struct ContactPair {
  int body = 0;     ///< A: normals point from the partner to it
  int partner = 0;  ///< B: a body, or an obstacle
  bool with_obstacle = false;
  std::int64_t number = 0;  ///< the same in every step; ascending in the list of pairs
  FrictionLaw friction;
  double wave_speed = 0;    ///< of the body in which waves are slower [m/s]
  double compliance = 0;    ///< of the layer that gives [m/Pa]: CompliantLayer
  bool may_push = false;    ///< overlaps may be undone quickly
  bool is_rigid = false;    ///< nothing gives
  Index first_block = 0;    ///< position of its first block of points among those of all pairs
  double lost_to_grid = 0;  ///< by its bodies since the start [J]
  Int3 shift = {};          ///< of the partner's copy that is meant, in a periodic domain [cells]
  Vec3 offset = {};         ///< the same [m]
  Vec3 middle = {};         ///< of that copy of an obstacle; what is half a period away from it
                            ///< sees the next one [m]
};

/// Points of an obstacle's edges and corners in its own frame: where [m], and their outward area
/// vectors [m^2].
struct PointsView {
  Span<const Vec3> at, area;
};

/// Blocks of points that detection leaves out together.
constexpr Index points_a_block = 64;
ES_HD inline Index blocks_of(Index points) {
  return (points + points_a_block - 1) / points_a_block;
}

/// The nodes between which a body's map is known. Nobody sees it elsewhere, nor have points of its
/// surface an area there.
ES_HD inline NodeBox known_box(const NodeBox& node_box) {
  constexpr int margin = node_box_margin - known_layer;
  const Cells& all = node_box.nodes;
  return {node_box.first + Int3{margin, margin, margin},
          {all.nx - 2 * margin, all.ny - 2 * margin, all.nz - 2 * margin}};
}

/// What the loops over patches, contacts and degrees of freedom read.
struct SceneView {
  GridSpec grid;
  Span<const BodyView> bodies;
  Span<const ObstacleState> obstacles;
  Span<const PointsView> obstacle_points;
  Span<const ContactPair> pairs;
  Span<const Index>
      first_dof;         ///< per body, and one more: number of its first active node among all
  Index rigid_dofs = 0;  ///< of all rigid bodies, numbered after those
  /// Per surface, those of bodies before those of obstacles, and one more: number of its first
  /// block of points among all.
  Span<const Index> first_block = {};
  ContactNumerics numerics = {};

  /// Number of the first degree of freedom of a rigid body.
  ES_HD Index first_rigid_dof(int body) const {
    return first_dof[bodies.size] + bodies[body].rigid.first;
  }
};

/// Generalized velocities of all rigid bodies, by three: before the kick, and after it, which
/// contact changes [kg^1/2 m/s].
struct RigidMotions {
  Span<const Vec3> before;
  Span<Vec3> velocity;
  double wave_speed = 0;  ///< stands for that of pairs in which nothing gives, so that overlaps are
                          ///< undone in the same time by long and by short steps [m/s]
};

/// The bodies, obstacles and pairs of one step, on the host and on the device.
struct SceneTables {
  ContactNumerics numerics;
  GridSpec grid;
  RigidMotions motion;
  std::vector<BodyView> bodies;
  std::vector<ContactPair> pairs;
  std::vector<Index> first_dof;
  DeviceVector<BodyView> device_bodies;
  DeviceVector<ObstacleState> device_obstacles;
  std::vector<DeviceSamples> obstacle_samples;
  struct ObstaclePoints {
    DeviceVector<Vec3> at, area;
  };
  std::vector<ObstaclePoints> obstacle_points;
  DeviceVector<PointsView> device_obstacle_points;
  std::vector<Index> first_block;
  Index pair_blocks = 0;  ///< of points, of both surfaces of all pairs
  DeviceVector<ContactPair> device_pairs;
  DeviceVector<Index> device_first_dof, device_first_block;

  void load(const GridSpec& grid_spec, const std::vector<BodyView>& body_views,
            const std::vector<ObstacleState>& obstacles, const FrictionTable& friction,
            const PairLosses& losses = {}, const RigidMotions& motions = {});
  SceneView view() const {
    return {grid,
            device_bodies.span(),
            device_obstacles.span(),
            device_obstacle_points.span(),
            device_pairs.span(),
            device_first_dof.span(),
            motion.velocity.size,
            device_first_block.span(),
            numerics};
  }
  bool has_rigid_pairs() const;
  /// Of bodies: active nodes, and what rigid ones move by.
  Index dofs() const { return first_dof.back() + motion.velocity.size; }

 private:
  void place_points(const std::vector<ObstacleState>& obstacles);
  void number_blocks();
};

/// Is a way half a period or longer along some axis? Just so far there is one end of it alone.
/// @param margin  within which both ends are [m]
ES_HD inline bool leaves_period(const GridSpec& grid, Vec3 way, double margin) {
  for (int axis = 0; axis < 3; ++axis) {
    const double half = 0.5 * grid.h * grid.period[axis];
    if (half > 0 && !(-half + margin <= way[axis] && way[axis] < half - margin)) return true;
  }
  return false;
}

/// Pairs of bodies that may both be known somewhere, in ascending order of their numbers; an
/// obstacle and a body are a pair when the obstacle may reach where the body may be known. What
/// comes from `may_push` on is left open.
///
/// @throws SimulationError when a node box is farther than `farthest_node` from the grid's origin
std::vector<ContactPair> find_pairs(const GridSpec& grid, const std::vector<BodyView>& bodies,
                                    const std::vector<ObstacleState>& obstacles,
                                    const FrictionTable& friction);

ES_END
