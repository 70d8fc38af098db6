#pragma once

#include "kernels/core/backend.h"  // first: it makes the backend's namespace inline

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "contact/assemble/closing_contacts.h"
#include "contact/assemble/contact_data.h"
#include "contact/assemble/dof_fields.h"
#include "contact/assemble/gram.h"
#include "contact/assemble/jacobian.h"
#include "contact/assemble/ordering.h"
#include "contact/constants.h"
#include "contact/numerics.h"
#include "contact/pair_impulses.h"
#include "contact/solvers/host/solved_contacts.h"
#include "contact/solvers/solver.h"
#include "contact/warm_start.h"

ES_BEGIN

/// Settings of the contact module.
struct ContactParameters {
  std::string solver = "schurpa_sp";  ///< one of solver_names.h
  SolverSettings settings;
  ContactNumerics numerics;
};

/// Frictional contact between the bodies of a scene and with its obstacles, step by step.
///
/// Owns all workspaces, and the tractions that one step leaves to the next. Only counts and
/// totals leave the device.
class ContactModule {
 public:
  /// @throws InputError when no solver has the name
  explicit ContactModule(const ContactParameters& parameters);

  /// Turns the velocities v* of the active nodes into
  ///
  ///     v^{t+1} = v* + M^-1 (J alpha + T beta)        (thesis, Algorithm 4.2).
  ///
  /// @param bodies     velocities are changed in place at active nodes that a contact touches;
  ///                   the order of bodies and obstacles must be the same in every step
  /// @param obstacles  as they are during the step
  /// @param dt         [s], > 0
  /// @param motions    of rigid bodies; velocities are changed in place
  ContactReport resolve(const GridSpec& grid, const std::vector<BodyView>& bodies,
                        const std::vector<ObstacleState>& obstacles, const FrictionTable& friction,
                        double dt, const RigidMotions& motions = {});

  /// What resolve() did to the bodies: one impulse per ordered pair of bodies, and per body and
  /// obstacle, that touch.
  const std::vector<PairImpulse>& impulses() const { return impulses_; }

  /// Copy the problems that are solved from now on to the host, or no longer.
  void keep_problems(bool keep) { keep_ = keep, kept_.reset(); }
  /// Contact of the last step; nothing where no problem was kept, or nothing touched.
  const std::optional<SolvedContacts>& kept_problem() const { return kept_; }

  /// The tractions that the next step expects: the state of this module. Restored into another
  /// one, both go on alike.
  WarmMemory memory() const;
  void restore(const WarmMemory& memory);
  /// Forget the impulses, as before the first step.
  void forget();

 private:
  ContactsView detect(ContactReport& report);
  ProblemView assemble(const ContactsView& set, double dt, ContactReport& report);
  void solve(const ContactsView& set, const ProblemView& all, double dt, ContactReport& report);
  ProblemView pose(const ContactsView& set, const ProblemView& all, double margin,
                   ContactReport& report);
  void change_velocities(const ProblemView& problem);
  void apply(const ContactsView& set, const ProblemView& all, ContactWork& work);

  SceneTables scene_;
  SurfaceSearch search_;
  ContactMerger merger_;
  ContactRows rows_;
  DofFields dofs_;
  ClosingContacts closing_;
  OrderingSearch ordering_;
  GramAssembly gram_;
  ContactData data_;
  WarmStart memory_;
  std::unique_ptr<FrictionSolver> solver_;
  PairImpulses pairs_;
  PairLosses losses_;
  bool keep_ = false;
  std::optional<SolvedContacts> kept_;
  std::vector<PairImpulse> impulses_;
  RowsView touching_;                  // of the contacts that are posed, with columns
  DeviceVector<Vec3> normal_impulse_;  // by contact
  DeviceVector<Vec3> contact_dv_;      // of normal impulses, by degree of freedom
  DeviceVector<Vec3> friction_dv_;     // of friction's
  DeviceVector<Vec3> mean_velocity_;   // over kick and contact, by degree of freedom
  DeviceVector<Vec3> mean_u_;          // of the body relative to its partner, by contact
};

ES_END
