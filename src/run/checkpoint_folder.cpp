#include "src/run/checkpoint_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

#include "io/constants.h"
#include "io/output_file.h"
#include "io/run/clear_folder.h"
#include "io/run/manifest.h"
#include "io/scene/write_scene.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

constexpr const char* folder_name = "checkpoints";
constexpr double time_slack = 1e-9;  // sums of steps end beside the frames that they lead to

fs::path folder_in(const fs::path& dir) { return dir / folder_name; }

/// Of step_000100.h5, or -1 for any other name.
int step_of(const std::string& name) {
  constexpr std::string_view start = "step_", end = ".h5";
  if (!name.starts_with(start) || !name.ends_with(end)) return -1;
  const std::string digits = name.substr(start.size(), name.size() - start.size() - end.size());
  const bool all_digits = std::all_of(digits.begin(), digits.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
  return !digits.empty() && digits.size() <= 9 && all_digits ? std::stoi(digits) : -1;
}
int step_of(const fs::path& path) { return step_of(path.filename().string()); }

/// What a run that was killed had not finished writing.
void remove_temporaries(const fs::path& folder) {
  std::vector<fs::path> left;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".tmp" && step_of(entry.path().stem().string()) >= 0)
      left.push_back(entry.path());
  for (const fs::path& path : left) fs::remove(path);
}

/// The newest first.
std::vector<fs::path> checkpoints_in(const fs::path& folder) {
  std::vector<fs::path> paths;
  if (!fs::is_directory(folder)) return paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (step_of(entry.path()) >= 0 && entry.is_regular_file()) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end(),
            [](const fs::path& a, const fs::path& b) { return step_of(a) > step_of(b); });
  return paths;
}

/// A line that says something, or nothing at the end.
std::string next_line(std::istringstream& lines) {
  std::string line;
  while (std::getline(lines, line) && line.empty()) {
  }
  return line;
}

/// The first lines in which two scenes differ, and of which table they are.
std::string first_difference(const std::string& was, const std::string& is) {
  std::istringstream old_lines(was), new_lines(is);
  std::string table, name;
  while (true) {
    const std::string old_line = next_line(old_lines), new_line = next_line(new_lines);
    const bool begins = old_line.starts_with('[');
    if (old_line.empty() && new_line.empty()) return "they differ in blank lines";
    if (old_line != new_line) {
      const auto text = [](const std::string& line) {
        return line.empty() ? "nothing" : '"' + line + '"';
      };
      const bool inside = !begins && !table.empty() && !old_line.empty();
      return fmt::format("it was {}{}, it is {}", text(old_line),
                         inside ? " of " + table + name : "", text(new_line));
    }
    if (begins) table = old_line, name.clear();
    if (table.starts_with("[[") && old_line.starts_with("name = ")) name = ", " + old_line;
  }
}

/// Of files whose contents are known by their checksums.
void forget_paths(ShapeSpec& shape) {
  shape.values.erase("file");
  for (ShapePart& part : shape.parts) forget_paths(part.shape);
}

void require_same(const std::string& was, const std::string& is, const char* what) {
  if (was != is)
    throw InputError(
        fmt::format("the run cannot be resumed: its {} was {}, this is {}", what, was, is));
}

}  // namespace

CheckpointFolder::CheckpointFolder(const fs::path& dir, double every)
    : dir_(folder_in(dir)), every_(every) {}

bool CheckpointFolder::due() const {
  return are_wanted() && std::chrono::duration<double>(Clock::now() - last_).count() >= every_;
}

fs::path CheckpointFolder::put(const Checkpoint& checkpoint) {
  const fs::path path = dir_ / file_of(checkpoint).filename();
  make_own_folder(dir_);
  write_checkpoint(path, checkpoint);
  remove_temporaries(dir_);
  last_ = Clock::now();
  return path;
}

void CheckpointFolder::write(const Checkpoint& checkpoint) {
  constexpr std::size_t kept = 2;
  put(checkpoint);
  const std::vector<fs::path> all = checkpoints_in(dir_);
  for (std::size_t n = kept; n < all.size(); ++n) fs::remove(all[n]);
}

void CheckpointFolder::write_alone(const Checkpoint& checkpoint) {
  const fs::path own = put(checkpoint);
  for (const fs::path& path : checkpoints_in(dir_))
    if (path != own) fs::remove(path);
}

fs::path CheckpointFolder::file_of(const Checkpoint& checkpoint) {
  return fs::path(folder_name) / fmt::format("step_{:06}.h5", checkpoint.sums.steps.step);
}

bool has_checkpoint(const fs::path& dir) { return !checkpoints_in(folder_in(dir)).empty(); }

bool was_cut_off(const fs::path& dir) {
  std::ifstream file(dir / "run.json");
  if (!file) return Manifest::is_in(dir);
  const auto json = nlohmann::json::parse(file, nullptr, false);
  if (!json.is_object()) return false;
  const auto state = json.value("exit_state", nlohmann::json());
  return state == "running" || state == "failed";
}

bool begins_anew(const fs::path& dir) {
  std::error_code ignored;
  if (has_checkpoint(dir)) return false;
  if (!fs::exists(dir, ignored)) return true;
  if (fs::is_directory(dir, ignored) && holds_nothing(dir)) return true;
  const FolderLock not_in_use(dir);
  return was_cut_off(dir);
}

Checkpoint newest_checkpoint(const fs::path& dir, std::vector<std::string>& warnings) {
  const std::vector<fs::path> paths = checkpoints_in(folder_in(dir));
  if (paths.empty())
    throw InputError(folder_in(dir).string() +
                     " holds no checkpoint to resume from; run the scene anew, with --force if "
                     "the folder is to be replaced");
  for (std::size_t n = 0; n + 1 < paths.size(); ++n) {
    try {
      return read_checkpoint(paths[n]);
    } catch (const InputError& error) {
      warnings.push_back(error.what() + std::string("; an older one is taken"));
    }
  }
  return read_checkpoint(paths.back());
}

std::string same_run_text(const Scene& scene) {
  Scene same = scene;
  for (BodySpec& body : same.bodies) forget_paths(body.shape);
  for (ObstacleSpec& obstacle : same.obstacles) forget_paths(obstacle.shape);
  same.time.duration = 1;
  same.alarms = {};
  same.output = {};
  same.output.name = scene.output.name;
  same.output.fps = scene.output.fps, same.output.start_frame = scene.output.start_frame;
  return write_scene(same);
}

void require_same_run(const Checkpoint& checkpoint, const Checkpoint& run) {
  require_same(checkpoint.version, run.version, "version of eulersolid");
  require_same(checkpoint.backend, run.backend, "backend");
  require_same(checkpoint.solver_backend, run.solver_backend, "solver backend");
  if (checkpoint.scene != run.scene)
    throw InputError("the run cannot be resumed with another scene: " +
                     first_difference(checkpoint.scene, run.scene));
}

void require_possible(const Checkpoint& checkpoint, const Scene& scene) {
  const SimulationState& state = checkpoint.simulation;
  const auto refuse = [](const std::string& what) {
    throw InputError("the run cannot be resumed: " + what + "; the checkpoint is damaged");
  };
  const double max_seconds = max_frames / scene.output.fps;
  if (!(state.time >= 0 && state.time <= max_seconds))
    refuse(fmt::format("its time is {:.6g} s", state.time));
  if (state.steps < 0 || checkpoint.sums.steps.step != state.steps)
    refuse(
        fmt::format("it has {} steps, and tables of {}", state.steps, checkpoint.sums.steps.step));
  if (checkpoint.sums.frames < 0 || checkpoint.sums.frames > max_frames + 1)
    refuse(fmt::format("it has {} frames", checkpoint.sums.frames));
}

void require_time_left(const Checkpoint& checkpoint, double end) {
  const double time = checkpoint.simulation.time;
  if (time > end * (1 + time_slack))
    throw InputError(fmt::format(
        "the run cannot be resumed: it has come to {:.6g} s, and its last frame is to be at {:.6g} "
        "s; name a later end, or run the scene anew",
        time, end));
}

}  // namespace eulersolid
