#pragma once

#include <CLI/CLI.hpp>

#include "contact/solvers/coulomb/coulomb_solver.h"

namespace eulersolid {

/// `--tolerance` and `--max-seconds` of a command that solves problems of frictional contact.
inline void add_limit_options(CLI::App& command, CoulombLimits& limits) {
  command.add_option("--tolerance", limits.tolerance, "Largest error of Coulomb's law")
      ->type_name("E")
      ->check(CLI::Range(1e-15, 1.0))
      ->capture_default_str();
  command.add_option("--max-seconds", limits.max_seconds, "Of processor time, for each solve")
      ->type_name("S")
      ->check(CLI::Range(0.0, 1e9))
      ->capture_default_str();
}

}  // namespace eulersolid
