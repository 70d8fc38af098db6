#pragma once

#include <utility>

#include "contact/pair_impulses.h"
#include "contact/staggered_projections.h"

ES_BEGIN

/// Frictional contact between the bodies of a scene and with its obstacles, step by step.
///
/// Owns all workspaces, and the impulses that one step leaves to the next. Only counts and
/// totals leave the device.
class ContactModule {
 public:
  explicit ContactModule(const ContactParameters& parameters)
      : push_out_(parameters.push_out), projections_(parameters) {}

  /// Turns the velocities v* of the active nodes into
  ///
  ///     v^{t+1} = v* + M^-1 (J alpha + T beta)        (thesis, Algorithm 4.2).
  ///
  /// @param bodies     velocities are changed in place at active nodes that a contact touches;
  ///                   the order of bodies and obstacles must be the same in every step
  /// @param obstacles  as they are during the step
  /// @param dt         [s], > 0
  ContactReport resolve(const GridSpec& grid, const std::vector<BodyView>& bodies,
                        const std::vector<ObstacleState>& obstacles, const FrictionTable& friction,
                        double dt);

  /// Forget the impulses, as before the first step.
  void forget() { memory_.forget(); }

  /// The impulses that the next step starts from: all that the module remembers.
  WarmMemory memory() const { return memory_.save(); }
  void restore(const WarmMemory& memory) { memory_.restore(memory); }

 private:
  ContactsView detect(ContactReport& report);
  std::pair<RowsView, OrderView> assemble(const ContactsView& set, ContactReport& report);
  void project(const ContactsView& set, const RowsView& rows, const OrderView& order, double dt,
               ContactReport& report);

  double push_out_;
  SceneTables scene_;
  SurfaceSearch search_;
  ContactMerger merger_;
  ContactRows rows_;
  DofFields dofs_;
  OrderingSearch ordering_;
  DelassusAssembly delassus_;
  BandedMatrix contact_hessian_, friction_hessian_;
  WarmStart memory_;
  StaggeredProjections projections_;
  PairImpulses pairs_;
  DeviceVector<Vec3> relative_velocity_, friction_impulse_;  // by contact
  DeviceVector<double> bound_, normal_impulse_;              // by contact
};

ES_END
