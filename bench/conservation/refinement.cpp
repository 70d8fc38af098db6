#include "bench/conservation/refinement.h"

#include <algorithm>
#include <cmath>

#include "kernels/core/error.h"

namespace eulersolid {

namespace {

/// Mean distance of the others' centres [m].
double mean_distance(const std::vector<BodyRecord>& bodies, std::size_t middle) {
  double sum = 0;
  for (const BodyRecord& body : bodies) sum += norm(body.centroid - bodies[middle].centroid);
  return sum / double(bodies.size() - 1);
}

double pressed_by(const std::vector<ContactRecord>& contacts, const std::string& body) {
  double sum = 0;
  for (const ContactRecord& contact : contacts)
    if (contact.body == body) sum += norm(contact.force);
  return sum;
}

std::size_t position_of(const Scene& scene, const std::string& name) {
  for (std::size_t b = 0; b < scene.bodies.size(); ++b)
    if (scene.bodies[b].name == name && scene.bodies.size() > 1) return b;
  throw InputError(scene.source + ": there is no body \"" + name + "\" with others around it");
}

double kinetic_of(const std::vector<BodyRecord>& bodies) {
  double sum = 0;
  for (const BodyRecord& body : bodies) sum += body.kinetic;
  return sum;
}

double translation_of(const std::vector<BodyRecord>& bodies) {
  double sum = 0;
  for (const BodyRecord& body : bodies) sum += 0.5 * dot(body.momentum, body.momentum) / body.mass;
  return sum;
}

void note_end(const StepRecord& end, double start, Refined& result) {
  result.kinetic = end.kinetic / start, result.elastic = end.elastic / start;
  result.viscosity = end.energy.viscosity / start;
  result.transport = end.energy.transport / start, result.masses = end.energy.masses / start;
  result.restored = end.energy.restored / start, result.map = end.energy.map / start;
}

}  // namespace

Scene refined(Scene scene, double cell_size) {
  const double frame = 1 / scene.output.fps, dt = *scene.time.dt * cell_size / scene.grid.cell_size;
  scene.time.dt = frame / std::ceil(frame / dt - 1e-9);
  scene.grid.cell_size = cell_size;
  return scene;
}

Refined measure_collision(Backend backend, const Scene& scene, const std::string& body) {
  const std::size_t middle = position_of(scene, body);
  const auto simulation = make_simulation(backend, scene);
  const double distance = mean_distance(simulation->bodies(), middle);
  const double start = kinetic_of(simulation->bodies());
  const int steps_a_frame = int(std::lround(1 / (scene.output.fps * *scene.time.dt)));
  Refined result;
  StepRecord step;
  try {
    while (simulation->time() < scene.time.duration * (1 - 1e-9)) {
      step = simulation->advance(*scene.time.dt);
      const double now = mean_distance(simulation->bodies(), middle);
      result.compression = std::max(result.compression, 1 - now / distance);
      if (++result.steps % steps_a_frame == 0)
        result.force = std::max(result.force, pressed_by(simulation->contacts(), body));
    }
  } catch (const SimulationError& error) {
    result.failure = error.what();
  }
  note_end(step, start, result);
  result.translation = translation_of(simulation->bodies()) / start;
  return result;
}

}  // namespace eulersolid
