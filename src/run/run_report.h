#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "io/run/records.h"

namespace eulersolid {

/// What run.json says: who ran what, where, when, how it ended, and totals.
struct RunReport {
  std::vector<std::string> command;
  std::string scene, backend, device;
  std::string solver_backend, solver_device;  ///< of the contact QPs
  int threads = 1;
  std::chrono::system_clock::time_point start = std::chrono::system_clock::now();

  int frames = 0;               ///< written
  StepRecord totals;            ///< of the steps, as step_fields forms them
  double largest_energy = 0;    ///< kinetic and elastic, of all bodies [J]
  std::size_t peak_memory = 0;  ///< of the backend's arrays [bytes]

  void add(const StepRecord& step);
  double seconds() const;  ///< since the start [s]

  /// What the discretisation did to the energy, as parts of the greatest energy of the run.
  std::string energy_text() const;

  /// @param exit_state  running, finished, interrupted or failed
  /// @param message     of the error; empty without one
  std::string json(const std::string& exit_state, const std::string& message = "") const;
};

}  // namespace eulersolid
