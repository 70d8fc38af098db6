#include "src/run/alarms.h"

#include <fmt/format.h>

#include <cmath>

#include "kernels/core/error.h"
#include "src/run/terminal.h"

namespace eulersolid {

namespace {

/// What is watched, and what it is a part of.
struct Watched {
  std::string_view what, whole;
  double DriftRecord::*part;
  double Scene::Alarms::*stop = &Scene::Alarms::stop;
};

constexpr Watched all_watched[] = {
    {"momentum restored since the start", "momentum", &DriftRecord::momentum},
    {"spin restored since the start", "spin", &DriftRecord::spin},
    {"energy made by transport and new masses", "greatest energy", &DriftRecord::transport,
     &Scene::Alarms::stop_made},
    {"energy made by the map", "greatest energy", &DriftRecord::map, &Scene::Alarms::stop_made},
    {"energy made and not returned", "greatest energy", &DriftRecord::left},
};

/// Whose part of what is how large.
struct Measured {
  std::string whose;  ///< as a message begins: `body "a"`, or all bodies
  std::string_view what, whole;
  double part;
  double Scene::Alarms::*stop = &Scene::Alarms::stop;
};

std::vector<Measured> measure(const StepRecord& step, const std::vector<BodyRecord>& bodies) {
  std::vector<Measured> all;
  for (const BodyRecord& body : bodies)
    for (const Watched& watched : all_watched)
      all.push_back({"body \"" + body.body + "\"", watched.what, watched.whole,
                     body.drift.*watched.part, watched.stop});
  // What no body's alarm sees: errors that are small one by one, and of the same sign.
  all.push_back(
      {"all bodies", "energy made by all errors together", "greatest energy", step.drift_energy});
  return all;
}

std::string_view stop_name(const Measured& measured) {
  return measured.stop == &Scene::Alarms::stop ? "stop" : "stop_made";
}

std::string message(const StepRecord& step, const Measured& measured, std::string_view threshold,
                    double allowed) {
  return fmt::format("step {} (t = {:.6g} s): {}: {} is {} of {} {}, above the {} of [alarms] {}",
                     step.step, step.time, measured.whose, measured.what,
                     percent_text(measured.part), measured.whose == "all bodies" ? "their" : "its",
                     measured.whole, percent_text(allowed), threshold);
}

}  // namespace

std::vector<std::string> Alarms::check(const StepRecord& step,
                                       const std::vector<BodyRecord>& bodies) {
  std::vector<std::string> warnings;
  for (const Measured& measured : measure(step, bodies)) {
    const double part = std::fabs(measured.part);
    const double stop = std::fmax(thresholds_.stop, thresholds_.*measured.stop);
    if (part > stop)
      throw SimulationError(message(step, measured, stop_name(measured), stop) +
                            "; use smaller cells, or see docs/theory.md, \"The ledgers\"");
    if (part > thresholds_.warn && told_.emplace(measured.whose, measured.what).second)
      warnings.push_back(message(step, measured, "warn", thresholds_.warn));
  }
  return warnings;
}

}  // namespace eulersolid
