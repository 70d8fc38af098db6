#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/run/records.h"
#include "io/scene/scene.h"
#include "kernels/core/error.h"
#include "src/run/chosen_command.h"
#include "src/run/constants.h"
#include "src/run/progress.h"

namespace eulersolid {

struct RunSettings {
  std::vector<std::string> command;  ///< the command line, for run.json
  std::filesystem::path folder;
  bool force = false;
  bool force_memory = false;          ///< start also where the machine lacks the memory
  bool strict = false;                ///< fail where there is anything to note of the quality
  bool resume = false;                ///< go on with the run that is in the folder
  std::optional<Scene> coarser = {};  ///< the scene of that run, where its cells have another size
  int may_refine = 0;  ///< times that the run may be asked to go on with smaller cells, if it fails
  double checkpoint_every = default_checkpoint_seconds;  ///< wall time [s]; 0: at the end only
  int dump_every = 0;  ///< steps between two of which contact problems are written; 0: none are
  std::string backend = "auto", solver_backend = "auto";  ///< of the bodies, of the contact QPs
  ProgressStyle progress = ProgressStyle::frames;
  std::vector<std::string> warnings;  ///< about the scene, for run.log
  /// Told of each step, with the frame that it has reached, if any; false ends the run as an
  /// interrupt does. May be empty, and does not throw.
  std::function<bool(const StepRecord& step, std::optional<int> frame)> watch = {};
};

/// A run has failed, and its newest checkpoint is of a moment before, to go on from with smaller
/// cells.
struct CellsTooLarge : SimulationError {
  using SimulationError::SimulationError;
};

/// Simulate a scene into its run folder. Nothing is created before backend and bodies are there.
/// Whatever happens then, the files are left whole and run.json says how it ended. A checkpoint is
/// written now and then, and when the run ends, fails in a step or is interrupted; a run that is
/// resumed goes on from the newest with the same bits and leaves the files that it would have left
/// unbroken, but for what they say of the time that things took. One that is resumed on other cells
/// samples the bodies onto these first.
/// @throws InputError, SimulationError (also where the run is finished, but not as `strict` wants
/// it, and CellsTooLarge where it may refine), DeviceError, std::system_error
ExitCode run_scene(const Scene& scene, const RunSettings& settings);

}  // namespace eulersolid
