#pragma once

#include <vector>

#include "grid/regions/region.h"
#include "grid/state.h"

ES_BEGIN

/// A velocity change of some nodes by what holds them, as impulses [N s], [N m s].
struct HeldSum {
  Vec3 impulse, torque;
  double work = 0;  ///< [J]

  ES_HD HeldSum operator+(const HeldSum& o) const {
    return {impulse + o.impulse, torque + o.torque, work + o.work};
  }
};

/// The active nodes of a body that are held: those of which any part of the cell around them is in
/// a held region. Where a region ends between nodes that is half a cell off at most, either way.
struct HeldNodes {
  DeviceVector<int> nodes;    ///< node box indices, ascending
  DeviceVector<int> region;   ///< of each
  DeviceVector<Vec3> passed;  ///< impulse of contacts that does not move it [N s]

  /// @param held  numbers of the regions that are
  /// @return how many nodes are in more than one
  int list(const BodyState& state, const BodyDerived& derived, const GridSpec& grid,
           const std::vector<Region>& regions, const std::vector<int>& held);

  /// Gives the nodes of a region the velocities of a motion.
  /// @return the impulse that this takes, without work
  HeldSum hold(BodyState& state, const GridSpec& grid, int of, const RigidMotion& motion) const;

  /// What contacts gave to a region's nodes, and its work with the mean of the velocities before
  /// the kick and now.
  HeldSum sum_passed(const BodyState& state, const GridSpec& grid, Span<const Vec3> before,
                     int of) const;

  /// Sum over a region's nodes of f . (mean velocity, likewise) [W].
  double power_of(const BodyState& state, Span<const Vec3> force, Span<const Vec3> before,
                  int of) const;

  /// Work of what holds a region's nodes, and of contacts and loads on them: all that changed their
  /// velocities but forces and gravity [J].
  /// @param dt, gravity  of the kick
  double work_of_rest(const BodyState& state, Span<const Vec3> before, double dt, Vec3 gravity,
                      int of) const;

 private:
  DeviceVector<std::uint8_t> flags_;
  DeviceVector<int> positions_;
};

/// Gives active nodes of a region the displacements of its place, and so the material that is told
/// to be there: errors of transport do not add up.
void hold_map(BodyState& state, const BodyDerived& derived, const GridSpec& grid,
              const Region& region, const AffineMap& place);

ES_END
