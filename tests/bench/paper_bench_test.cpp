#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bench/bench_program.h"
#include "bench/papers/conjugate_gradients.h"
#include "bench/papers/projected_jacobi.h"
#include "io/problems/fclib.h"
#include "tests/contact/solvers/coulomb/local_problems.h"
#include "tests/src/call_program.h"

/// The papers' experiments, at sizes that take no time.

namespace eulersolid {
namespace {

using nlohmann::json;

class PaperBench : public testing::Test {
 protected:
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("es_paper_" + std::to_string(getpid()));
  PaperBench() { std::filesystem::create_directory(folder_); }
  ~PaperBench() override { std::filesystem::remove_all(folder_); }

  json result(std::vector<std::string> words) {
    const std::string file = (folder_ / "r.json").string();
    words.insert(words.begin(), "eulersolid-bench");
    words.insert(words.end(), {"--json", file, "--backend", "cpu"});
    const Outcome outcome = call_program(words, run_bench);
    EXPECT_EQ(outcome.code, ExitCode::done) << outcome.err;
    return json::parse(std::ifstream(file));
  }
};

/// Errors fall with the iterations, and on joints conjugate gradients end in as many iterations as
/// there are rows.
TEST_F(PaperBench, Of000ShowsHowErrorsFall) {
  const json content = result({"paper-000", "--bodies", "8"});
  for (const char* part : {"B1", "B2", "B3", "B4"})
    for (const json& row : content.at(part))
      EXPECT_LE(row.at("after_1000").get<double>(), row.at("after_10").get<double>())
          << part << row.at("solver");
  EXPECT_EQ(content.at("B1")[0].at("solver"), "conjugate gradients");
  EXPECT_LE(content.at("B1")[0].at("after_50"), 1e-12);
  EXPECT_EQ(content.at("B1")[1].at("solver"), "MINRES");
  EXPECT_LE(content.at("B1")[1].at("after_50"), 1e-12);
  const json& errors = content.at("fig_1_errors");
  ASSERT_EQ(errors.size(), 300u);
  const json last = content.at("fig_1").back();
  EXPECT_EQ(last.at("spg_fb"), *std::min_element(errors.begin(), errors.end()));
  EXPECT_GT(last.at("rises"), 30);  // of 300: not monotone, as the figure shows
  EXPECT_LE(content.at("B2").back().at("after_50"), 1e-10);  // interior points
}

/// The abstract's claim: the best order converges in fewer than 20 sweeps, and orders differ.
TEST_F(PaperBench, Of001FindsTheBestOrders) {
  const json content = result({"paper-001"}), rows = content.at("rows");
  EXPECT_EQ(content.at("strategies").size(), 5u * 7u);
  EXPECT_EQ(rows[0].at("orders"), 720);
  EXPECT_EQ(rows[1].at("orders"), 362880);
  for (const json& row : rows) {
    EXPECT_LT(row.at("best"), 20);
    EXPECT_LE(row.at("best"), row.at("natural"));
    EXPECT_GE(row.at("worst").get<int>(), 2 * row.at("best").get<int>());
  }
}

/// Krylov's in as many steps as there are unknowns, from any start; fixed points in many.
TEST(PaperSolvers, EndAtTheSolutionOfJoints) {
  FrictionProblem problem;
  std::vector<BlockEntry> blocks;
  for (int c = 0; c < 4; ++c) {
    const double a = 1 + c;
    blocks.push_back({c, c, {{{a, 0.1, 0}, {0.1, 2 * a, 0.2}, {0, 0.2, 3}}}});
    if (c > 0)
      blocks.push_back({c, c - 1, 0.2 * identity3()}),
          blocks.push_back({c - 1, c, 0.2 * identity3()});
    problem.q.push_back({1.0 + c, -2, 0.5 * c});
    problem.mu.push_back(INFINITY);
  }
  problem.W = block_matrix(4, blocks);
  for (const CoulombSolver solve : {conjugate_gradients, minres}) {
    std::vector<Vec3> r(4, {0.3, 0.1, -1});
    const CoulombReport report = solve(problem, {.tolerance = 1e-13}, r);
    EXPECT_TRUE(report.converged) << report.error;
    EXPECT_LE(report.iterations, 13);  // unknowns, and one for rounding
  }
  std::vector<Vec3> r(4);
  EXPECT_TRUE(projected_jacobi(problem, {.tolerance = 1e-12, .max_iterations = 1000}, r).converged);
}

TEST_F(PaperBench, Of002TriesAllRulesOnProblemsFromFiles) {
  write_fclib(folder_ / "a.hdf5", {.global = two_points(3, {-1, 2, 0.5}, {-2, 0, 1}, 0.4)});
  const json content = result({"paper-002", folder_.string()}), rows = content.at("rows");
  ASSERT_EQ(rows.size(), 35u);
  ASSERT_EQ(content.at("own_stop").size(), 21u);
  for (const json& row : content.at("own_stop"))
    EXPECT_EQ(row.at("stopped"), row.at("update") == "fixed" ? row.at("stopped") : json(100))
        << row;
  for (const json& row : rows) {  // W = I up to a factor of order one: all rules have a rho
    EXPECT_EQ(row.at("without_rho"), 0);
    if (row.at("update") == "fixed" || row.at("update") == "plain, fixed")
      continue;  // some of its rules diverge
    EXPECT_EQ(row.at("solved"), 100) << row;
  }
}

TEST_F(PaperBench, Of003ComparesWarmStarts) {
  const json content = result({"paper-003", "--largest", "1", "--calls", "3"});
  EXPECT_FALSE(content.contains("table_1") && !content.at("table_1").empty());
  ASSERT_EQ(content.at("table_2").size(), 9u);
  for (const json& row : content.at("table_2")) {
    EXPECT_EQ(row.at("calls"), 3);
    EXPECT_EQ(row.at("unsolved"), 0);
    EXPECT_GT(row.at("iterations"), 0);
  }
}

}  // namespace
}  // namespace eulersolid
