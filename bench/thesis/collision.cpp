#include "bench/thesis/collision.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <variant>

#include "bench/bench_numbers.h"

namespace eulersolid {

namespace {

constexpr int impact_steps = 5;  // in which there is nothing to warm-start from

std::vector<CollisionStep> run_once(Backend backend, const Scene& schurpa, const Scene& direct) {
  const std::unique_ptr<Simulation> a = make_simulation(backend, schurpa);
  const std::unique_ptr<Simulation> b = make_simulation(backend, direct);
  std::vector<CollisionStep> steps;
  const double end = schurpa.time.duration;
  while (a->time() < end * (1 - 1e-12)) {
    const double dt = schurpa.time.dt ? *schurpa.time.dt : std::min(a->stable_dt(), b->stable_dt());
    CollisionStep step{a->advance(dt), b->advance(dt)};
    if (step.schurpa.contact.count > 0) steps.push_back(std::move(step));
  }
  return steps;
}

/// Replace the seconds of the first run by medians over all.
void take_medians(std::vector<std::vector<CollisionStep>>& runs) {
  for (const RecordField<StepRecord>& field : step_fields) {
    if (field.source != ValueSource::clock) continue;
    const auto seconds = std::get<Access<StepRecord, double>>(field.member);
    for (std::size_t s = 0; s < runs[0].size(); ++s) {
      std::vector<double> schurpa, direct;
      for (const auto& run : runs) {
        schurpa.push_back(seconds.read(run[s].schurpa));
        direct.push_back(seconds.read(run[s].direct));
      }
      seconds.get(runs[0][s].schurpa) = median(schurpa);
      seconds.get(runs[0][s].direct) = median(direct);
    }
  }
}

void note_counts(const CollisionStep& step, CollisionSummary& s) {
  const StepRecord& r = step.schurpa;
  s.sp_iterations = std::max(s.sp_iterations, r.contact.solver.iterations);
  s.iterations_contact = std::max(s.iterations_contact, r.contact.solver.normal.iterations);
  s.iterations_friction = std::max(s.iterations_friction, r.contact.solver.friction.iterations);
  s.direct_solves_contact =
      std::max(s.direct_solves_contact, step.direct.contact.solver.normal.solves);
  s.direct_solves_friction =
      std::max(s.direct_solves_friction, step.direct.contact.solver.friction.solves);
  s.resets += r.contact.solver.all_qps.resets > 0 ? 1 : 0;
  s.fallbacks += r.contact.solver.all_qps.fallbacks;
}

void note_sparsity(const std::vector<CollisionStep>& steps, CollisionSummary& s) {
  s.sparsity_least = INFINITY;
  for (const CollisionStep& step : steps) {
    const double sparsity =
        double(step.schurpa.contact.solver.normal.bandwidth) / step.schurpa.contact.count;
    s.sparsity_most = std::max(s.sparsity_most, sparsity);
    s.sparsity_least = std::min(s.sparsity_least, sparsity);
    s.sparsity_mean += sparsity / double(steps.size());
  }
}

void note_times(const std::vector<CollisionStep>& steps, const CollisionStep& peak,
                CollisionSummary& s) {
  double direct_contact = 0, direct_friction = 0;
  for (const CollisionStep& step : steps) {
    s.contact += step.schurpa.contact.solver.normal.seconds;
    s.friction += step.schurpa.contact.solver.friction.seconds;
    direct_contact += step.direct.contact.solver.normal.seconds;
    direct_friction += step.direct.contact.solver.friction.seconds;
  }
  s.contact_ratio = direct_contact / s.contact;
  s.friction_ratio = direct_friction / s.friction;
  s.total_ratio = (direct_contact + direct_friction) / (s.contact + s.friction);
  s.contact_peak_ratio =
      peak.direct.contact.solver.normal.seconds / peak.schurpa.contact.solver.normal.seconds;
  s.friction_peak_ratio =
      peak.direct.contact.solver.friction.seconds / peak.schurpa.contact.solver.friction.seconds;
}

}  // namespace

Collision collide(Backend backend, const Scene& schurpa, const Scene& direct, int runs) {
  std::vector<std::vector<CollisionStep>> all;
  for (int run = 0; run < runs; ++run) all.push_back(run_once(backend, schurpa, direct));
  take_medians(all);
  return {std::move(all[0])};
}

CollisionSummary summarise(const Collision& collision) {
  const std::vector<CollisionStep>& steps = collision.steps;
  assert(!steps.empty());
  CollisionSummary s;
  s.steps = int(steps.size());
  const auto peak = std::max_element(steps.begin(), steps.end(), [](const auto& a, const auto& b) {
    return a.schurpa.contact.count < b.schurpa.contact.count;
  });
  s.max_contacts = peak->schurpa.contact.count;
  s.peak_time = peak->schurpa.time, s.touch_time = steps.front().schurpa.time;
  double kinetic = 0;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const StepRecord &a = steps[k].schurpa, &d = steps[k].direct;
    note_counts(steps[k], s);
    kinetic = std::max(kinetic, d.kinetic);
    s.kinetic_difference = std::max(s.kinetic_difference, std::abs(a.kinetic - d.kinetic));
    if (k < impact_steps) continue;
    s.warm_contact = std::min(s.warm_contact, a.contact.solver.warm_normal);
    s.warm_friction = std::min(s.warm_friction, a.contact.solver.warm_friction);
  }
  if (kinetic > 0) s.kinetic_difference /= kinetic;
  note_sparsity(steps, s);
  note_times(steps, *peak, s);
  return s;
}

}  // namespace eulersolid
