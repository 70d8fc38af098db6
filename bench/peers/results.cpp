#include "bench/peers/results.h"

#include <fmt/format.h>

#include "bench/bench_numbers.h"
#include "bench/peers/starts.h"

namespace eulersolid {

namespace {

int set_errors(const QpData& qp, const std::vector<double>& x,
               const std::vector<double>& reference) {
  const std::vector<bool> a = active_set(qp, x), b = active_set(qp, reference);
  int errors = 0;
  for (std::size_t i = 0; i < a.size(); ++i) errors += a[i] != b[i];
  return errors;
}

}  // namespace

Row measure(Solver& solver, const Start& start, const Reference& reference,
            const Repeats& repeats) {
  std::vector<double> wall_seconds, cpu_seconds;
  Answer answer;
  double spent = 0;
  while (int(wall_seconds.size()) < repeats.most &&
         (wall_seconds.empty() || spent < repeats.budget)) {
    answer = solver.solve(start);
    wall_seconds.push_back(answer.wall_seconds), cpu_seconds.push_back(answer.cpu_seconds);
    spent += answer.wall_seconds;
  }
  Row row{solver.name(), solver.settings(), start.name, answer.outcome};
  row.converged = answer.converged;
  row.iterations = answer.iterations;
  row.runs = int(wall_seconds.size());
  row.wall_seconds = median(wall_seconds), row.cpu_seconds = median(cpu_seconds);
  row.residual = kkt_residual(reference.qp, answer.x).value;
  row.deviation = relative_difference(answer.x, reference.x);
  row.set_errors = set_errors(reference.qp, answer.x, reference.x);
  return row;
}

std::string table(const std::vector<Row>& rows) {
  std::string text =
      "| solver | start | processor seconds (runs) | over SCHURPA warm | iterations | KKT residual "
      "| deviation of x | set errors | outcome |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const Row& row : rows) {
    text += fmt::format(
        "| {}{}{} | {} | {:.4f} ({}) | {:.2f} | {} | {:.1e} | {:.1e} | {} | {}{} |\n", row.solver,
        row.settings.empty() ? "" : ", ", row.settings, row.start, row.cpu_seconds, row.runs,
        row.ratio, row.iterations, row.residual, row.deviation, row.set_errors,
        row.converged ? "" : "NOT CONVERGED: ", row.outcome);
  }
  return text;
}

nlohmann::json to_json(const std::vector<Row>& rows) {
  nlohmann::json list = nlohmann::json::array();
  for (const Row& row : rows) {
    list.push_back({{"solver", row.solver},
                    {"settings", row.settings},
                    {"start", row.start},
                    {"outcome", row.outcome},
                    {"converged", row.converged},
                    {"iterations", row.iterations},
                    {"runs", row.runs},
                    {"wall_seconds", row.wall_seconds},
                    {"cpu_seconds", row.cpu_seconds},
                    {"ratio_to_schurpa_warm", row.ratio},
                    {"kkt_residual", row.residual},
                    {"deviation", row.deviation},
                    {"set_errors", row.set_errors}});
  }
  return list;
}

}  // namespace eulersolid
