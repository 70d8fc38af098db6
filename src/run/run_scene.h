#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/scene/scene.h"
#include "src/run/chosen_command.h"
#include "src/run/progress.h"

namespace eulersolid {

struct RunSettings {
  std::vector<std::string> command;  ///< the command line, for run.json
  std::filesystem::path folder;
  bool force = false;
  std::string backend = "auto", solver_backend = "auto";  ///< of the bodies, of the contact QPs
  ProgressStyle progress = ProgressStyle::frames;
  std::vector<std::string> warnings;  ///< about the scene, for run.log
};

/// Simulate a scene into its run folder. Nothing is created before backend and bodies are there.
/// Whatever happens then, the files are left whole and run.json says how it ended.
/// @throws InputError, SimulationError, DeviceError, std::system_error
ExitCode run_scene(const Scene& scene, const RunSettings& settings);

}  // namespace eulersolid
