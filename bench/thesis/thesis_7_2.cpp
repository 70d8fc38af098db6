#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "bench/add_bench.h"
#include "bench/bench_report.h"
#include "bench/benches.h"
#include "bench/thesis/collision.h"
#include "io/scene/read_scene.h"
#include "kernels/choice/backend_choice.h"
#include "kernels/core/error.h"
#include "src/run/terminal.h"

namespace eulersolid {

namespace {

struct Thesis72Options : TimedBenchOptions {
  std::string scene = "scenes/cylinder_collision.toml";
  std::optional<double> until;
  std::vector<std::string> settings;
};

Scene read(const Thesis72Options& options, const std::string& solver) {
  // The thesis' friction, unless the options say otherwise.
  std::vector<SceneOverride> changes{"contact.friction_cone='pyramid'"};
  changes.insert(changes.end(), options.settings.begin(), options.settings.end());
  if (options.until)
    changes.emplace_back(fmt::format("time.duration={}", *options.until),
                         fmt::format("--until {}", *options.until));
  changes.emplace_back(fmt::format("contact.solver='{}'", solver));
  std::vector<std::string> warnings;
  Scene scene = read_scene(options.scene, changes, &warnings);
  if (solver == collision_solvers[0]) print_warnings(warnings);
  return scene;
}

/// The columns of the table of steps, as row_of() fills them; headings are left out of what only
/// the JSON has.
std::vector<ReportTable::Column> step_columns() {
  return {{"step", "step", 0},
          {"time", "t [s]", 3},
          {"contacts", "contacts", 0},
          {"dim_gc", "dim G^C", 0},
          {"dim_gf", "dim G^F", 0},
          {"bandwidth_c", "rho^C", 0},
          {"bandwidth_f", "rho^F", 0},
          {"warm_contact", "warm C", 3},
          {"warm_friction", "warm F", 3},
          {"sp_iterations", "SP", 0},
          {"pdasm_contact", "its C", 0},
          {"pdasm_friction", "its F", 0},
          {"solves_contact", "solves C", 0},
          {"solves_friction", "solves F", 0},
          {"contact_ms", "C [ms]", 2},
          {"friction_ms", "F [ms]", 2},
          {"contact_factor_ms", "", 2},
          {"friction_factor_ms", "", 2},
          {"contact_direct_ms", "DIRECT C", 2},
          {"friction_direct_ms", "F [ms]", 2},
          {"contact_direct_factor_ms", "", 2},
          {"friction_direct_factor_ms", "", 2},
          {"contact_direct_solves", "", 0},
          {"friction_direct_solves", "", 0},
          {"contact_ratio", "ratio C", 2},
          {"friction_ratio", "ratio F", 2}};
}

std::vector<nlohmann::json> row_of(const CollisionStep& step) {
  const StepRecord& record = step.schurpa;
  const auto &a = record.contact.solver, &d = step.direct.contact.solver;
  return {record.step,
          record.time,
          record.contact.count,
          a.normal.dim_free,
          a.friction.dim_free,
          a.normal.bandwidth,
          a.friction.bandwidth,
          a.warm_normal,
          a.warm_friction,
          a.iterations,
          a.normal.iterations,
          a.friction.iterations,
          a.normal.solves,
          a.friction.solves,
          1e3 * a.normal.seconds,
          1e3 * a.friction.seconds,
          1e3 * a.normal.seconds_factor,
          1e3 * a.friction.seconds_factor,
          1e3 * d.normal.seconds,
          1e3 * d.friction.seconds,
          1e3 * d.normal.seconds_factor,
          1e3 * d.friction.seconds_factor,
          d.normal.solves,
          d.friction.solves,
          d.normal.seconds / a.normal.seconds,
          d.friction.seconds / a.friction.seconds};
}

ReportTable step_table(const Collision& collision) {
  ReportTable table(step_columns());
  for (const CollisionStep& step : collision.steps) table.add(row_of(step));
  return table;
}

ReportTable summary_table(const CollisionSummary& s) {
  ReportTable table({{"quantity", "quantity", 0}, {"ours", "ours", 3}, {"thesis", "thesis", 0}});
  table.add({"steps with contact", s.steps, "100 in all"});
  table.add({"most contacts", s.max_contacts, "-"});
  table.add({"step of most contacts, t [s]", s.peak_time, "about 0.1 after touching"});
  table.add({"first touch, t [s]", s.touch_time, "0 by definition"});
  table.add({"rho^C / contacts: most", s.sparsity_most, "0.48"});
  table.add({"rho^C / contacts: least", s.sparsity_least, "0.04"});
  table.add({"rho^C / contacts: mean", s.sparsity_mean, "0.18"});
  table.add({"warm start contact: least but for 5 steps", s.warm_contact, "0.8"});
  table.add({"warm start friction: least but for 5 steps", s.warm_friction, "0.8"});
  table.add({"SP iterations: most", s.sp_iterations, "2"});
  table.add({"iterations contact: most", s.iterations_contact, "8"});
  table.add({"iterations friction: most", s.iterations_friction, "11"});
  table.add({"solves in a step, DIRECT contact: most", s.direct_solves_contact, "8"});
  table.add({"solves in a step, DIRECT friction: most", s.direct_solves_friction, "11"});
  table.add({"steps with resets", s.resets, "8"});
  table.add({"fallbacks", s.fallbacks, "-"});
  table.add({"contact QPs, seconds in all", s.contact, "-"});
  table.add({"- DIRECT over it", s.contact_ratio, "-"});
  table.add({"- at the step of most contacts", s.contact_peak_ratio, "about 4"});
  table.add({"friction QPs, seconds in all", s.friction, "-"});
  table.add({"- DIRECT over it", s.friction_ratio, "-"});
  table.add({"- at the step of most contacts", s.friction_peak_ratio, "about 3"});
  table.add({"contact and friction: DIRECT over it", s.total_ratio, "-"});
  table.add({"largest difference of kinetic energy", s.kinetic_difference, "-"});
  return table;
}

ExitCode run(const Thesis72Options& options) {
  const Scene schurpa = read(options, collision_solvers[0]);
  const Scene direct = read(options, collision_solvers[1]);
  const Backend backend = apply(options);
  BenchReport report("thesis-7.2",
                     fmt::format("{} with {} and {} (thesis, Figs. 7.4 to 7.8)", options.scene,
                                 collision_solvers[0], collision_solvers[1]),
                     options, backend);
  report["parameters"] = {{"scene", options.scene},
                          {"duration", schurpa.time.duration},
                          {"settings", options.settings}};
  const Collision collision = collide(backend, schurpa, direct, options.runs);
  if (collision.steps.empty()) throw InputError(options.scene + ": nothing touches in this time");
  report.print("steps with contact", "rows", step_table(collision));
  report.print("summary", "summary", summary_table(summarise(collision)));
  report.note(
      fmt::format("C: contact, F: friction; times are those of {} first, then of {}; ratio: "
                  "the second over the first. SP: staggered projections. Solves: right-hand "
                  "sides, those of Schur columns too",
                  collision_solvers[0], collision_solvers[1]));
  report.write();
  return ExitCode::done;
}

}  // namespace

void add_thesis_7_2(CLI::App& bench, ChosenCommand& chosen) {
  const auto [command, options] = add_bench<Thesis72Options>(
      bench, chosen, "thesis-7.2",
      "The cylinder collision with SCHURPA and with DIRECT (Figs. 7.4 to 7.8)", run);
  command.add_option("--scene", options.scene, "Scene file (TOML)")->capture_default_str();
  command.add_option("--until", options.until, "Simulate to this time [s]")->type_name("S");
  command.add_option("--set", options.settings, "Change a value of the scene: KEY=VALUE")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

}  // namespace eulersolid
