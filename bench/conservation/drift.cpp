#include "bench/conservation/drift.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/scene/checks/check_time.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

/// What the deviations of a run are relative to.
struct Scales {
  double kinetic = 0, energy = 0;  ///< the largest of the run [J]
};

void note_scales(const StepRecord& step, Scales& scales) {
  const double work = std::fabs(step.gravity_work) + std::fabs(step.obstacle_work);
  scales.kinetic = std::max(scales.kinetic, step.kinetic);
  scales.energy = std::max(scales.energy, step.kinetic + step.elastic + work);
}

double wave_momentum(const Scene& scene, double mass) {
  double slowest = INFINITY;
  for (const BodySpec& body : scene.bodies)
    slowest = std::min(slowest, pressure_wave_speed(body.material));
  return 1e-3 * mass * slowest;
}

double densest(const Scene& scene) {
  double density = 0;
  for (const BodySpec& body : scene.bodies) density = std::max(density, body.material.density);
  return density;
}

/// Body by body: in the sum over all, what one lacks may be what another has too much.
void note_momenta(const std::vector<BodyRecord>& bodies, Drift& drift) {
  double momentum = 0, spin = 0;
  for (const BodyRecord& body : bodies) {
    momentum += norm(body.measured_momentum - body.momentum);
    spin += norm(body.measured_angular_momentum - body.angular_momentum);
  }
  drift.momentum = std::max(drift.momentum, momentum);
  drift.spin = std::max(drift.spin, spin);
}

void note_energies(const StepRecord& step, Drift& drift) {
  drift.energy = step.energy, drift.alarms = step.drift;
  double gain = 0;
  for (const MadeEnergy& made : made_energies) gain += step.energy.*made.energy;
  drift.gain = std::max(drift.gain, gain);
  const double closure = gain - step.energy.residual;
  if (std::fabs(closure) > std::fabs(drift.closure))
    drift.closure = closure, drift.worst = step.energy;
  drift.advection =
      std::max(drift.advection, std::fabs(step.energy.transport + step.energy.masses));
}

void make_relative(const Scene& scene, const Scales& scales, double mass, Drift& drift) {
  const double momentum =
      std::max(std::sqrt(2 * mass * scales.kinetic), wave_momentum(scene, mass));
  drift.momentum /= momentum;
  drift.spin /= momentum * std::cbrt(mass / densest(scene));
  const double energy = scales.energy > 0 ? scales.energy : 1;
  for (const MadeEnergy& made : made_energies)
    drift.energy.*made.energy /= energy, drift.worst.*made.energy /= energy;
  drift.gain /= energy, drift.closure /= energy, drift.advection /= energy;
}

}  // namespace

std::vector<NumericsCase> ledger_cases() {
  // Whatever the scene has of its own.
  const auto only = [](bool energy, bool mass, bool momentum, bool spin) {
    return std::vector<SceneOverride>{fmt::format("numerics.return_energy={}", energy),
                                      fmt::format("numerics.restore_mass={}", mass),
                                      fmt::format("numerics.restore_momentum={}", momentum),
                                      fmt::format("numerics.restore_spin={}", spin)};
  };
  return {
      {"all", only(true, true, true, true)},       {"no energy", only(false, true, true, true)},
      {"no mass", only(false, false, true, true)}, {"no momentum", only(false, true, false, true)},
      {"no spin", only(false, true, true, false)}, {"none", only(false, false, false, false)}};
}

Scene without_return(Scene scene) {
  scene.numerics.grid.return_energy = false;
  return scene;
}

Drift measure_drift(Backend backend, const Scene& scene, int max_steps) {
  Drift drift;
  Scales scales;
  const auto simulation = make_simulation(backend, scene);
  double mass = 0;
  try {
    while (drift.steps < max_steps && simulation->time() < scene.time.duration * (1 - 1e-9)) {
      const StepRecord s =
          simulation->advance(scene.time.dt ? *scene.time.dt : simulation->stable_dt());
      ++drift.steps;
      drift.contacts = std::max(drift.contacts, s.contact.solver.active);
      mass = s.mass;
      note_scales(s, scales);
      drift.mass = std::max(drift.mass, std::fabs(s.measured_mass / s.mass - 1));
      note_momenta(simulation->bodies(), drift);
      note_energies(s, drift);
    }
  } catch (const SimulationError& error) {
    drift.failure = error.what();
  }
  if (mass > 0) make_relative(scene, scales, mass, drift);
  return drift;
}

}  // namespace eulersolid
