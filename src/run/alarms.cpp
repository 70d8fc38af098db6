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
};

constexpr Watched all_watched[] = {
    {"momentum restored since the start", "momentum", &DriftRecord::momentum},
    {"spin restored since the start", "spin", &DriftRecord::spin},
    {"energy made by transport and new masses", "greatest energy", &DriftRecord::transport},
    {"energy made by the map", "greatest energy", &DriftRecord::map},
};

std::string message(const StepRecord& step, const BodyRecord& body, const Watched& watched,
                    std::string_view threshold, double allowed) {
  return fmt::format(
      "step {} (t = {:.6g} s): body \"{}\": {} is {} of its {}, above the {} of "
      "[alarms] {}",
      step.step, step.time, body.body, watched.what, percent_text(body.drift.*watched.part),
      watched.whole, percent_text(allowed), threshold);
}

}  // namespace

std::vector<std::string> Alarms::check(const StepRecord& step,
                                       const std::vector<BodyRecord>& bodies) {
  std::vector<std::string> warnings;
  for (const BodyRecord& body : bodies)
    for (const Watched& watched : all_watched) {
      const double part = std::fabs(body.drift.*watched.part);
      if (part > thresholds_.stop)
        throw SimulationError(message(step, body, watched, "stop", thresholds_.stop) +
                              "; use smaller cells, or see docs/theory.md, \"The ledgers\"");
      if (part > thresholds_.warn && told_.emplace(body.body, watched.what).second)
        warnings.push_back(message(step, body, watched, "warn", thresholds_.warn));
    }
  return warnings;
}

}  // namespace eulersolid
