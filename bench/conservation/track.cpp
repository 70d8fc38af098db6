#include "bench/conservation/track.h"

#include <algorithm>
#include <cmath>

#include "kernels/core/error.h"

namespace eulersolid {

namespace {

Vec3 velocity_of(const BodyRecord& body) { return (1 / body.mass) * body.momentum; }

double speed_scale(const std::vector<BodyRecord>& bodies) {
  double scale = 0;
  for (const BodyRecord& a : bodies) {
    if (bodies.size() == 1) scale = norm(velocity_of(a));
    for (const BodyRecord& b : bodies)
      scale = std::max(scale, norm(velocity_of(a) - velocity_of(b)));
  }
  return scale > 0 ? scale : 1;
}

double closing_speed(const std::vector<BodyRecord>& bodies) {
  const Vec3 way = bodies[1].centroid - bodies[0].centroid;
  return dot(velocity_of(bodies[0]) - velocity_of(bodies[1]), normalized(way));
}

}  // namespace

Track track(Backend backend, const Scene& scene) {
  const auto simulation = make_simulation(backend, scene);
  Track run{{}, {simulation->bodies()}, {}};
  try {
    while (simulation->time() < scene.time.duration * (1 - 1e-9)) {
      run.steps.push_back(
          simulation->advance(scene.time.dt ? *scene.time.dt : simulation->stable_dt()));
      run.bodies.push_back(simulation->bodies());
    }
  } catch (const SimulationError& error) {
    run.failure = error.what();
  }
  return run;
}

double greatest_energy(const Track& track) {
  double greatest = 0;
  for (const StepRecord& step : track.steps)
    greatest = std::max(greatest, step.kinetic + step.elastic);
  return greatest;
}

double restitution(const Track& track) {
  return -closing_speed(track.bodies.back()) / closing_speed(track.bodies.front());
}

TrackDifference difference(const Scene& scene, const Track& plain, const View& view,
                           const Track& seen) {
  const double speed = speed_scale(plain.bodies[0]), energy = greatest_energy(plain);
  const double volumes = view.scale * view.scale * view.scale;
  TrackDifference most;
  bool touched = false;
  for (std::size_t n = 0; n < std::min(plain.steps.size(), seen.steps.size()); ++n) {
    touched = touched || plain.steps[n].contact.solver.active > 0;
    double now = std::fabs(seen.steps[n].elastic / volumes - plain.steps[n].elastic) / energy;
    for (std::size_t b = 0; b < plain.bodies[n + 1].size(); ++b) {
      const BodyRecord &p = plain.bodies[n + 1][b], &s = seen.bodies[n + 1][b];
      const Vec3 place = place_in_scene(view, s.centroid, seen.steps[n].time);
      now = std::max(now, norm(place - p.centroid) / scene.grid.cell_size);
      now = std::max(now, norm(velocity_in_scene(view, velocity_of(s)) - velocity_of(p)) / speed);
    }
    most.in_all = std::max(most.in_all, now);
    if (!touched) most.before_contact = most.in_all;
  }
  return most;
}

}  // namespace eulersolid
