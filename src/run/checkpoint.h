#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/run/run_folder.h"
#include "src/run/run_report.h"
#include "src/simulation/simulation_state.h"

namespace eulersolid {

/// All that a run needs to go on: what its simulation carries, what its tables and totals came to,
/// and what it was a run of, so that it goes on with nothing else.
struct Checkpoint {
  std::string version;  ///< of the program
  std::string backend, solver_backend;
  std::string scene;   ///< as write_scene() has it
  std::string source;  ///< the path it was read from: frames name it
  SimulationState simulation;
  RunSums sums;
  FolderState folder;
};

/// Writes it under a temporary name, syncs it and renames it.
/// @throws std::system_error
void write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);

/// @throws InputError, with the path, for a file that is cut, damaged or of another layout
Checkpoint read_checkpoint(const std::filesystem::path& path);

}  // namespace eulersolid
