#include "bench/standing/standing.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/core/error.h"

namespace eulersolid {

namespace {

double energy_of(const std::vector<BodyRecord>& bodies) {
  return std::accumulate(bodies.begin(), bodies.end(), 0.0, [](double sum, const BodyRecord& body) {
    return sum + body.kinetic + body.elastic;
  });
}

/// A run of a case, step by step.
class Run {
 public:
  Run(Backend backend, const StandingCase& standing)
      : case_(standing),
        simulation_(make_simulation(backend, standing.scene)),
        start_(simulation_->bodies()),
        settled_(start_),
        start_energy_(energy_of(start_)) {}

  bool ended() const { return simulation_->time() >= case_.scene.time.duration * (1 - 1e-9); }

  void advance() {
    const double time = simulation_->time(), dt = simulation_->stable_dt();
    if (!is_settled_ && time >= case_.settled) {
      is_settled_ = true;
      settled_ = simulation_->bodies();
      simulation_->contacts();  // forces are means since they were last asked for
    }
    simulation_->advance(std::min(dt, case_.scene.time.duration - time));
    ++result_.steps;
    note(simulation_->bodies());
  }

  Standing result() {
    result_.time = simulation_->time();
    const std::vector<BodyRecord> bodies = simulation_->bodies();
    result_.creep = dot(bodies[0].centroid - settled_[0].centroid, case_.downhill) / cell();
    for (std::size_t b = 0; b < bodies.size(); ++b) result_.at_end.push_back(sideways(bodies, b));
    if (is_settled_) note_reactions(bodies, simulation_->contacts());
    return result_;
  }

  void fail(const std::string& why) { result_.failure = why; }

 private:
  double cell() const { return case_.scene.grid.cell_size; }

  double sideways(const std::vector<BodyRecord>& bodies, std::size_t body) const {
    const Vec3 way = bodies[body].centroid - start_[body].centroid;
    return std::hypot(way.x, way.y) / cell();
  }

  void note(const std::vector<BodyRecord>& bodies) {
    for (std::size_t b = 0; b < bodies.size(); ++b)
      result_.sideways = std::max(result_.sideways, sideways(bodies, b));
    if (!case_.keeps_energy) return;
    result_.energy_end = energy_of(bodies) / start_energy_;
    result_.energy_peak = std::max(result_.energy_peak, result_.energy_end);
  }

  void note_reactions(const std::vector<BodyRecord>& bodies,
                      const std::vector<ContactRecord>& contacts) {
    const double gravity = -value_at(case_.scene.gravity, case_.scene.time.duration).z;
    for (std::size_t n = 1; n < case_.stack.size(); ++n) {
      double force = 0, mass = 0;
      for (const ContactRecord& contact : contacts)
        if (contact.body == case_.stack[n] && contact.partner == case_.stack[n - 1])
          force += contact.force.z;
      for (std::size_t above = n - 1; above < bodies.size(); ++above) mass += bodies[above].mass;
      result_.reactions.push_back(force / (mass * gravity));
      result_.worst_reaction =
          std::max(result_.worst_reaction, std::fabs(result_.reactions.back() - 1));
    }
  }

  const StandingCase& case_;
  std::unique_ptr<Simulation> simulation_;
  std::vector<BodyRecord> start_, settled_;
  double start_energy_;
  bool is_settled_ = false;
  Standing result_;
};

}  // namespace

Standing measure_standing(Backend backend, const StandingCase& standing, int max_steps) {
  Run run(backend, standing);
  try {
    for (int step = 0; step < max_steps && !run.ended(); ++step) run.advance();
  } catch (const SimulationError& error) {
    run.fail(error.what());
  }
  return run.result();
}

}  // namespace eulersolid
