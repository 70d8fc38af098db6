#include "src/run/run_report.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "src/run/terminal.h"

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

Json work_json(const WorkCounts& counts) {
  return {{"loops", counts[Work::loop]},
          {"library_calls", counts[Work::library_call]},
          {"read_backs", counts[Work::read_back]},
          {"uploads", counts[Work::upload]},
          {"allocations", counts[Work::allocation]}};
}

}  // namespace

void RunReport::add(const StepRecord& step) {
  add_to_totals(step_fields, step, sums.steps);
  sums.largest_energy = std::max(sums.largest_energy, step.kinetic + step.elastic);
}

std::string RunReport::energy_text() const {
  const double energy = sums.largest_energy > 0 ? sums.largest_energy : 1;
  std::string text =
      fmt::format("energy made by all errors: {} of at most {:.3g} J, the sum of",
                  percent_text(sums.steps.energy.made() / energy), sums.largest_energy);
  for (const MadeEnergy& made : made_energies)
    text +=
        fmt::format(" {} by {},", percent_text(sums.steps.energy.*made.energy / energy), made.by);
  return text + fmt::format(" and {} returned; parts with other signs belong together",
                            percent_text(sums.steps.energy.returned / energy));
}

std::string RunReport::summary(const std::string& exit_state, const std::string& folder) const {
  const int count = sums.steps.step, parts = sums.steps.sub_step;
  const double made = sums.steps.drift_energy;
  std::string text = fmt::format(
      "{}: {} frame{}, {} step{}{}, {:.6g} s simulated in {} ({:.3g} s per step)\n",
      exit_state == "finished" ? "done" : exit_state, sums.frames, sums.frames == 1 ? "" : "s",
      count, count == 1 ? "" : "s", parts > 0 ? fmt::format(" ({} sub-steps)", parts) : "",
      sums.steps.time, duration_text(seconds()), count > 0 ? seconds() / count : 0.0);
  if (exit_state == "finished" && resumed_from > 0 && resumed_from == count)
    text +=
        "nothing was left to do: its last frame was there already; --until a later one goes on\n";
  text += fmt::format(
      "energy: errors of the method have {} {} of the greatest energy (above 1 % is an alarm; "
      "parts "
      "in run.log)\n",
      made < 0 ? "taken" : "added", percent_text(std::fabs(made)));
  text += quality().text() + "\n" + fmt::format("files are in {}\n", folder);
  if (std::filesystem::exists(std::filesystem::path(folder) / "preview"))
    text += fmt::format(
        "pictures are in {0}/preview; eulersolid preview {0} draws them anew, larger and with the "
        "whole motion in view\n",
        folder);
  if (exit_state == "interrupted") text += fmt::format("go on with --resume {}\n", folder);
  return text;
}

std::string RunReport::end_line(const std::string& exit_state, const std::string& folder) const {
  const Json json{{"event", "end"},
                  {"exit_state", exit_state},
                  {"frames", sums.frames},
                  {"steps", sums.steps.step},
                  {"time", sums.steps.time},
                  {"seconds", seconds()},
                  {"flawless", quality().is_flawless()},
                  {"folder", folder}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";  // paths, see below
}

double RunReport::seconds() const {
  using Seconds = std::chrono::duration<double>;
  return sums.seconds + Seconds(std::chrono::system_clock::now() - start).count();
}

std::string RunReport::json(const std::string& exit_state, const std::string& message) const {
  Json json{{"program", "eulersolid"}, {"version", ES_VERSION},    {"command", command},
            {"scene", scene},          {"backend", backend},       {"device", device},
            {"threads", threads},      {"start", date_text(start)}};
  json["solver_backend"] = solver_backend;
  json["solver_device"] = solver_device;
  if (!numerics.empty()) json["numerics"] = numerics;
  json["process"] = ::getpid();
  if (resumed_from > 0) json["resumed_from_step"] = resumed_from;
  json["end"] = nullptr;
  if (exit_state != "running") json["end"] = date_text(std::chrono::system_clock::now());
  json["exit_state"] = exit_state;
  if (!message.empty()) json["message"] = message;
  json["end_time"] = end_time;
  if (exit_state == "running") {
    json["written"] = date_text(std::chrono::system_clock::now());
    json["seconds_left"] = nullptr;
    if (seconds_left) json["seconds_left"] = *seconds_left;
  }
  json["cell_size"] = sums.cell_size;
  json["totals"]["frames"] = sums.frames;
  name_totals(sums.steps, json["totals"]);
  json["totals"]["alarms"] = sums.alarms + sums.earlier_alarms;
  json["totals"]["missing_outputs"] = sums.missing_outputs;
  json["totals"]["refinements"] = sums.refinements;
  json["flawless"] = quality().is_flawless();
  json["totals"]["largest_energy"] = sums.largest_energy;
  json["totals"]["seconds"] = seconds();
  json["totals"]["peak_memory"] = peak_memory;
  json["totals"]["work"] = work_json(work_counts() - work_before);
  using Handler = Json::error_handler_t;
  return json.dump(2, ' ', false, Handler::replace) + "\n";  // paths may not be UTF-8
}

}  // namespace eulersolid
