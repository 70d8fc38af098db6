#include "src/run/run_report.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace eulersolid {

namespace {

/// ISO 8601 in UTC.
std::string date_text(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

}  // namespace

void RunReport::add(const StepRecord& step) {
  last = step;
  sums.contacts = std::max(sums.contacts, step.contacts);
  sums.max_overlap = std::max(sums.max_overlap, step.max_overlap);
  sums.min_det = std::min(sums.min_det, step.min_det);
  sums.sp_iterations += step.sp_iterations;
  sums.solves_contact += step.solves_contact, sums.solves_friction += step.solves_friction;
  sums.factorizations += step.factorizations, sums.resets += step.resets;
  sums.fallbacks += step.fallbacks;
  sums.repaired_nodes += step.repaired_nodes, sums.clamped_points += step.clamped_points;
  sums.seconds_grid += step.seconds_grid, sums.seconds_detect += step.seconds_detect;
  sums.seconds_assemble += step.seconds_assemble;
  sums.seconds_contact += step.seconds_contact, sums.seconds_friction += step.seconds_friction;
  sums.chosen_contact += step.chosen_contact, sums.chosen_friction += step.chosen_friction;
  sums.solver_bytes = std::max(sums.solver_bytes, step.solver_bytes);
}

double RunReport::seconds() const {
  return std::chrono::duration<double>(std::chrono::system_clock::now() - start).count();
}

std::string RunReport::json(const std::string& exit_state, const std::string& message) const {
  nlohmann::ordered_json json{{"program", "eulersolid"}, {"version", ES_VERSION},
                              {"command", command},      {"scene", scene},
                              {"backend", backend},      {"device", device},
                              {"threads", threads},      {"start", date_text(start)}};
  json["solver_backend"] = solver_backend;
  json["solver_device"] = solver_device;
  json["end"] = nullptr;
  if (exit_state != "running") json["end"] = date_text(std::chrono::system_clock::now());
  json["exit_state"] = exit_state;
  if (!message.empty()) json["message"] = message;
  json["totals"] = {{"frames", frames},
                    {"steps", last.step},
                    {"time", last.time},
                    {"largest_contacts", sums.contacts},
                    {"largest_overlap", sums.max_overlap},
                    {"smallest_det", sums.min_det},
                    {"sp_iterations", sums.sp_iterations},
                    {"solves", sums.solves_contact + sums.solves_friction},
                    {"factorizations", sums.factorizations},
                    {"chosen_factorizations", sums.chosen_contact + sums.chosen_friction},
                    {"resets", sums.resets},
                    {"fallbacks", sums.fallbacks},
                    {"repaired_nodes", sums.repaired_nodes},
                    {"clamped_points", sums.clamped_points},
                    {"seconds", seconds()},
                    {"seconds_grid", sums.seconds_grid},
                    {"seconds_detect", sums.seconds_detect},
                    {"seconds_assemble", sums.seconds_assemble},
                    {"seconds_contact", sums.seconds_contact},
                    {"seconds_friction", sums.seconds_friction},
                    {"seconds_output", seconds_output},
                    {"solver_memory", sums.solver_bytes},
                    {"peak_memory", peak_memory}};
  using Handler = nlohmann::ordered_json::error_handler_t;
  return json.dump(2, ' ', false, Handler::replace) + "\n";  // paths may not be UTF-8
}

}  // namespace eulersolid
