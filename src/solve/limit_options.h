#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "contact/solvers/coulomb/coulomb_solver.h"

namespace eulersolid {

/// A number from least to most, which what is not a number is not.
inline CLI::Validator number_within(double least, double most) {
  return CLI::Validator(
      [least, most](const std::string& text) {
        double value = 0;
        const bool within =
            CLI::detail::lexical_cast(text, value) && value >= least && value <= most;
        return within ? std::string()
                      : fmt::format("is {}, but must be in {:g} ... {:g}", text, least, most);
      },
      fmt::format("in [{:g} - {:g}]", least, most));
}

/// `--tolerance` and `--max-seconds` of a command that solves problems of frictional contact.
inline void add_limit_options(CLI::App& command, CoulombLimits& limits) {
  command.add_option("--tolerance", limits.tolerance, "Largest error of Coulomb's law")
      ->type_name("E")
      ->check(number_within(1e-15, 1.0))
      ->capture_default_str();
  command.add_option("--max-seconds", limits.max_seconds, "Of processor time, for each solve")
      ->type_name("S")
      ->check(number_within(0, 1e9))
      ->capture_default_str();
}

}  // namespace eulersolid
