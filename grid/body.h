#pragma once

#include <functional>
#include <string>

#include "grid/device_samples.h"
#include "grid/history/material_history.h"
#include "grid/ledger/step_seconds.h"
#include "grid/motion/kick.h"
#include "grid/motion/surface_points.h"
#include "grid/quadrature/body_materials.h"
#include "grid/regions/body_regions.h"
#include "grid/rigid/rigid_bodies.h"
#include "grid/state.h"
#include "grid/workspace.h"
#include "kernels/core/clock.h"
#include "kernels/math/affine_map.h"
#include "shapes/placed_shape.h"

ES_BEGIN

/// How a body starts.
struct BodySetup {
  std::string name;
  PlacedShape shape;      ///< views samples on the host, if any
  Material material;      ///< its own
  Vec3 velocity;          ///< of the centre of mass [m/s]
  Vec3 angular_velocity;  ///< about it [rad/s]
  std::vector<RegionSetup> regions = {};
  Mat3 velocity_gradient = {};             ///< of what is added to these, about it [1/s]
  AffineMap place = {};                    ///< where its material is
  std::vector<RegionAction> actions = {};  ///< how fibres of regions are activated
  bool is_rigid = false;                   ///< moved by follow(); only the density counts
};

/// The longest step that is stable for a body now, and the speed that asks for it.
struct StepBound {
  double dt = 0;         ///< [s]
  double speed = 0;      ///< of the fastest wave or node [m/s]
  bool by_waves = true;  ///< else by nodes
};

/// One elastic body on its node box of the grid: the reference map X = x - u and the velocity v at
/// the nodes. A step is a particle's leapfrog,
///     kick(dt, g)      v^{t-1/2} -> v*, by the forces at t
///     (contact changes v through view() and reports its impulses to receive())
///     move(dt, g)      advects v and X by v^{t+1/2}, then mass, force and layers at t+1
/// so that positions belong to the ends of steps and velocities to their middles.
///
/// The ledger (grid/ledger/ledger.h) holds what impulses alone decide, and the corrections bring
/// the nodes in line with it: masses are scaled to the body's in every step, what is missing of the
/// momentum after each motion (next to nothing) is restored, and what the grid has made of the
/// energy beyond a bound is returned. totals() says what was measured and what was corrected;
/// docs/theory.md has the derivation.
class Body {
 public:
  Body(const BodySetup& setup, const GridSpec& grid);

  /// v* = v + (last dt + dt)/2 (f/m + g): from the middle of the last step to the middle of this
  /// one, and by half a step at the start. With what acts on its regions (grid/regions/).
  /// @param actions  one for each region; none: nothing
  void kick(double dt, Vec3 gravity, const std::vector<RegionAction>& actions = {});

  /// Activates fibres as they are at the end of a step, before it.
  void activate(const std::vector<RegionAction>& actions);

  /// Multiplies all velocities, before the kick; what that takes of the energy counts as
  /// viscosity's.
  void damp(double factor);
  /// After the kick and contact, before move().
  Imbalance imbalance(double dt, Vec3 gravity) const;

  /// Notes an impulse of contact [N s] and its angular impulse about the origin [N m s] in the
  /// ledger.
  void receive(Vec3 impulse, Vec3 angular_impulse) {
    pushed_ += impulse;
    ledger().receive(impulse, angular_impulse);
  }

  /// The same of what a region is tied to.
  void receive_at(std::size_t region, Vec3 impulse, Vec3 angular_impulse) {
    receive(impulse, angular_impulse);
    regions_.add_reaction(region, impulse, angular_impulse);
  }

  /// Notes in the ledger how fast the body and its partner of the reduced mass moved and closed.
  void meet(double reduced_mass, double closing, double speed) {
    ledger().hit.note(reduced_mass, closing, speed);
  }

  /// Notes that a partner that does not touch the body yet, or hardly, closes at this speed [m/s].
  void expect_hit(double closing) {
    state_.totals.approach = larger(state_.totals.approach, closing);
  }

  /// @throws SimulationError when the body moves more than a cell in the step, holds a value that
  /// is not finite, inverts, or has no node left
  void move(double dt, Vec3 gravity);

  /// What a rigid body does in place of kick() and move(): its material is where it is told, and
  /// its totals are those of the placement. Nodes have no part in its motion, but its surface, its
  /// files and what contact sees of it are those of any body.
  /// @throws SimulationError when the placement is not finite
  void follow(const RigidPlacement& placement, double dt);
  /// The same at the start.
  void start_rigid(const RigidPlacement& placement);
  bool is_rigid() const { return is_rigid_; }

  /// The kinematic part of move: advects v and X with the velocities as they are, |v| dt <= h, and
  /// renews mass, force and layers.
  void advance_map(double dt);

  /// @param rigid  of a rigid one
  BodyView view(const RigidView& rigid = {});
  const std::string& name() const { return name_; }
  const SurfacePoints& surface() const { return points_; }
  const BodyRegions& regions() const { return regions_; }
  RegionPlace place_of_region(std::size_t region) const {
    return regions_.place(region, state_, derived_, grid_);
  }
  const PlacedShape& shape() const { return shape_; }
  const BodyMaterials& materials() const { return materials_; }
  HistoryView history() const { return history_.view(); }
  const BodyState& state() const { return state_; }
  BodyState& state() { return state_; }
  const BodyDerived& derived() const { return derived_; }
  const Ledger& ledger() const { return state_.ledger; }
  const BodyTotals& totals() const { return state_.totals; }
  double speed() const;                                    ///< largest speed of a node [m/s]
  const StepSeconds& seconds() const { return seconds_; }  ///< of kick and move since the start

  /// Waves are stable on cells of `courant` h, with the viscosity of the shock that a hit which is
  /// about to come sets off, too; and after the kick, before contact, no node crosses more than
  /// `max_crossed` of a cell.
  /// Where that is shorter, no place in the node box that a region is told to move crosses more.
  /// @param actions  over a step of that length, from its length; none: nothing is told
  /// Gas in a cavity counts as faster waves.
  StepBound step_bound(double courant, Vec3 gravity,
                       const std::function<std::vector<RegionAction>(double)>& actions = {});

  /// Goes on from a state that a body with the same setup had.
  /// @throws InputError when it has other points
  void set_state(const HostState& state);

  /// Goes on, on its own cells, from where a body with the same setup on cells of another size is.
  /// What cells make of its motion is counted anew.
  /// @throws SimulationError when no node of it has enough mass here
  void continue_from(Body& other);

  /// Displacements and velocities extrapolated to all four layers, for output, in arrays that are
  /// borrowed. The state itself is not touched.
  struct Extended {
    WorkspaceLoan work;
    Span<const Vec3> u, v;
  };
  Extended extended();

 private:
  WorkspaceLoan borrow() { return {pool_, kept_, state_.node_box}; }
  /// The same from a kinetic energy [J].
  void advance_map(double dt, double kinetic, BodyWorkspace& work);
  Ledger& ledger() { return state_.ledger; }
  void advect(double dt, BodyWorkspace& work);
  Span<const std::uint8_t> inverted_nodes(BodyWorkspace& work);
  void integrate_moved_map(double dt, BodyWorkspace& work);
  void advect_momentum(double dt, const RigidMotion& rigid, BodyWorkspace& work);
  void integrate_given_map(BodyWorkspace& work);  ///< in a state that no step led to
  void renew_cell_points(BodyWorkspace& work);
  double renew_layers(BodyWorkspace& work);  ///< and what nodes hold in them
  KickedEnergy settle_kick(double dt, Vec3 gravity, Span<const Vec3> before);
  void settle_regions(double kick_dt, Vec3 gravity, Span<const Vec3> before);
  void check_geometry() const;
  double settle_mass();
  void settle_momentum(double mass_factor);
  void settle_energy();
  void check_motion(double dt) const;
  double kinematic_viscosity() const;

  std::string name_;
  GridSpec grid_;
  DeviceSamples samples_;
  PlacedShape shape_;
  BodyMaterials materials_;
  BodyState state_;
  BodyDerived derived_;
  std::shared_ptr<WorkspacePool> pool_ = workspace_pool();
  BodyKept kept_;
  SurfacePoints points_;
  BodyRegions regions_;
  MaterialHistory history_;
  bool is_rigid_ = false;
  StepSeconds seconds_;
  LapClock laps_;
  Vec3 pushed_;  ///< by contact and regions since the last kick [N s]
};

ES_END
