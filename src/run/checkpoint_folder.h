#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "io/scene/scene.h"
#include "src/run/checkpoint.h"

namespace eulersolid {

/// Writes the checkpoints of a run, DIR/checkpoints/step_000100.h5, and keeps the last two: should
/// the newest be damaged, there is another.
class CheckpointFolder {
 public:
  /// @param dir    the run folder
  /// @param every  wall time between two [s]; 0: none is ever due
  CheckpointFolder(const std::filesystem::path& dir, double every);

  bool are_wanted() const { return every_ > 0; }  ///< on the way, and after a failure
  bool due() const;
  void write(const Checkpoint& checkpoint);  ///< @throws std::system_error
  /// And removes all others, also those of later steps.
  void write_alone(const Checkpoint& checkpoint);

  /// The name under which that would be, from the run folder.
  static std::filesystem::path file_of(const Checkpoint& checkpoint);

 private:
  std::filesystem::path put(const Checkpoint& checkpoint);

  using Clock = std::chrono::steady_clock;
  std::filesystem::path dir_;
  double every_;
  Clock::time_point last_ = Clock::now();
};

/// Is there anything in a run folder that a run could go on from?
bool has_checkpoint(const std::filesystem::path& dir);

/// Did the run in the folder fail, was it killed, or the machine switched off: does run.json say
/// so, or that it is going on, or has it not come to that?
bool was_cut_off(const std::filesystem::path& dir);

/// Has a run that is to be resumed nothing to go on from, and nothing to lose, as it was cut off
/// before its first checkpoint or never began?
/// @throws InputError when another run is in the folder
bool begins_anew(const std::filesystem::path& dir);

/// The newest checkpoint of a run folder that is whole.
/// @param warnings  gets a line for each that is not
/// @throws InputError where there is none
Checkpoint newest_checkpoint(const std::filesystem::path& dir, std::vector<std::string>& warnings);

/// The scene without what may change when a run goes on: its duration, alarms and outputs, but for
/// those that number and date its frames.
std::string same_run_text(const Scene& scene);

/// @throws InputError where a checkpoint is of another scene, program or backend than the run that
/// is to go on from it
void require_same_run(const Checkpoint& checkpoint, const Checkpoint& run);

/// @throws InputError where no run of the scene, however long, has come to such times and counts
void require_possible(const Checkpoint& checkpoint, const Scene& scene);

/// @param end  of the run that is to go on [s]
/// @throws InputError where the run has come further: what is there would be cut off or left behind
void require_time_left(const Checkpoint& checkpoint, double end);

}  // namespace eulersolid
