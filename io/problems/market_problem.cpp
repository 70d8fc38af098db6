#include "io/problems/market_problem.h"

#include "io/problems/matrix_market.h"
#include "io/problems/problem_parts.h"

namespace eulersolid {

namespace {

namespace fs = std::filesystem;

class MarketFolder final : public ProblemParts {
 public:
  explicit MarketFolder(fs::path folder) : folder_(std::move(folder)) {}
  bool has(const std::string& name) const override {
    std::error_code ignored;
    return fs::exists(file_of(name), ignored);
  }
  SparseMatrix matrix(const std::string& name) const override { return read_matrix(file_of(name)); }
  std::vector<double> numbers(const std::string& name) const override {
    return read_vector(file_of(name));
  }
  std::string where() const override { return folder_.string(); }

 private:
  fs::path file_of(const std::string& name) const { return folder_ / (name + ".mtx"); }
  fs::path folder_;
};

}  // namespace

bool is_market_problem(const fs::path& folder) {
  const MarketFolder parts(folder);
  return parts.has("W") || parts.has("M");
}

FclibProblem read_market_problem(const fs::path& folder) {
  FclibProblem problem = problem_of(MarketFolder(folder));
  problem.title = folder.filename().string();
  return problem;
}

}  // namespace eulersolid
