#pragma once

#include "contact/detect/scene_tables.h"
#include "contact/solvers/friction_problem.h"

ES_BEGIN

/// Masses and velocities of all degrees of freedom, body after body.
struct DofFields {
  DeviceVector<Vec3> before;          ///< before the kick by the forces [m/s]
  DeviceVector<Vec3> velocity;        ///< v* [m/s]
  DeviceVector<double> mass;          ///< [kg]
  DeviceVector<double> inverse_mass;  ///< [1/kg]

  void gather(const SceneTables& scene);
};

/// Mean of the velocities before the kick and after contact, which act at one time: with it,
/// impulses do the work that they change the kinetic energy by.
/// @param contact_dv, friction_dv  changes by normal and by friction impulses [m/s]
void mean_velocities(const DofFields& dofs, Span<const Vec3> contact_dv,
                     Span<const Vec3> friction_dv, Span<Vec3> mean);

/// Adds the velocity changes of all degrees of freedom that a contact touches to the bodies'.
void add_to_bodies(const SceneTables& scene, const RowsView& rows, Span<const Vec3> contact_dv,
                   Span<const Vec3> friction_dv);

ES_END
