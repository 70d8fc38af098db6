#pragma once

#include <string>

#include "kernels/math/vec3.h"

namespace eulersolid {

/// What one step did: the columns of steps.csv but for seconds_output.
struct StepRecord {
  int step = 0;     ///< 1 for the first
  double time = 0;  ///< at the end of the step [s]
  double dt = 0;    ///< [s]
  int contacts = 0, active_contacts = 0, dim_gc = 0, dim_gf = 0, bandwidth_c = 0, bandwidth_f = 0;
  int sp_iterations = 0;
  double sp_error = 0;
  int pdasm_contact = 0, pdasm_friction = 0;    ///< largest over the step's QPs
  int solves_contact = 0, solves_friction = 0;  ///< sums over the step, as are the next three
  int factorizations = 0, resets = 0;
  double warm_contact = 1, warm_friction = 1;  ///< |A0 and A*| / |A*|, 1 where A* is empty
  double kkt_contact = 0, kkt_friction = 0;    ///< largest over the step's QPs
  int fallbacks = 0;
  /// [J]. Velocities belong to the middle of the step; so does the elastic energy, the mean of the
  /// step's ends. Dissipated: by contact, friction and viscosity since the start.
  double kinetic = 0, elastic = 0, gravity = 0, dissipated = 0;
  Vec3 momentum, angular_momentum;  ///< of all bodies [kg m/s], about the origin [kg m^2/s]
  double max_overlap = 0;           ///< [cells]
  double min_det = 1;               ///< smallest det(grad X) over the quadrature points [-]
  int repaired_nodes = 0, clamped_points = 0;
  double ledger_correction = 0;  ///< momentum restored, relative to the sum of m |v|
  double seconds_grid = 0, seconds_detect = 0, seconds_assemble = 0, seconds_contact = 0,
         seconds_friction = 0;
  /// What the QPs spent on factorisations and on everything else; the rest of seconds_contact and
  /// seconds_friction goes into their vectors, and into the way to another backend.
  double seconds_contact_factor = 0, seconds_contact_solve = 0, seconds_friction_factor = 0,
         seconds_friction_solve = 0;
  int chosen_contact = 0, chosen_friction = 0;  ///< factorisations preferred to Schur columns
  double solver_bytes = 0;                      ///< of factors and Schur columns, at most
};

/// One row of bodies.csv but for frame and time. SI units; momenta about the origin.
struct BodyRecord {
  std::string body;
  double mass = 0, volume = 0;
  Vec3 centroid, momentum, angular_momentum;
  double kinetic = 0, elastic = 0, gravity = 0;
};

/// One row of contacts.csv but for frame and time: the mean force on `body` by `partner` since the
/// rows were last asked for, and its torque about the centroid of `body`.
struct ContactRecord {
  std::string body, partner;
  Vec3 force, torque;  ///< [N], [N m]
};

}  // namespace eulersolid
