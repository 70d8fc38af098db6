#include "src/run/run_scene.h"

#include <fmt/format.h>

#include <chrono>
#include <system_error>

#include "io/preview/preview_view.h"
#include "io/run/run_folder.h"
#include "io/scene/write_scene.h"
#include "kernels/core/threads.h"
#include "src/run/alarms.h"
#include "src/run/interrupt.h"
#include "src/run/run_loop.h"
#include "src/run/run_report.h"
#include "src/run/terminal.h"
#include "src/simulation/backend_choice.h"

namespace eulersolid {

namespace {

RunFolderOptions folder_options(const Scene& scene) {
  RunFolderOptions options;
  options.name = scene.output.name;
  options.scene = scene.source;
  options.start_frame = scene.output.start_frame;
  options.fps = scene.output.fps;
  options.velocity_name = scene.output.velocity_name;
  options.half = scene.output.half;
  options.per_body = scene.output.per_body;
  options.preview = scene.output.preview;
  options.view = expected_view(scene);
  options.obstacles = scene.obstacles;
  return options;
}

RunReport new_report(const Scene& scene, const RunSettings& settings, Backend backend,
                     Backend solver) {
  RunReport report;
  report.command = settings.command;
  report.scene = scene.source;
  report.backend = backend_name(backend);
  report.device = device_name(backend);
  report.solver_backend = backend_name(solver);
  report.solver_device = device_name(solver);
  report.threads = threads();
  return report;
}

/// Writes what a frame shows, and knows how long it took.
class FrameWriter {
 public:
  FrameWriter(Simulation& simulation, RunFolder& folder, RunReport& report)
      : simulation_(simulation), folder_(folder), report_(report) {}

  /// @return the seconds spent
  double write(int frame) {
    const auto start = std::chrono::steady_clock::now();
    const FrameStamp stamp{frame, simulation_.time()};
    folder_.write_frame(simulation_.sample(frame));
    folder_.add_bodies(stamp, simulation_.bodies());
    folder_.add_contacts(stamp, simulation_.contacts());
    report_.frames += 1;
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

 private:
  Simulation& simulation_;
  RunFolder& folder_;
  RunReport& report_;
};

RunEnd drive(Simulation& simulation, const Scene& scene, ProgressStyle style, RunFolder& folder,
             RunReport& report) {
  const InterruptGuard interrupt;
  Progress progress(style, frame_time(scene, last_frame(scene)));
  FrameWriter frames(simulation, folder, report);
  Alarms alarms(scene.alarms);
  const auto warn = [&](const std::vector<std::string>& warnings) {
    for (const std::string& warning : warnings) folder.log("warning: " + warning);
    print_warnings(warnings);
  };
  RunEvents events;
  events.warn = [&](const std::string& warning) { warn({warning}); };
  events.start = [&](int frame) {
    report.totals.seconds_output += frames.write(frame);  // before there is a step
    progress.frame(frame, {});
  };
  events.step = [&](StepRecord step, std::optional<int> frame) {
    if (frame) step.seconds_output = frames.write(*frame);
    folder.add_step(step);
    report.add(step);
    warn(simulation.warnings());
    warn(alarms.check(step, simulation.bodies()));
    if (frame) progress.frame(*frame, step);
    progress.step(step);
  };
  events.interrupted = [&] { return interrupt.asked_to_stop(); };
  const RunEnd end = run_frames(simulation, scene, events);
  folder.wait();  // a failure of the last frame is the run's
  return end;
}

void write_end(RunFolder& folder, const RunReport& report, const std::string& exit_state,
               const std::string& message) {
  folder.log(report.energy_text());
  folder.log(message.empty() ? exit_state : exit_state + ": " + message);
  folder.write_run_json(report.json(exit_state, message));
  folder.close();
}

void print_summary(const RunReport& report, RunEnd end, const RunFolder& folder) {
  const int steps = report.totals.step, parts = report.totals.sub_step;
  fmt::print("{}: {} frame{}, {} step{}{}, {:.6g} s simulated in {} ({:.3g} s per step)\n",
             end == RunEnd::interrupted ? "interrupted" : "done", report.frames,
             report.frames == 1 ? "" : "s", steps, steps == 1 ? "" : "s",
             parts > 0 ? fmt::format(" ({} sub-steps)", parts) : "", report.totals.time,
             duration_text(report.seconds()), steps > 0 ? report.seconds() / steps : 0.0);
  fmt::print("{}\n", report.energy_text());
  fmt::print("files are in {}\n", folder.dir().string());
}

}  // namespace

ExitCode run_scene(const Scene& scene, const RunSettings& settings) {
  const Backend backend = choose_backend(settings.backend);
  const Backend solver = choose_solver_backend(settings.solver_backend, backend);
  const std::unique_ptr<Simulation> simulation = make_simulation(backend, scene, solver);
  RunReport report = new_report(scene, settings, backend, solver);
  RunFolder folder = RunFolder::create(settings.folder, settings.force, folder_options(scene));
  folder.write_scene(write_scene(scene));
  folder.write_run_json(report.json("running"));
  folder.log(fmt::format("{} on {}, {} threads", scene.source, report.device, report.threads));
  folder.log(fmt::format("contact QPs on {} ({})", report.solver_backend, report.solver_device));
  for (const std::string& warning : settings.warnings) folder.log("warning: " + warning);
  RunEnd end = RunEnd::finished;
  try {
    end = drive(*simulation, scene, settings.progress, folder, report);
    report.peak_memory = simulation->peak_memory();
  } catch (const std::exception& error) {
    try {
      write_end(folder, report, "failed", error.what());
    } catch (const std::system_error&) {
      // The disk fails too; the first error, on its way to the user, says why.
    }
    throw;
  }
  write_end(folder, report, end == RunEnd::interrupted ? "interrupted" : "finished", "");
  if (settings.progress != ProgressStyle::silent) print_summary(report, end, folder);
  return end == RunEnd::interrupted ? ExitCode::interrupted : ExitCode::done;
}

}  // namespace eulersolid
