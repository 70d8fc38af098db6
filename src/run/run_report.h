#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "io/run/records.h"
#include "kernels/core/work_counts.h"
#include "src/run/quality.h"

namespace eulersolid {

/// What a run has come to so far. One that is resumed goes on from there.
struct RunSums {
  int frames = 0;             ///< written
  StepRecord steps;           ///< their totals, as step_fields forms them
  double largest_energy = 0;  ///< kinetic and elastic, of all bodies [J]
  int missing_outputs = 0;    ///< parts of frames that could not be made
  int refinements = 0;        ///< times that it went on with smaller cells
  int alarms = 0;             ///< bodies and quantities above the threshold of warnings now ...
  int earlier_alarms = 0;     ///< ... and where it went on with smaller cells, which count anew
  double cell_size = 0;       ///< of the last steps [m]
  double seconds = 0;         ///< of the runs that this one goes on with [s]
};

/// What run.json says: who ran what, where, when, how it ended, and totals.
struct RunReport {
  std::vector<std::string> command;
  std::string scene, backend, device;
  std::string solver_backend, solver_device;  ///< of the contact QPs
  std::string numerics;                       ///< changed_numerics()
  int threads = 1;
  std::chrono::system_clock::time_point start = std::chrono::system_clock::now();

  double end_time = 0;                   ///< that the run is to come to [s]
  std::optional<double> seconds_left{};  ///< of wall time, while it goes on

  RunSums sums;
  int resumed_from = 0;         ///< step; 0 where the run began at the start
  std::size_t peak_memory = 0;  ///< of the backend's arrays [bytes]
  WorkCounts work_before = work_counts();

  void add(const StepRecord& step);
  double seconds() const;  ///< that the run has taken, with those it goes on with [s]

  /// What the discretisation did to the energy, as parts of the greatest energy of the run.
  std::string energy_text() const;

  /// What a run that has not failed ends with, for people.
  /// @param exit_state  finished or interrupted
  std::string summary(const std::string& exit_state, const std::string& folder) const;
  /// The same for programs: a line of JSON.
  std::string end_line(const std::string& exit_state, const std::string& folder) const;

  /// What the steps were worth, and whether there is nothing to note of that.
  RunQuality quality() const {
    return {sums.steps, sums.alarms + sums.earlier_alarms, sums.missing_outputs,
            sums.largest_energy};
  }

  /// @param exit_state  running, finished, interrupted or failed
  /// @param message     of the error; empty without one
  std::string json(const std::string& exit_state, const std::string& message = "") const;
};

}  // namespace eulersolid
