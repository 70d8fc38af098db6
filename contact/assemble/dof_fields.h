#pragma once

#include "contact/detect/contact_merger.h"
#include "contact/solvers/problem_view.h"

ES_BEGIN

/// Masses and velocities of all degrees of freedom, body after body, then those of rigid ones, then
/// one for each contact. Nodes that are held have no inverse mass.
///
/// The latter make the proximal term of the problem: in place of u = u* + W P it has
///
///     u = u* + W P + C (P - P'),     C_cc = proximal_part W_cc,
///
/// with the impulse P' that is expected from the step before. Where impulses last it is zero; where
/// rows depend on each other it makes impulses unique, the nearest to what they were
/// (Rockafellar, SIAM J. Control Optim. 14 (1976) 877-898). As degrees of freedom without a place,
/// of mass 1/C_cc and velocity -C_cc P'_c, it is there for every solver and every residual.
struct DofFields {
  Index of_bodies = 0;                ///< how many are bodies'
  DeviceVector<Vec3> before;          ///< before the kick by the forces [m/s]
  DeviceVector<Vec3> velocity;        ///< v* [m/s]
  DeviceVector<double> mass;          ///< [kg]
  DeviceVector<double> inverse_mass;  ///< [1/kg]

  /// Takes those of the bodies, and leaves room for as many contacts.
  void gather(const SceneTables& scene, Index contacts);

  /// Fills in those of the contacts.
  /// @param expected  P' [N s]
  void add_proximal(const SceneView& scene, const ContactsView& set, const RowsView& rows,
                    const ContactImpulses& expected);
};

/// Mean of the velocities before the kick and after contact, which act at one time: with it,
/// impulses do the work that they change the kinetic energy by. Zero where there is no body.
/// @param contact_dv, friction_dv  changes by normal and by friction impulses [m/s]
void mean_velocities(const DofFields& dofs, Span<const Vec3> contact_dv,
                     Span<const Vec3> friction_dv, Span<Vec3> mean);

/// Adds the velocity changes of all degrees of freedom that a contact touches to the bodies'.
void add_to_bodies(const SceneTables& scene, const RowsView& rows, Span<const Vec3> contact_dv,
                   Span<const Vec3> friction_dv);

/// Notes at nodes that are held what contacts give to them: it is for what holds them.
/// @param normal, friction  impulses by contact [N s]
void pass_to_holders(const SceneTables& scene, const RowsView& rows, Span<const Vec3> normal,
                     Span<const Vec3> friction);

ES_END
