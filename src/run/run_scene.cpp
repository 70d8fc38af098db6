#include "src/run/run_scene.h"

#include <fmt/format.h>

#include <cmath>
#include <deque>
#include <exception>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>

#include "io/printable.h"
#include "io/run/body_list.h"
#include "io/run/folder_options.h"
#include "io/run/run_folder.h"
#include "io/scene/write_scene.h"
#include "io/surface/closing.h"
#include "io/surface/overlap.h"
#include "kernels/choice/backend_choice.h"
#include "kernels/core/clock.h"
#include "kernels/core/error.h"
#include "kernels/core/threads.h"
#include "src/run/alarms.h"
#include "src/run/checkpoint_folder.h"
#include "src/run/interrupt.h"
#include "src/run/run_loop.h"
#include "src/run/run_report.h"
#include "src/run/scene_cost.h"
#include "src/run/terminal.h"
#include "src/simulation/simulation.h"

namespace eulersolid {

namespace {

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
  report.numerics = changed_numerics(scene);
  report.end_time = frame_time(scene, last_frame(scene));
  report.sums.cell_size = scene.grid.cell_size;
  return report;
}

/// What writing a frame takes, and finds.
struct WrittenFrame {
  double seconds = 0;
  double h = 0;  ///< cell size [m]
  Overlap overlap = {};
};

/// Writes what a frame shows.
class FrameWriter {
 public:
  FrameWriter(Simulation& simulation, const Scene& scene, RunFolder& folder, RunReport& report)
      : simulation_(simulation), passing_(scene), folder_(folder), report_(report) {}

  /// @param with_overlap  asks how deep solids are in each other, which takes time
  WrittenFrame write(int frame, bool with_overlap) {
    const Clock::time_point start = Clock::now();
    const FrameStamp stamp{frame, simulation_.time()};
    FrameMaps maps = simulation_.sample(frame);
    WrittenFrame written{.h = maps.h};
    if (with_overlap)
      written.overlap = deepest_overlap(
          maps, [this](const auto& a, const auto& b) { return !passing_.contains(a, b); });
    folder_.write_frame(std::move(maps));
    folder_.add_bodies(stamp, simulation_.bodies());
    folder_.add_contacts(stamp, simulation_.contacts());
    folder_.add_regions(stamp, simulation_.regions());
    folder_.add_joints(stamp, simulation_.joints());
    ++report_.sums.frames;
    written.seconds = seconds_since(start);
    return written;
  }

 private:
  Simulation& simulation_;
  PassingPairs passing_;
  RunFolder& folder_;
  RunReport& report_;
};

/// Where a body that an error names closes on itself: two cells are as far as the nodes of a map
/// reach.
std::string closing_text(const SimulationError& error, FrameMaps maps) {
  const std::string_view what = error.what();
  std::erase_if(maps.bodies,
                [&](const BodyMap& body) { return what.find('"' + body.name + '"') == what.npos; });
  const std::optional<Closing> closing = narrowest_closing(maps, 2 * maps.h);
  if (!closing) return "";
  const double cells = closing->gap / maps.h;
  const std::string apart = cells > -0.25
                                ? fmt::format("are {:.2g} cells apart", std::fmax(0, cells))
                                : "have passed each other";
  return fmt::format(
      "; \"{}\" closes on itself near {}, {} at rest: its sides {}, which these cells do not "
      "resolve and "
      "no contact prevents; smaller cells, a wider gap or a stiffer material help",
      closing->body, place_text(closing->at), place_text(closing->rest), apart);
}

/// What a checkpoint says of the run that it belongs to, and of a run that is to go on from one.
Checkpoint identity(const Scene& scene, const RunReport& report) {
  Checkpoint run;
  run.version = ES_VERSION;
  run.backend = report.backend, run.solver_backend = report.solver_backend;
  run.scene = same_run_text(scene);
  run.source = report.scene;
  return run;
}

/// run.json while the run goes on, with room for what is said at the end: a full disk has none for
/// more.
std::string running_report(const RunReport& report) {
  constexpr std::size_t room = 4096;
  return report.json("running") + std::string(room, ' ') + "\n";
}

/// Drives a simulation to its end, and writes what it comes to.
class Run {
 public:
  Run(Simulation& simulation, const Scene& scene, const RunSettings& settings, RunFolder& folder,
      RunReport& report, const InterruptGuard& interrupt)
      : simulation_(simulation),
        scene_(scene),
        interrupt_(interrupt),
        folder_(folder),
        report_(report),
        frames_(simulation, scene, folder, report),
        pace_(report.sums.steps.step, simulation.time(), frame_time(scene, last_frame(scene))),
        progress_(settings.progress, pace_, frame_at(scene, simulation.time())),
        alarms_(alarms_of(scene)),
        checkpoints_(settings.folder, settings.checkpoint_every),
        checkpoint_(identity(scene, report)),
        dump_every_(settings.dump_every),
        may_refine_(settings.may_refine > 0),
        watch_(settings.watch) {
    note_good_step();
    if (settings.checkpoint_every > 0) checkpoint_.simulation = simulation.state();
    remember_frame();
  }

  /// The folder is no longer that of a run on larger cells.
  void begin_on_these_cells() {
    checkpoint_.simulation = simulation_.state();
    write_alone(checkpoint_);
  }

  RunEnd drive() {
    RunEvents events;
    events.noted_sub_steps = report_.sums.steps.sub_step > 0;
    events.note = [&](const std::string& text) { folder_.log(text); };
    events.start = [&](int frame) { start(frame); };
    events.step = [&](const StepRecord& step, std::optional<int> frame) { note(step, frame); };
    events.interrupted = [this] { return told_to_stop_ || interrupt_.asked_to_stop(); };
    choose_problems();
    try {
      const RunEnd end = run_frames(simulation_, scene_, events);
      if (report_.sums.steps.step > 0) write_checkpoint();
      warn(alarms_.warnings(report_.sums.steps, simulation_.bodies()));
      folder_.wait();  // a failure of the last frame is the run's
      folder_.write_archives(), note_missing();
      return end;
    } catch (const SimulationError& error) {
      std::string message = error.what() + explanation(error);
      if (may_refine_ && go_back()) throw CellsTooLarge(message);
      if (checkpoints_.are_wanted()) keep_last_good_step(events.interrupted);
      folder_.write_archives(), note_missing();
      throw SimulationError(message);
    }
  }

 private:
  void start(int frame) {
    // Before there is a step: how solids are placed the scene has been asked already.
    report_.sums.steps.seconds_output += frames_.write(frame, false).seconds;
    progress_.frame(frame, {});
  }
  void note(StepRecord step, std::optional<int> frame) {
    WrittenFrame written;
    if (frame) {
      written = frames_.write(*frame, alarms_.watches_overlap());
      step.seconds_output = written.seconds;
    }
    step.overlap_spike = !scene_.contact.allow_overlap && is_overlap_spike(step);
    folder_.add_step(step);
    const std::vector<BodyRecord> bodies = simulation_.bodies();
    const std::vector<std::string> first = first_lapses(step, bodies, report_.sums.steps);
    report_.add(step);
    warn(simulation_.warnings());
    warn(first);
    report_.sums.alarms = alarms_.check(step, bodies);
    if (frame) alarms_.check_frame(step, *frame, written.overlap, written.h);
    if (const auto problem = simulation_.contact_problem())
      folder_.write_problem(step.step, *problem);
    choose_problems();
    note_missing();
    note_good_step();
    if (frame) remember_frame();
    if (checkpoints_.due()) write_checkpoint();
    if (frame) progress_.frame(*frame, step);
    progress_.step(step);
    tell_progress();
    if (watch_ && !watch_(step, frame)) told_to_stop_ = true;
  }
  /// Lets run.json say how far the run is.
  void tell_progress() {
    report_.seconds_left = pace_.seconds_left(report_.sums.steps.time);
    if (seconds_since(told_) < report_interval) return;
    told_ = Clock::now();
    folder_.write_run_json(running_report(report_));
  }
  /// Is the problem of the next step to be written?
  void choose_problems() {
    const int next = report_.sums.steps.step + 1;
    simulation_.keep_contact_problems(dump_every_ > 0 && next % dump_every_ == 0);
  }
  void warn(const std::vector<std::string>& warnings) {
    for (const std::string& warning : warnings) folder_.log("warning: " + warning);
    print_warnings(warnings);
  }
  /// What else there is to know of an end between two steps: the material, and gaps that the cells
  /// do not resolve.
  std::string explanation(const SimulationError& error) {
    try {
      if (simulation_.state().steps != report_.sums.steps.step) return "";
      FrameMaps maps = simulation_.sample(0);
      const std::string material = material_text(error, maps);
      return material + closing_text(error, std::move(maps));
    } catch (const std::exception&) {
      return "";  // the end itself is worth more
    }
  }
  /// Counts what could not be made of frames, and warns of the first.
  void note_missing() {
    for (const std::string& part : folder_.take_missing())
      if (report_.sums.missing_outputs++ == 0)
        print_warnings(
            {part + "; that stops no run (missing_outputs in run.json counts all there are)"});
  }
  void note_good_step() {
    checkpoint_.folder = folder_.state();
    checkpoint_.sums = report_.sums;
  }
  void write_alone(const Checkpoint& checkpoint) {
    folder_.list(CheckpointFolder::file_of(checkpoint));
    checkpoints_.write_alone(checkpoint);
  }
  /// What ends a run begins before: where it would go on with smaller cells it goes back to the
  /// frame before the last one.
  void remember_frame() {
    if (!may_refine_) return;
    frames_before_.push_back(checkpoint_);
    frames_before_.back().simulation = simulation_.state();
    frames_before_.back().sums.seconds = report_.seconds();
    if (frames_before_.size() > 2) frames_before_.pop_front();
  }
  /// To that frame, in the folder. Where that fails it is not what the run failed by.
  bool go_back() {
    try {
      write_alone(frames_before_.front());
      return true;
    } catch (const std::exception& error) {
      print_warnings(
          {"no checkpoint to go on from with smaller cells: " + std::string(error.what())});
      return false;
    }
  }
  /// Of the last good step, where the simulation is.
  void write_checkpoint() {
    folder_.sync();
    note_missing();
    checkpoint_.sums.missing_outputs = report_.sums.missing_outputs;
    checkpoint_.simulation = simulation_.state();
    checkpoint_.sums.seconds = report_.seconds();
    folder_.list(CheckpointFolder::file_of(checkpoint_));
    checkpoints_.write(checkpoint_);
  }
  /// After a step that failed half-way, or that an alarm ended. It is not known before which step
  /// this happens, and to keep each would cost memory and time in all runs: the way from the last
  /// checkpoint is gone once more. What goes wrong with that leaves that checkpoint, and is not
  /// what the run failed by.
  void keep_last_good_step(const std::function<bool()>& interrupted) {
    const int step = checkpoint_.sums.steps.step;
    if (step == checkpoint_.simulation.steps) return;
    try {
      folder_.log(fmt::format("step {} failed: going from step {} to {} again, for a checkpoint",
                              step + 1, checkpoint_.simulation.steps, step));
      if (return_to_step(simulation_, scene_, checkpoint_.simulation, step, interrupted))
        write_checkpoint();
    } catch (const std::exception& error) {
      print_warnings({"no checkpoint of the last good step: " + std::string(error.what())});
    }
  }

  Simulation& simulation_;
  const Scene& scene_;
  const InterruptGuard& interrupt_;
  RunFolder& folder_;
  RunReport& report_;
  FrameWriter frames_;
  RunPace pace_;
  RunProgress progress_;
  Clock::time_point told_ = Clock::now();
  Alarms alarms_;
  CheckpointFolder checkpoints_;
  Checkpoint checkpoint_;
  int dump_every_;
  bool may_refine_;
  std::function<bool(const StepRecord&, std::optional<int>)> watch_;
  bool told_to_stop_ = false;             ///< by it
  std::deque<Checkpoint> frames_before_;  ///< the last two
};

/// A message that run.json has room for, however much of the scene it quotes.
std::string short_message(const std::exception& error) { return printable(error.what(), 1000); }

void log_end(RunFolder& folder, const RunReport& report, const std::string& end) {
  if (const int fallbacks = report.sums.steps.contact.solver.all_qps.fallbacks)
    folder.log(fmt::format(
        "the interior point method found the working sets of {} QPs, whose active sets cycled: "
        "that costs time, not accuracy",
        fallbacks));
  folder.log(report.energy_text());
  folder.log(report.quality().text());
  folder.log(end);
}

/// Tells how a run failed, as far as the disk allows: the first error, on its way to the user, says
/// why that may not be far.
void write_failure(RunFolder& folder, const RunReport& report, const std::string& message) {
  const std::function<void()> parts[] = {
      [&] { log_end(folder, report, "failed: " + message); }, [&] { folder.close(); },
      [&] { folder.write_run_json(report.json("failed", message)); }};
  for (const std::function<void()>& part : parts) {
    try {
      part();
    } catch (const std::exception&) {
    }
  }
}

const char* state_name(RunEnd end) {
  return end == RunEnd::interrupted ? "interrupted" : "finished";
}

void tell_end(const RunReport& report, RunEnd end, ProgressStyle style, const RunFolder& folder) {
  if (style == ProgressStyle::silent) return;
  const std::string state = state_name(end), dir = folder.dir().string();
  tell(stdout,
       style == ProgressStyle::json ? report.end_line(state, dir) : report.summary(state, dir));
}

/// The folder of a new run, or that of the one that is resumed, whose simulation and sums are then
/// those of its newest checkpoint.
RunFolder open_folder(const Scene& scene, const RunSettings& settings, Simulation& simulation,
                      RunReport& report) {
  const RunFolderOptions options = folder_options(scene);
  if (!settings.resume) return RunFolder::create(settings.folder, settings.force, options);
  std::vector<std::string> damaged;
  Checkpoint checkpoint = newest_checkpoint(settings.folder, damaged);
  require_same_run(checkpoint, identity(settings.coarser.value_or(scene), report));
  require_possible(checkpoint, scene);
  require_time_left(checkpoint, frame_time(scene, last_frame(scene)));
  if (settings.coarser)  // or refuse before a file is changed
    simulation.continue_from(checkpoint.simulation, *settings.coarser);
  else
    simulation.set_state(checkpoint.simulation);
  report.scene = checkpoint.source;
  const double time = simulation.time();
  RunFolder folder = RunFolder::resume(settings.folder, options, checkpoint.folder, time, damaged);
  report.sums = checkpoint.sums, report.resumed_from = checkpoint.sums.steps.step;
  if (settings.coarser) {
    report.sums.earlier_alarms += report.sums.alarms;
    report.sums.refinements += 1, report.sums.cell_size = scene.grid.cell_size;
    folder.log(fmt::format("bodies are sampled from cells of {:.4g} m onto cells of {:.4g} m",
                           settings.coarser->grid.cell_size, scene.grid.cell_size));
  }
  folder.log(fmt::format("resumed after step {} ({:.6g} s)", report.resumed_from, time));
  for (const std::string& warning : damaged) folder.log("warning: " + warning);
  print_warnings(damaged);
  return folder;
}

}  // namespace

ExitCode run_scene(const Scene& scene, const RunSettings& settings) {
  const Backend backend = choose_backend(settings.backend);
  const Backend solver = choose_solver_backend(settings.solver_backend, backend);
  if (backend == Backend::cpu && !settings.force_memory) require_memory(scene);
  start_threads();
  const std::unique_ptr<Simulation> simulation = make_simulation(backend, scene, solver);
  if (!settings.resume) first_step(*simulation, scene);  // or refuse before a folder is made
  RunReport report = new_report(scene, settings, backend, solver);
  print_warnings(settings.warnings);
  const InterruptGuard interrupt;  // before there are files that it could leave unfinished
  RunFolder folder = open_folder(scene, settings, *simulation, report);
  RunEnd end = RunEnd::finished;
  try {
    folder.write_run_json(running_report(report));  // before tables take room on the disk
    Run run(*simulation, scene, settings, folder, report, interrupt);
    if (settings.coarser) run.begin_on_these_cells();
    folder.write_scene(write_scene(scene));
    folder.write_bodies(bodies_json(scene));
    folder.log(fmt::format("{} on {}, {} thread{}", scene.source, report.device, report.threads,
                           report.threads == 1 ? "" : "s"));
    folder.log(fmt::format("contact QPs on {} ({})", report.solver_backend, report.solver_device));
    if (!report.numerics.empty()) folder.log("numerics: " + report.numerics);
    for (const std::string& warning : settings.warnings) folder.log("warning: " + warning);
    end = run.drive();
    report.peak_memory = simulation->peak_memory();
    log_end(folder, report, state_name(end));
    folder.close();
    folder.write_run_json(report.json(state_name(end)));
  } catch (const DeviceError& error) {
    write_failure(folder, report, short_message(error));
    if (!has_checkpoint(folder.dir())) throw;
    throw DeviceError(error.what() + ("; --resume " + folder.dir().string() + " goes on"));
  } catch (const std::exception& error) {
    write_failure(folder, report, short_message(error));
    throw;
  }
  tell_end(report, end, settings.progress, folder);
  if (end == RunEnd::interrupted) return ExitCode::interrupted;
  if (settings.strict && !report.quality().is_flawless())
    throw SimulationError("the run is finished, but not flawless, as --strict wants it; " +
                          report.quality().text());
  return ExitCode::done;
}

}  // namespace eulersolid
