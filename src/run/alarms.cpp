#include "src/run/alarms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "io/surface/deformed_shape.h"
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
    {"momentum restored since the start", "greatest momentum", &DriftRecord::momentum},
    {"spin restored since the start", "greatest spin", &DriftRecord::spin},
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

  bool is_returned() const { return stop == &Scene::Alarms::stop_made; }
};

/// Above which part there is a warning. What is returned is no error of the motion as a whole: of
/// that, where it is as much as may be of nothing else.
struct Threshold {
  std::string_view name;
  double part;
};
Threshold warning_threshold(const Measured& measured, const Scene::Alarms& all) {
  if (measured.is_returned() && std::isfinite(all.stop) && all.stop > all.warn)
    return {"stop", all.stop};
  return {"warn", all.warn};
}

std::vector<Measured> measure(const StepRecord& step, const std::vector<BodyRecord>& bodies,
                              bool overlap_is_error) {
  std::vector<Measured> all;
  for (const BodyRecord& body : bodies)
    for (const Watched& watched : all_watched)
      all.push_back({"body \"" + body.body + "\"", watched.what, watched.whole,
                     body.drift.*watched.part, watched.stop});
  // What no body's alarm sees: errors that are small one by one, and of the same sign.
  all.push_back(
      {"all bodies", "energy made by all errors together", "greatest energy", step.drift_energy});
  // Normal impulses take energy, and give little where they push apart what overlaps; unless that
  // is how the scene begins.
  if (overlap_is_error)
    all.push_back({"all bodies", "energy given by normal impulses", "greatest energy",
                   std::fmax(0, step.drift_impact)});
  return all;
}

/// Whose part of what is how large, above which threshold.
std::string words(const Measured& measured, const Threshold& threshold) {
  return fmt::format("{}: {} is {} of {} {}, above the {} of [alarms] {}", measured.whose,
                     measured.what, percent_text(measured.part),
                     measured.whose == "all bodies" ? "their" : "its", measured.whole,
                     percent_text(threshold.part), threshold.name);
}

/// ` (and of 3 more bodies)`; empty without any.
std::string others_text(int others) {
  if (others == 0) return "";
  return fmt::format(" (and of {} more {})", others, others == 1 ? "body" : "bodies");
}

/// The end of a run that one of its bodies is not worth.
[[noreturn]] void stop(const StepRecord& step, const Measured& measured,
                       const Scene::Alarms& thresholds) {
  const double own = thresholds.*measured.stop;
  const bool is_own = own > thresholds.stop;
  throw SimulationError(fmt::format(
      "step {} (t = {:.6g} s): {}; use smaller cells (--refine), or see docs/theory.md, "
      "\"The ledgers\"",
      step.step, step.time,
      words(measured, is_own ? Threshold{"stop_made", own} : Threshold{"stop", thresholds.stop})));
}

/// `body "a" is 1.2 cells deep in "b" near (0.1, 0.2, 0.3)`.
std::string deep_text(double cells, const std::string& body, const std::string& partner, Vec3 at) {
  return fmt::format("body \"{}\" is {:.3g} cells deep in \"{}\" near {}", body, cells, partner,
                     place_text(at));
}

/// What contact finds is the gap of single patches, where an edge may be seen for a step alone.
void require_apart(const StepRecord& step, double most) {
  const double overlap = step.contact.max_overlap;
  if (!(overlap > 2 * most)) return;
  throw DeepOverlap(
      fmt::format(
          "step {} (t = {:.6g} s): {}, more than twice the {:.3g} of [alarms] stop_overlap; "
          "use smaller cells, shorter steps or stiffer materials",
          step.step, step.time,
          deep_text(overlap, step.deepest.body, step.deepest.partner, step.contact.deepest.at),
          most),
      step.deepest.body, step.contact.deepest.at);
}

}  // namespace

int Alarms::check(const StepRecord& step, const std::vector<BodyRecord>& bodies) const {
  require_apart(step, thresholds_.stop_overlap);
  int above = 0;
  for (const Measured& measured : measure(step, bodies, watches_overlap())) {
    const double part = std::fabs(measured.part);
    if (part > std::fmax(thresholds_.stop, thresholds_.*measured.stop))
      stop(step, measured, thresholds_);
    above += part > warning_threshold(measured, thresholds_).part ? 1 : 0;
  }
  return above;
}

std::vector<std::string> Alarms::warnings(const StepRecord& step,
                                          const std::vector<BodyRecord>& bodies) const {
  /// The body of which a quantity is the most, and how many others it is above the threshold of.
  struct Most {
    Measured of;
    int others = 0;
  };
  std::vector<Most> list;
  for (const Measured& measured : measure(step, bodies, watches_overlap())) {
    if (!(std::fabs(measured.part) > warning_threshold(measured, thresholds_).part)) continue;
    const auto same = std::ranges::find(list, measured.what, [](auto& m) { return m.of.what; });
    if (same == list.end()) {
      list.push_back({measured});
      continue;
    }
    ++same->others;
    if (std::fabs(measured.part) > std::fabs(same->of.part)) same->of = measured;
  }
  std::vector<std::string> warnings;
  for (const Most& most : list)
    warnings.push_back(fmt::format(
        "at the end (t = {:.6g} s): {}{}: {}", step.time,
        words(most.of, warning_threshold(most.of, thresholds_)), others_text(most.others),
        most.of.is_returned() ? "it was returned, but elsewhere in the body"
                              : "motion is wrong by about as much"));
  return warnings;
}

void Alarms::check_frame(const StepRecord& step, int frame, const Overlap& deepest,
                         double h) const {
  if (!(deepest.depth > thresholds_.stop_overlap * h)) return;
  throw DeepOverlap(
      fmt::format(
          "step {} (t = {:.6g} s), frame {}: {}, more than the {:.3g} of [alarms] stop_overlap; "
          "use smaller cells, shorter steps or stiffer materials",
          step.step, step.time, frame,
          deep_text(deepest.depth / h, deepest.body, deepest.partner, deepest.at),
          thresholds_.stop_overlap),
      deepest.body, deepest.at);
}

Scene::Alarms alarms_of(const Scene& scene) {
  Scene::Alarms alarms = scene.alarms;
  if (scene.contact.allow_overlap) alarms.stop_overlap = std::numeric_limits<double>::infinity();
  return alarms;
}

std::string material_text(const SimulationError& error, const FrameMaps& maps) {
  const auto* overlap = dynamic_cast<const DeepOverlap*>(&error);
  if (!overlap) return "";
  for (const BodyMap& body : maps.bodies) {
    if (body.name != overlap->body) continue;
    const DeformedShape shape(body, maps.origin, maps.h);
    if (shape.displacement(overlap->at).known)
      return fmt::format("; at rest that is {} of \"{}\"", place_text(shape.rest(overlap->at)),
                         body.name);
  }
  return "";
}

}  // namespace eulersolid
