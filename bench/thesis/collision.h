#pragma once

#include <vector>

#include "src/simulation/simulation.h"

namespace eulersolid {

/// contact.solver of the two simulations that are compared.
constexpr const char* collision_solvers[] = {"schurpa_sp", "direct_sp"};

/// A step with contact, by both; seconds are medians over the runs.
struct CollisionStep {
  StepRecord schurpa, direct;
};
struct Collision {
  std::vector<CollisionStep> steps;
};

/// Advance a scene with both solvers side by side, step by step, so that whatever else the machine
/// does hits both.
/// @param runs  of the whole scene, from which medians of seconds are taken
/// @throws SimulationError
Collision collide(Backend backend, const Scene& schurpa, const Scene& direct, int runs);

/// The figures of the thesis in numbers; ratios are DIRECT's seconds over SCHURPA's.
struct CollisionSummary {
  int steps = 0, max_contacts = 0, sp_iterations = 0, iterations_contact = 0,
      iterations_friction = 0, direct_solves_contact = 0, direct_solves_friction = 0, resets = 0,
      fallbacks = 0;
  double touch_time = 0, peak_time = 0;
  double sparsity_most = 0, sparsity_least = 0, sparsity_mean = 0;  ///< bandwidth over contacts
  double warm_contact = 1, warm_friction = 1;  ///< least, the five first steps not counted
  double contact = 0, friction = 0;            ///< [s]
  double contact_ratio = 0, friction_ratio = 0, total_ratio = 0;
  double contact_peak_ratio = 0, friction_peak_ratio = 0;  ///< in the step with most contacts
  double kinetic_difference = 0;                           ///< relative to the largest energy
};
/// @pre there are steps
CollisionSummary summarise(const Collision& collision);

}  // namespace eulersolid
