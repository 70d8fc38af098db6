#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "contact/solvers/coulomb/coulomb_solver.h"

namespace eulersolid {

/// Where Siconos is to be called: Python that has it, and the script that calls it
/// (bench/peers/siconos/).
struct SiconosPeer {
  std::string python;
  std::filesystem::path script;
};

/// @throws InputError where no Python has Siconos, or the script is not installed
SiconosPeer found_siconos();

/// What Siconos' solvers make of problems: `results` as `eulersolid solve --json` has them. Its own
/// tolerance is lowered until our error is what is asked for; times are those of the last call.
/// What takes four times the fastest of them is ended, as unsolved.
/// @throws InputError with its last line where it fails
nlohmann::json siconos_results(const SiconosPeer& siconos,
                               const std::vector<std::filesystem::path>& files,
                               const CoulombLimits& limits);

}  // namespace eulersolid
