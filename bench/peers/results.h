#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/peers/solver.h"

namespace eulersolid {

/// One line of the table: a solver from one start, its answer judged beside the reference.
struct Row {
  std::string solver, settings, start, outcome;
  bool converged = false;
  int iterations = 0, runs = 0;
  double wall_seconds = 0, cpu_seconds = 0;  ///< medians over the runs
  double ratio = 0;      ///< processor seconds over those of SCHURPA from the warm start
  double residual = 0;   ///< KktResidual::value
  double deviation = 0;  ///< max |x - x_reference| / max |x_reference|
  int set_errors = 0;    ///< constraints whose activity differs from the reference's
};

/// What answers are compared with.
struct Reference {
  const QpData& qp;
  std::vector<double> x;
};

/// How often a solve is repeated: `most` times, but no more once `budget` seconds have gone.
struct Repeats {
  int most = 5;
  double budget = 10;  ///< [s]
};

/// Solve repeatedly and judge the last answer.
Row measure(Solver& solver, const Start& start, const Reference& reference, const Repeats& repeats);

std::string table(const std::vector<Row>& rows);  ///< in Markdown
nlohmann::json to_json(const std::vector<Row>& rows);

}  // namespace eulersolid
