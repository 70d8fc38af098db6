#include "src/run/run_report.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "src/run/constants.h"

namespace eulersolid {

namespace {

using Json = nlohmann::ordered_json;

/// ISO 8601 in UTC.
std::string date_text(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

/// The totals that have a name, under it.
void name_totals(const StepRecord& totals, Json& json) {
  visit_record(step_fields, totals, [&](const RecordField<StepRecord>& field, const auto& value) {
    using Value = std::decay_t<decltype(value)>;
    if constexpr (std::is_arithmetic_v<Value>) {
      const std::string name(field.total.name);
      if (!name.empty()) json[name] = json.value(name, Value(0)) + value;
    }
  });
}

/// A part in per cent, with no more digits than it deserves.
std::string percent(double part) { return fmt::format("{:.2g} %", 100 * part); }

/// Energy that something made that should make none [J].
struct Made {
  const char* by;
  double energy;
};

std::array<Made, 5> energy_made(const StepRecord& totals) {
  return {{{"transport", totals.energy_transport},
           {"new masses", totals.energy_masses},
           {"restored momentum", totals.energy_restored},
           {"the map", totals.energy_map},
           {"what is not explained", totals.energy_residual}}};
}

}  // namespace

void RunReport::add(const StepRecord& step) {
  add_to_totals(step_fields, step, totals);
  largest_energy = std::max(largest_energy, step.kinetic + step.elastic);
}

std::string RunReport::energy_text() const {
  std::string text = "energy made:";
  const double energy = largest_energy > 0 ? largest_energy : 1;
  for (const Made& made : energy_made(totals))
    text += fmt::format("{} {} by {}", text.back() == ':' ? "" : ",", percent(made.energy / energy),
                        made.by);
  return text + fmt::format("; of at most {:.3g} J", largest_energy);
}

std::vector<std::string> RunReport::energy_warnings() const {
  std::vector<std::string> lines;
  for (const Made& made : energy_made(totals)) {
    if (std::fabs(made.energy) <= noted_part * largest_energy) continue;
    lines.push_back(fmt::format(
        "{} made {:.3g} J in all, {} of the run's greatest energy: an error of the discretisation, "
        "see docs/theory.md",
        made.by, made.energy, percent(made.energy / largest_energy)));
  }
  return lines;
}

double RunReport::seconds() const {
  return std::chrono::duration<double>(std::chrono::system_clock::now() - start).count();
}

std::string RunReport::json(const std::string& exit_state, const std::string& message) const {
  Json json{{"program", "eulersolid"}, {"version", ES_VERSION},    {"command", command},
            {"scene", scene},          {"backend", backend},       {"device", device},
            {"threads", threads},      {"start", date_text(start)}};
  json["solver_backend"] = solver_backend;
  json["solver_device"] = solver_device;
  json["end"] = nullptr;
  if (exit_state != "running") json["end"] = date_text(std::chrono::system_clock::now());
  json["exit_state"] = exit_state;
  if (!message.empty()) json["message"] = message;
  json["totals"]["frames"] = frames;
  name_totals(totals, json["totals"]);
  json["totals"]["largest_energy"] = largest_energy;
  json["totals"]["seconds"] = seconds();
  json["totals"]["peak_memory"] = peak_memory;
  using Handler = Json::error_handler_t;
  return json.dump(2, ' ', false, Handler::replace) + "\n";  // paths may not be UTF-8
}

}  // namespace eulersolid
