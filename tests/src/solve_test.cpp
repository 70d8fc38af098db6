#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "contact/solvers/coulomb/rolling_friction.h"
#include "io/problems/fclib_joints.h"
#include "tests/contact/solvers/coulomb/local_problems.h"
#include "tests/src/program.h"

namespace eulersolid {
namespace {

namespace fs = std::filesystem;

class Solve : public Program {
 protected:
  const std::string problem_ = (folder_ / "points.hdf5").string();

  Solve() { write_fclib(problem_, {.global = two_points(10, {-1, 2, 0.5}, {-2, 0, 1}, 0.4)}); }
};

TEST_F(Solve, PrintsOneTableForAllSolversAndWritesItAsJson) {
  const std::string json = (folder_ / "table.json").string();
  const Outcome outcome = call(
      {"solve", problem_, "--solver", "automatic,pgs", "--tolerance", "1e-10", "--json", json});
  EXPECT_EQ(outcome.code, ExitCode::done) << outcome.err;
  EXPECT_EQ(lines(outcome.out), 3u) << outcome.out;
  const nlohmann::json table = nlohmann::json::parse(content(json));
  EXPECT_EQ(table.at("tolerance"), 1e-10);
  ASSERT_EQ(table.at("results").size(), 2u);
  for (const nlohmann::json& row : table.at("results")) {
    EXPECT_EQ(row.at("converged"), true);
    EXPECT_LE(row.at("error"), 1e-10);
    EXPECT_EQ(row.at("contacts"), 2);
  }
  EXPECT_EQ(table.at("results")[1].at("solver"), "pgs");
}

TEST_F(Solve, TakesTheAutomaticSolverAndWholeFolders) {
  write_fclib(folder_ / "more.h5", {.local = point_on_plane(1, {-1, 0, 0}, 0.3)});
  const Outcome outcome = call({"solve", folder_.string()});
  EXPECT_EQ(outcome.code, ExitCode::done) << outcome.err;
  EXPECT_EQ(lines(outcome.out), 3u);
  EXPECT_NE(outcome.out.find("automatic"), std::string::npos);
}

TEST_F(Solve, ExitsWithThreeWhereASolverDoesNotConverge) {
  const Outcome outcome = call({"solve", problem_, "--max-seconds", "0", "--tolerance", "1e-15"});
  EXPECT_EQ(outcome.code, ExitCode::failed);
  EXPECT_NE(outcome.err.find("1 of 1 solves did not converge to 1e-15"), std::string::npos);
  EXPECT_NE(outcome.out.find("out of time"), std::string::npos) << outcome.out;
}

/// The same problem in files of Matrix Market, in both forms: the same impulses as from FCLIB's.
TEST_F(Solve, TakesFilesOfMatrixMarket) {
  const auto write = [&](const std::string& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << "%%MatrixMarket matrix " << text;
  };
  write("local/W.mtx", "coordinate real symmetric\n3 3 4\n1 1 2\n2 2 1\n3 3 1\n2 1 0.5\n");
  write("local/q.mtx", "array real general\n3 1\n-1\n2\n0\n");
  write("local/mu.mtx", "array real general\n1 1\n0.5\n");
  write("global/M.mtx", "coordinate real general\n3 3 3\n1 1 2\n2 2 2\n3 3 2\n");
  write("global/H.mtx", "coordinate real general\n3 3 3\n1 1 1\n2 2 1\n3 3 1\n");
  write("global/f.mtx", "array real general\n3 1\n-2\n2\n0\n");
  write("global/w.mtx", "array real general\n3 1\n0\n0\n0\n");
  write("global/mu.mtx", "array real general\n1 1\n0.5\n");
  const std::string out = (folder_ / "out").string();
  const Outcome outcome =
      call({"solve", (folder_ / "local").string(), (folder_ / "global").string(), "--tolerance",
            "1e-10", "--write", out});
  EXPECT_EQ(outcome.code, ExitCode::done) << outcome.err;
  const Vec3 r = read_fclib(folder_ / "out/global.hdf5").solution->r[0];
  EXPECT_NEAR(norm(r - Vec3{2, -1, 0}), 0, 1e-8);  // u_N = 0, and it slides on
  EXPECT_TRUE(read_fclib(folder_ / "out/local.hdf5").local);
  write("global/mu.mtx", "array real general\n2 1\n0.5\n0.5\n");
  EXPECT_NE(
      call({"solve", (folder_ / "global").string()}).err.find("mu has 2 numbers, but must have 1"),
      std::string::npos);
  write("local/W.mtx", "coordinate real general\n3 3 2\n1 1 2\n1 1 2\n");
  EXPECT_NE(call({"solve", (folder_ / "local").string()}).err.find("an element is given twice"),
            std::string::npos);
}

/// Two points that are to have speeds of 0.25 m/s from each other along the first tangent: what is
/// written keeps to that, and to the balance of momentum with the multiplier.
TEST_F(Solve, KeepsEquationsOfAFile) {
  FclibProblem problem{.global = two_points(10, {-1, 2, 0.5}, {-2, 0, 1}, 0.4), .equations = 1};
  const GlobalForm without = *problem.global;
  FclibEquations equations;
  equations.G = sparse_matrix(6, 1, {{1, 0, 1}, {4, 0, -1}});
  equations.b = {0.25};
  add_equations(*problem.global, equations);
  write_fclib(problem_, problem);
  for (const std::string solver : {"automatic", "pgs", "admm", "proximal_newton", "apgd"}) {
    const std::string folder = (folder_ / solver).string();
    const Outcome outcome = call({"solve", problem_, "--solver", solver, "--tolerance", "1e-9",
                                  "--max-seconds", "5", "--write", folder});
    EXPECT_EQ(outcome.code, ExitCode::done) << outcome.out << outcome.err;
    FclibProblem solved = read_fclib(fs::directory_iterator(folder)->path());
    ASSERT_EQ(solved.equations, 1);
    const std::vector<double>& v = solved.solution->v;
    EXPECT_NEAR(v[1] - v[4] + 0.25, 0, 1e-7) << solver;
    const double l = solved.solution->r.back().x;
    const std::vector<double> r = flat(solved.solution->r);
    for (int i = 0; i < 6; ++i) {
      double sum = without.f[std::size_t(i)] + (i == 1 ? l : i == 4 ? -l : 0);
      for (int e = without.H.row_start[std::size_t(i)]; e < without.H.row_start[std::size_t(i) + 1];
           ++e)
        sum += without.H.value[std::size_t(e)] * r[std::size_t(without.H.column[std::size_t(e)])];
      EXPECT_NEAR(sum, (i < 3 ? 1 : 10) * v[std::size_t(i)], 1e-7) << solver << i;
    }
  }
}

/// The same problem again, with the contacts the other way round: nothing is left to do.
TEST_F(Solve, StartsAStepOfASequenceFromTheOneBefore) {
  GlobalForm next = two_points(10, {-1, 2, 0.5}, {-2, 0, 1}, 0.4);
  for (int& column : next.H.column) column = (column + 3) % 6;
  std::vector<MatrixEntry> H;
  for (int i = 0; i < 6; ++i)
    for (int e = next.H.row_start[std::size_t(i)]; e < next.H.row_start[std::size_t(i) + 1]; ++e)
      H.push_back({i, next.H.column[std::size_t(e)], next.H.value[std::size_t(e)]});
  next.H = sparse_matrix(6, 6, H);
  const std::string second = (folder_ / "second.hdf5").string(),
                    json = (folder_ / "t.json").string();
  write_fclib(second, {.global = next});
  ASSERT_EQ(call({"solve", problem_, second, "--solver", "pgs", "--sequence", "--json", json}).code,
            ExitCode::done);
  const nlohmann::json rows = nlohmann::json::parse(content(json)).at("results");
  EXPECT_GT(rows[0].at("iterations"), 0);
  EXPECT_EQ(rows[1].at("iterations"), 0);
  EXPECT_EQ(rows[1].at("converged"), true);
}

TEST_F(Solve, TellsWhatIsNoProblemAndSolvesTheOthers) {
  const std::string cut = (folder_ / "cut.hdf5").string();
  fs::copy(problem_, cut);
  fs::resize_file(cut, fs::file_size(cut) / 2);
  const Outcome outcome = call({"solve", cut, problem_});
  EXPECT_EQ(outcome.code, ExitCode::bad_input);
  EXPECT_EQ(lines(outcome.err), 1u) << outcome.err;
  EXPECT_NE(outcome.err.find("cut.hdf5: it is cut or damaged"), std::string::npos);
  EXPECT_EQ(lines(outcome.out), 2u);
  EXPECT_EQ(call({"solve", (folder_ / "none.hdf5").string()}).code, ExitCode::bad_input);
  EXPECT_EQ(call({"solve", problem_, "--solver", "pgz"}).code, ExitCode::bad_input);
}

TEST_F(Solve, SaysWhatRunsOnTheGpu) {
  const std::string json = (folder_ / "table.json").string();
  const std::vector<std::string> apgd{"solve",  problem_, "--solver", "apgd",
                                      "--json", json,     "--backend"};
  const auto on = [&](const char* backend) {
    std::vector<std::string> words = apgd;
    words.emplace_back(backend);
    return call(words);
  };
  EXPECT_EQ(on("cpu").code, ExitCode::done);
  EXPECT_EQ(nlohmann::json::parse(content(json)).at("backend"), "cpu");
  const Outcome device = on("gpu");
  if (std::string why; gpu_available(&why)) {
    EXPECT_EQ(device.code, ExitCode::done) << device.err;
    EXPECT_EQ(nlohmann::json::parse(content(json)).at("backend"), "gpu");
  } else {
    EXPECT_EQ(device.code, ExitCode::machine);
    EXPECT_EQ(device.err, "error: " + why + "; or pass --backend cpu\n");
  }
  const Outcome host = call({"solve", problem_, "--solver", "apgd,pgs", "--backend", "gpu"});
  EXPECT_EQ(host.code, ExitCode::bad_input);
  EXPECT_EQ(lines(host.err), 1u) << host.err;
  EXPECT_NE(host.err.find("the solver pgs runs on the CPU only; on the GPU there are "
                          "pgs_coloured, p_spg_fb, apgd, apgd_relaxed"),
            std::string::npos)
      << host.err;
}

TEST_F(Solve, RefusesNumbersThatOverflow) {
  GlobalForm light = two_points(10, {-1, 2, 0.5}, {-2, 0, 1}, 0.4);
  for (double& mass : light.M.value) mass = 1e-300;
  write_fclib(problem_, {.global = light});
  const Outcome outcome = call({"solve", problem_});
  EXPECT_EQ(outcome.code, ExitCode::bad_input);
  EXPECT_NE(outcome.err.find("points.hdf5: the numbers of W = H^T M^-1 H and q overflow"),
            std::string::npos)
      << outcome.err;
}

TEST_F(Solve, SaysThatAMatrixIsNotSymmetric) {
  FrictionProblem problem = point_on_plane(1, {-1, 0.1, 0}, 0.3);
  problem.W.value[0][0].y = 1e-3;
  write_fclib(problem_, {.local = problem});
  const Outcome outcome = call({"solve", problem_});
  EXPECT_EQ(outcome.code, ExitCode::done);
  EXPECT_NE(outcome.err.find("W is not symmetric (by 1.0e-03"), std::string::npos) << outcome.err;
}

/// The problem comes back as it was, with impulses that solve it and velocities that follow.
TEST_F(Solve, WritesSolutions) {
  const fs::path found = folder_ / "found";
  ASSERT_EQ(call({"solve", problem_, "--solver", "pgs,admm", "--tolerance", "1e-12", "--write",
                  found.string()})
                .code,
            ExitCode::done);
  for (const char* name : {"points-pgs.hdf5", "points-admm.hdf5"}) {
    const FclibProblem solved = read_fclib(found / name);
    ASSERT_TRUE(solved.solution && solved.global);
    // Both points come to rest against what is below them: u_N = 0, and what slides has u_T.
    for (const Vec3& u : solved.solution->u) EXPECT_NEAR(u.x, 0, 1e-11);
    ASSERT_EQ(solved.solution->v.size(), 6u);
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(solved.solution->v[std::size_t(k)], solved.solution->u[0][k], 1e-11);
  }
  const Outcome again =
      call({"solve", problem_, "--solver", "pgs,admm", "--write", found.string()});
  EXPECT_EQ(again.code, ExitCode::bad_input);
  EXPECT_EQ(lines(again.err), 1u) << again.err;
  EXPECT_NE(again.err.find("points-pgs.hdf5: there is such a file already"), std::string::npos);
}

/// What does not take it says so; what does leaves moments behind the impulses.
TEST_F(Solve, TakesRollingFriction) {
  FclibProblem rolls;
  rolls.local.emplace();
  std::vector<MatrixEntry> W;
  for (int k = 0; k < 5; ++k) W.push_back({k, k, k < 3 ? 1.0 : 100});
  set_rolling(*rolls.local, {sparse_matrix(5, 5, W), {}, {-1, 0.2, 0, 3, 0}, {0.5}, {0.01}});
  write_fclib(problem_, rolls);
  const fs::path found = folder_ / "found";
  const Outcome outcome = call({"solve", problem_, "--solver", "automatic,apgd", "--tolerance",
                                "1e-10", "--write", found.string()});
  EXPECT_EQ(outcome.code, ExitCode::failed);
  EXPECT_NE(outcome.out.find("it takes no rolling friction"), std::string::npos) << outcome.out;
  const FclibProblem solved = read_fclib(found / "points-automatic.hdf5");
  ASSERT_TRUE(solved.solution);
  const std::vector<double> r = in_fives(flat(solved.solution->r));
  const double expected[] = {1, -0.2, 0, -0.01, 0};  // it sticks, and turns on: 3 - 100 * 0.01
  for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(r[k], expected[k], 1e-9);
  EXPECT_NEAR(in_fives(flat(solved.solution->u))[3], 2, 1e-8);
}

TEST_F(Solve, SolvesAProblemWithoutContacts) {
  GlobalForm free = two_points(10, {-1, 2, 0.5}, {-2, 0, 1}, 0.4);
  free.H = sparse_matrix(6, 0, {}), free.w = {}, free.mu = {};
  write_fclib(problem_, {.global = free});
  const fs::path found = folder_ / "found";
  const Outcome outcome =
      call({"solve", problem_, "--solver", "automatic,apgd,schurpa_sp", "--write", found.string()});
  EXPECT_EQ(outcome.code, ExitCode::done) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_NE(outcome.out.find("there are no contacts"), std::string::npos) << outcome.out;
  const FclibProblem solved = read_fclib(found / "points-apgd.hdf5");
  ASSERT_TRUE(solved.solution);
  EXPECT_EQ(solved.solution->v, (std::vector<double>{-1, 2, 0.5, -2, 0, 1}));
}

}  // namespace
}  // namespace eulersolid
