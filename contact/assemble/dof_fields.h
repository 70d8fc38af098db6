#pragma once

#include "contact/detect/scene_tables.h"
#include "contact/solvers/friction_problem.h"

ES_BEGIN

/// Masses and velocities of all degrees of freedom, body after body.
struct DofFields {
  DeviceVector<Vec3> velocity;        ///< v* [m/s]
  DeviceVector<double> mass;          ///< [kg]
  DeviceVector<double> inverse_mass;  ///< [1/kg]

  void gather(const SceneTables& scene);
};

/// Adds the velocity changes of all degrees of freedom that a contact touches to the bodies'.
void add_to_bodies(const SceneTables& scene, const RowsView& rows, Span<const Vec3> contact_dv,
                   Span<const Vec3> friction_dv);

ES_END
