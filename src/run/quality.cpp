#include "src/run/quality.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "src/run/constants.h"
#include "src/run/terminal.h"

namespace eulersolid {

namespace {

/// Something that makes a step worth less than it should be. Steps count it, the totals of a run
/// add it up.
struct Lapse {
  std::string_view name;  ///< of its total in run.json
  std::string_view what;  ///< that there were so many of, in the plural with an s
  int (*count)(const StepRecord& step_or_totals);
  int (*of_body)(const BodyRecord&);   ///< where bodies count it; else null
  std::string_view first, what_to_do;  ///< the warning about the first of them
};

constexpr Lapse all_lapses[] = {
    {"unconverged_steps", "unconverged steps", [](const StepRecord& s) { return s.sp_unconverged; },
     nullptr, "",
     "the run goes on, with forces of contact that are a little off; raise contact.max_staggered "
     "or "
     "contact.tolerance"},
    {"overlap_spikes", "overlap spikes", [](const StepRecord& s) { return s.overlap_spike; },
     nullptr, "bodies were more than a quarter of a cell deep in each other",
     "for a few steps that does no harm; where it lasts, pictures show it and bodies lose hold of "
     "each other: see max_overlap in steps.csv, and take shorter steps (time.cfl) or smaller "
     "cells"},
    {"repaired_nodes", "repaired nodes", [](const StepRecord& s) { return s.repaired_nodes; },
     [](const BodyRecord& b) { return b.repaired_nodes; },
     "it is folded more finely than its cells can tell, and smoothed there",
     "its shape at that place is a guess; a stiffer or more viscous material keeps it from "
     "folding"},
    {"clamped_points", "clamped points", [](const StepRecord& s) { return s.clamped_points; },
     [](const BodyRecord& b) { return b.clamped_points; },
     "it is turned inside out in places, which are left without stress",
     "a few such points matter little; with many it is softer there than it should be, and a "
     "stiffer or more viscous material helps"},
};

/// ` in body "a"`; empty where no body counts it.
std::string place_of(const Lapse& lapse, const std::vector<BodyRecord>& bodies) {
  if (lapse.of_body == nullptr) return "";
  for (const BodyRecord& body : bodies)
    if (lapse.of_body(body) > 0) return fmt::format("body \"{}\": ", body.body);
  return "a body: ";
}

}  // namespace

int is_overlap_spike(const StepRecord& step) { return step.contact.max_overlap > max_overlap; }

std::vector<std::string> first_lapses(const StepRecord& step, const std::vector<BodyRecord>& bodies,
                                      const StepRecord& before) {
  std::vector<std::string> warnings;
  for (const Lapse& lapse : all_lapses) {
    if (lapse.count(step) == 0 || lapse.count(before) > 0) continue;
    const std::string_view what = lapse.first.empty() ? step.contact.solver.reason : lapse.first;
    warnings.push_back(fmt::format(
        "step {} (t = {:.6g} s): {}{}; {} ({} in run.json counts all there are)", step.step,
        step.time, place_of(lapse, bodies), what, lapse.what_to_do, lapse.name));
  }
  return warnings;
}

double RunQuality::unexplained_energy() const {
  const double part = largest_energy > 0 ? totals.energy.residual / largest_energy : 0;
  return std::fabs(part) > max_unexplained ? part : 0;
}

std::string RunQuality::text() const {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? " " : ", ") + part; };
  const auto add_count = [&](int count, std::string_view what) {
    if (count == 0) return;
    if (count == 1) what.remove_suffix(1);
    add(fmt::format("{} {}", count, what));
  };
  for (const Lapse& lapse : all_lapses) add_count(lapse.count(totals), lapse.what);
  add_count(alarms, "alarms");
  add_count(missing_outputs, "missing outputs");
  if (const double part = unexplained_energy(); part != 0)
    add(percent_text(part) + " of the energy unexplained");
  return "quality:" + (text.empty() ? " nothing to note" : text);
}

bool RunQuality::is_flawless() const {
  for (const Lapse& lapse : all_lapses)
    if (lapse.count(totals) > 0) return false;
  return alarms == 0 && missing_outputs == 0 && unexplained_energy() == 0;
}

}  // namespace eulersolid
