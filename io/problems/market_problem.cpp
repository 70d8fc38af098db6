#include "io/problems/market_problem.h"

#include <fmt/format.h>

#include "io/problems/matrix_market.h"
#include "io/problems/problem_faults.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

namespace fs = std::filesystem;

std::vector<Vec3> vectors_of(const fs::path& file) {
  const std::vector<double> values = read_vector(file);
  if (values.size() % 3 != 0)
    throw InputError(fmt::format("{}: has {} numbers, but each contact has three", file.string(),
                                 values.size()));
  return by_contact(values);
}

void require(const fs::path& folder, const std::string& fault) {
  if (!fault.empty()) throw InputError(folder.string() + ": " + fault);
}

}  // namespace

bool is_market_problem(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "W.mtx", ignored) || fs::exists(folder / "M.mtx", ignored);
}

FclibProblem read_market_problem(const fs::path& folder) {
  FclibProblem problem;
  problem.title = folder.filename().string();
  const std::vector<double> mu = read_vector(folder / "mu.mtx");
  if (fs::exists(folder / "W.mtx")) {
    const SparseMatrix W = read_matrix(folder / "W.mtx");
    if (W.rows != W.columns || W.rows % 3 != 0)
      throw InputError(
          fmt::format("{}: W is {} x {}, but must be square, with three rows for each contact",
                      folder.string(), W.rows, W.columns));
    problem.local = {block_matrix(W), vectors_of(folder / "q.mtx"), mu};
    require(folder, fault_of(*problem.local));
    return problem;
  }
  GlobalProblem& global = problem.global.emplace();
  global.M = read_matrix(folder / "M.mtx"), global.H = read_matrix(folder / "H.mtx");
  global.f = read_vector(folder / "f.mtx"), global.w = vectors_of(folder / "w.mtx");
  global.mu = mu;
  require(folder, fault_of(global));
  return problem;
}

}  // namespace eulersolid
