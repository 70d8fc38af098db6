#pragma once

#include <memory>
#include <vector>

#include "grid/device_samples.h"
#include "grid/quadrature/body_materials.h"
#include "grid/regions/held_nodes.h"
#include "grid/regions/surface_load.h"

ES_BEGIN

/// What regions do to their body in a step, all of them together.
struct RegionEffect {
  Vec3 impulse, torque;                 ///< about the origin [N s], [N m s]
  double load_work = 0, hold_work = 0;  ///< [J]
};

/// The materials that regions have of their own.
std::vector<PlacedMaterial> placed_materials(const std::vector<RegionSetup>& regions);

/// The regions of a body, and what acts on them.
///
/// Loads and holds act with the kick by the forces, at one time with contact:
///     v* = v + dt (f/m + g + l/m),     v* = V where the body is held,
/// with the load l of each region at the nodes. What holds it gives m (V - v*), and takes what
/// contacts give to nodes that they do not move. All of it is in the body's ledger: what nodes get
/// is what the ledger gets, so that corrections need not know of regions.
class BodyRegions {
 public:
  /// @param points, faces  of the body's surface at rest
  /// @throws InputError where a cavity is none
  void make(const std::string& body, const std::vector<RegionSetup>& regions,
            const DeviceVector<Vec3>& points, const std::vector<RestFace>& faces);

  bool empty() const { return regions_.empty(); }
  std::size_t size() const { return regions_.size(); }
  const std::string& name(std::size_t r) const { return setups_[r].name; }
  const RegionSetup& setup(std::size_t r) const { return setups_[r]; }
  /// Calls activate(m, action) for each region that activates the m-th of the body's materials.
  template <class Activate>
  void each_activated(const std::vector<RegionAction>& actions, const Activate& activate) const {
    std::size_t own = 0;
    for (std::size_t r = 0; r < actions.size(); ++r) {
      if (setups_[r].material) ++own;
      if (setups_[r].activates) activate(setups_[r].material ? own : 0, actions[r]);
    }
  }

  /// Lists the nodes that are held now.
  void renew(const BodyState& state, const BodyDerived& derived, const GridSpec& grid);

  /// @throws InputError where a region has nothing of the body, or what is held is so twice
  void require_right(const std::string& body, const BodyState& state, const BodyDerived& derived,
                     const GridSpec& grid);

  /// Acts in the kick, after forces and gravity.
  /// @param actions  one for each region; none: nothing acts
  /// @param points   of the surface now [m]
  /// @param dt       of the kick [s]
  RegionEffect act(const std::vector<RegionAction>& actions, BodyState& state,
                   const BodyDerived& derived, BodyWorkspace& work, const GridSpec& grid,
                   Span<const Vec3> points, double dt);

  /// After contact: what is held takes what contacts gave to it; and the work of all.
  /// @param before, dt, gravity  of the kick
  RegionEffect settle(const BodyState& state, const BodyDerived& derived, const GridSpec& grid,
                      Span<const Vec3> before, double dt, Vec3 gravity);

  /// Puts what is held where it is told to be at the end of the step that act() began.
  void hold_map(BodyState& state, const BodyDerived& derived, const GridSpec& grid) const;

  /// At most the largest square of an angular frequency that gas gives to a body's nodes [1/s^2]:
  /// its stiffness is n p/V A A^T, with A what a pressure of one does to the nodes [m^2], and of
  /// one cavity that has but one frequency, n p/V sum |A|^2/m.
  double gas_rate(const BodyState& state, const BodyDerived& derived, BodyWorkspace& work,
                  const GridSpec& grid);

  /// The largest speed that held regions are told to have anywhere in a node box [m/s].
  double told_speed(const std::vector<RegionAction>& actions, const NodeBox& node_box,
                    const GridSpec& grid) const;

  /// Notes what a tie gave to a region in this step.
  void add_reaction(std::size_t r, Vec3 impulse, Vec3 torque) {
    totals_[r].reaction += impulse, totals_[r].reaction_torque += torque;
  }

  const Region& region(std::size_t r) const { return regions_[r]; }
  const HeldNodes& held() const { return held_; }
  HeldNodes& held() { return held_; }
  const std::vector<RegionTotals>& totals() const { return totals_; }  ///< of the last step
  RegionPlace place(std::size_t r, const BodyState& state, const BodyDerived& derived,
                    const GridSpec& grid) const;

 private:
  void require_cavity(std::size_t r, const std::string& body, const std::vector<LoadedFace>& faces,
                      double volume) const;
  double pressure_in(std::size_t r, const RegionAction& action, Span<const Vec3> points);
  void add_load(std::size_t r, const RegionAction& action, const BodyState& state,
                const BodyDerived& derived, BodyWorkspace& work, const GridSpec& grid,
                Span<const Vec3> points);

  std::vector<RegionSetup> setups_;
  std::vector<Region> regions_;
  std::vector<std::unique_ptr<DeviceSamples>> samples_;
  std::vector<int> held_regions_;
  std::vector<DeviceVector<LoadedFace>> faces_;  ///< by region
  std::vector<double> cavity_volumes_;           ///< by region: at the start, 0 without one [m^3]
  SurfaceLoad surface_load_;
  DeviceVector<Vec3> unit_load_;  ///< by node: of a pressure of one [m^2]
  HeldNodes held_;
  // Of the step:
  std::vector<RegionAction> actions_;
  std::vector<DeviceVector<Vec3>> loads_;  ///< by region: by node, or nothing [N]
  std::vector<RegionTotals> totals_;
};

ES_END
