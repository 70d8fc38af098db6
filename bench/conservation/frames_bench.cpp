#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "bench/add_bench.h"
#include "bench/bench_report.h"
#include "bench/benches.h"
#include "bench/check_positive.h"
#include "bench/conservation/drift.h"
#include "bench/conservation/track.h"
#include "io/scene/checks/check_time.h"
#include "io/scene/read_scene.h"

namespace eulersolid {

namespace {

struct FramesOptions : BenchOptions {
  std::vector<std::string> scenes;
  double speed = 0.6;  ///< of the fastest frame, over the slowest pressure wave
  int shifts = 8;
};

/// Pressure waves of the softest body [m/s].
double slowest_wave(const Scene& scene) {
  double slowest = INFINITY;
  for (const BodySpec& body : scene.bodies)
    slowest = std::min(slowest, pressure_wave_speed(body.material));
  return slowest;
}

/// The scene in steps that are the same for all who see it, with energy as the grid makes it.
Scene in_fixed_steps(Backend backend, const std::string& file) {
  Scene scene = read_scene(file);
  if (!scene.time.dt) scene.time.dt = make_simulation(backend, scene)->stable_dt();
  return without_return(scene);
}

/// Adds a row for each view. @return restitutions, where two bodies have one
std::vector<double> see(const std::string& name, Backend backend, const Scene& scene,
                        const std::vector<View>& views, ReportTable& table) {
  const Track plain = track(backend, seen(scene, views[0]));
  const double energy = greatest_energy(plain);
  std::vector<double> restitutions;
  for (const View& view : views) {
    const Track run = &view == &views[0] ? plain : track(backend, seen(scene, view));
    const TrackDifference apart = difference(scene, plain, view, run);
    nlohmann::json kept;
    if (scene.bodies.size() == 2 && run.failure.empty())
      kept = restitutions.emplace_back(restitution(run));
    const StepRecord end = run.steps.empty() ? StepRecord{} : run.steps.back();
    const double unit = view.scale * view.scale * view.scale * energy;
    table.add({name, view.name, run.steps.size(), apart.before_contact, apart.in_all, kept,
               end.energy.transport / unit, end.energy.masses / unit, end.energy.restored / unit,
               end.energy.map / unit, run.failure});
  }
  return restitutions;
}

/// A line for where restitutions are to be the same; none where there are none.
void add_spread(const std::string& what, const std::vector<double>& values,
                std::vector<std::string>& notes) {
  if (values.empty()) return;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  notes.push_back(fmt::format("spread of restitution, {}: {:.4f}", what, *most - *least));
}

ExitCode run(const FramesOptions& options) {
  const Backend backend = apply(options);
  BenchReport report("frames", "the same scene, seen otherwise", options, backend);
  report["parameters"] = {
      {"scenes", options.scenes}, {"speed", options.speed}, {"shifts", options.shifts}};
  ReportTable table({{"scene", "scene", 0},
                     {"view", "seen", 0},
                     {"steps", "steps", 0},
                     {"before_contact", "differs before contact", 5},
                     {"in_all", "in all", 5},
                     {"restitution", "restitution", 4},
                     {"transport", "transport", 4},
                     {"masses", "new masses", 4},
                     {"restored", "restored", 4},
                     {"map", "map", 4},
                     {"failure", "failure", 0}});
  std::vector<std::string> notes;
  for (const std::string& file : options.scenes) {
    const std::string name = std::filesystem::path(file).stem().string();
    const Scene scene = in_fixed_steps(backend, file);
    see(name, backend, scene, similar_views(), table);
    const std::vector<View> moving = moving_views(options.speed * slowest_wave(scene));
    add_spread(name + " from moving frames", see(name, backend, scene, moving, table), notes);
    const std::vector<View> shifted = shifted_views(options.shifts);
    add_spread(name + " on shifted grids", see(name, backend, scene, shifted, table), notes);
  }
  report.print("difference to the first of its kind, and energy made by the end", "rows", table);
  for (const std::string& note : notes) report.note(note);
  report.note(
      "all relative, see bench/conservation/track.h; energies to the greatest of the first");
  report.write();
  return ExitCode::done;
}

}  // namespace

void add_frames_bench(CLI::App& bench, ChosenCommand& chosen) {
  const auto [command, options] = add_bench<FramesOptions>(
      bench, chosen, "frames",
      "Scenes mirrored, turned, scaled, from moving frames and on shifted grids", run);
  command.add_option("SCENE", options.scenes, "Scene files (TOML)")->required();
  command
      .add_option("--speed", options.speed,
                  "Of the fastest frame, over that of the slowest pressure waves")
      ->check(check_positive)
      ->capture_default_str();
  command.add_option("--shifts", options.shifts, "Places of the grid under the scene")
      ->check(check_positive)
      ->capture_default_str();
}

}  // namespace eulersolid
