#include "io/problems/fclib.h"

#include <gtest/gtest.h>
#include <hdf5.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>

#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/coulomb/rolling_friction.h"
#include "io/problems/fclib_joints.h"
#include "io/problems/problem_parts.h"
#include "kernels/core/error.h"
#include "tests/contact/solvers/coulomb/local_problems.h"

namespace eulersolid {
namespace {

namespace fs = std::filesystem;

const double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// A file that lives as long as the test.
class Fclib : public testing::Test {
 protected:
  const fs::path path_ = fs::temp_directory_path() / ("es_fclib_" + std::to_string(getpid()));

  ~Fclib() override { fs::remove(path_); }
  /// What is said of the file, without its name.
  std::string complaint() {
    try {
      read_fclib(path_);
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_TRUE(message.starts_with(path_.string() + ": ")) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos);
      return message.substr(path_.string().size() + 2);
    }
    return "nothing";
  }
  std::string complaint_of(const FrictionProblem& local) {
    write_fclib(path_, {.local = local});
    return complaint();
  }
  std::string complaint_of(const GlobalForm& global) {
    write_fclib(path_, {.global = global});
    return complaint();
  }
  /// Put whole numbers in the place of a data set of the file.
  void replace(const char* name, std::vector<int> values) {
    const hid_t file = H5Fopen(path_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    const hsize_t size = values.size();
    const hid_t space = H5Screate_simple(1, &size, nullptr);
    H5Ldelete(file, name, H5P_DEFAULT);
    const hid_t set =
        H5Dcreate2(file, name, H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    ASSERT_GE(H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
    H5Dclose(set), H5Sclose(space), H5Fclose(file);
  }
};

/// A global problem with G, and no b.
class WithoutB final : public ProblemParts {
 public:
  bool has(const std::string& name) const override {
    return name != "W" && name != "b" && name != "mu_rolling" && name != "mu_r";
  }
  SparseMatrix matrix(const std::string& name) const override {
    return name == "M" ? of_.M : name == "H" ? of_.H : sparse_matrix(6, 1, {{0, 0, 1}});
  }
  std::vector<double> numbers(const std::string& name) const override {
    if (name == "b") throw InputError("there is no b");
    return name == "f" ? of_.f : name == "mu" ? of_.mu : flat(of_.w);
  }
  std::string where() const override { return "here"; }

 private:
  GlobalForm of_ = two_points(3, {-1, 2, 0.5}, {-2, 0, 1}, 0.4);
};

TEST(ProblemParts, SayWhichOneIsMissing) { EXPECT_THROW(problem_of(WithoutB()), InputError); }

FrictionProblem small_local() {
  return local_problem({{0, 0, 2}, {1, 1, 3}, {2, 2, 4}, {0, 1, 0.5}, {1, 0, 0.25}}, {{-1, 2, 3}},
                       {0.3});
}

TEST_F(Fclib, ReadsWhatItWroteInEachStorage) {
  for (const FclibStorage storage :
       {FclibStorage::triplets, FclibStorage::compressed_columns, FclibStorage::compressed_rows}) {
    const GlobalForm global = two_points(3, {-1, 2, 0.5}, {-2, 0, 1}, 0.4);
    FclibState guess{{{1, 2, 3}, {4, 5, 6}}, {}, {}}, solution = guess;
    solution.u = {{7, 8, 9}, {1, 2, 3}};
    solution.v = {1, 2, 3, 4, 5, 6};
    write_fclib(path_,
                {.global = global,
                 .title = "two points",
                 .guesses = {guess, solution},
                 .solution = solution},
                storage);
    const FclibProblem read = read_fclib(path_);
    ASSERT_TRUE(read.global && !read.local);
    EXPECT_EQ(read.title, "two points");
    for (const auto& [a, b] :
         {std::pair(&read.global->M, &global.M), {&read.global->H, &global.H}}) {
      EXPECT_EQ(a->row_start, b->row_start);
      EXPECT_EQ(a->column, b->column);
      EXPECT_EQ(a->value, b->value);
    }
    EXPECT_EQ(read.global->f, global.f);
    EXPECT_EQ(read.global->mu, global.mu);
    EXPECT_EQ(flat(read.global->w), flat(global.w));
    ASSERT_EQ(read.guesses.size(), 2u);
    EXPECT_EQ(flat(read.guesses[0].r), flat(guess.r));
    EXPECT_TRUE(read.guesses[0].u.empty());
    EXPECT_EQ(flat(read.solution->u), flat(solution.u));
    EXPECT_EQ(read.solution->v, solution.v);
  }
}

TEST_F(Fclib, KeepsAnUnsymmetricLocalMatrix) {
  write_fclib(path_, {.local = small_local()}, FclibStorage::compressed_columns);
  const FclibProblem read = read_fclib(path_);
  ASSERT_TRUE(read.local);
  EXPECT_EQ(read.local->W.value[0][0].y, 0.5);
  EXPECT_EQ(read.local->W.value[0][1].x, 0.25);
  EXPECT_EQ(flat(read.local->q), flat(small_local().q));
}

/// Two points of 2 kg and 1 kg fall onto a floor; bars between them, and to walls, keep them where
/// they are along x and y: as many equations as are asked for.
FclibEquations bars(int count) {
  FclibEquations equations;
  std::vector<MatrixEntry> G;
  for (int k = 0; k < count; ++k) {
    if (k == 0) G.push_back({1, k, 1}), G.push_back({4, k, -1});  // the same speed along x
    if (k > 0) G.push_back({k == 1 ? 2 : k == 2 ? 5 : 1, k, 1});
    equations.b.push_back(k == 0 ? 0.25 : -0.5);
  }
  equations.G = sparse_matrix(6, count, G);
  return equations;
}

TEST_F(Fclib, EquationsAreJointsAndComeBackAsEquations) {
  for (const int count : {1, 3, 4}) {
    GlobalForm global = two_points(3, {-1, 2, 0.5}, {-2, 0, 1}, 0.4);
    const FclibEquations equations = bars(count);
    FclibProblem problem{.global = global, .equations = count};
    add_equations(*problem.global, equations);
    EXPECT_EQ(problem.global->contacts(), 2 + joints_of(count));
    EXPECT_TRUE(std::isinf(problem.global->mu.back()));
    FclibState& state = problem.solution.emplace();
    for (int c = 0; c < problem.global->contacts(); ++c)
      state.r.push_back({3. * c, 3. * c + 1, 3. * c + 2});
    for (std::size_t k = std::size_t(6 + count); k < 3 * state.r.size(); ++k)
      state.r[k / 3][int(k % 3)] = 0;  // no equation's
    write_fclib(path_, problem);
    const FclibProblem read = read_fclib(path_);
    EXPECT_EQ(read.equations, count);
    EXPECT_EQ(flat(read.solution->r), flat(state.r));
    GlobalForm again = *read.global;
    const FclibEquations own = take_equations(again, read.equations);
    EXPECT_EQ(own.b, equations.b);
    EXPECT_EQ(own.G.value, equations.G.value);
    EXPECT_EQ(own.G.column, equations.G.column);
    EXPECT_EQ(again.M.value, global.M.value);
    EXPECT_EQ(again.H.column, global.H.column);
    EXPECT_EQ(flat(again.w), flat(global.w));
    EXPECT_EQ(again.f, global.f);
    // The same of its local form.
    FclibProblem local{.local = condensed(*problem.global), .equations = count};
    write_fclib(path_, local, FclibStorage::triplets);
    const FclibProblem local_read = read_fclib(path_);
    EXPECT_EQ(flat(local_read.local->q), flat(local.local->q));
    EXPECT_EQ(sparse_matrix(local_read.local->W).value, sparse_matrix(local.local->W).value);
  }
}

TEST_F(Fclib, SaysWhatIsWrongWithEquations) {
  FclibProblem problem{.global = two_points(3, {-1, 2, 0.5}, {-2, 0, 1}, 0.4), .equations = 1};
  FclibEquations equations = bars(1);
  equations.b[0] = not_a_number;
  add_equations(*problem.global, equations);
  write_fclib(path_, problem);
  EXPECT_EQ(complaint(), "fclib_global/vectors/b holds nan at place 0, but must be finite");
  problem.global = two_points(3, {-1, 2, 0.5}, {-2, 0, 1}, 0.4);
  equations = bars(1), equations.G.value = {0, 0};
  equations.G = sparse_matrix(6, 1, {});
  add_equations(*problem.global, equations);
  write_fclib(path_, problem);
  EXPECT_EQ(complaint(), "equation 0 moves nothing: its column of G is zero");
  problem.global = two_points(3, {-1, 2, 0.5}, {-2, 0, 1}, 0.4);
  add_equations(*problem.global, bars(1));
  write_fclib(path_, problem);
  replace("fclib_global/G/m", {7});
  EXPECT_EQ(complaint(), "fclib_global/G/p has 7 numbers, but must have 8");
  FclibProblem local{.local = small_local(), .equations = 1};
  FclibEquations of_local;
  of_local.V = sparse_matrix(3, 1, {{1, 0, 1}}), of_local.R = sparse_matrix(1, 1, {});
  of_local.b = {0.5};
  add_equations(*local.local, of_local);
  write_fclib(path_, local);
  EXPECT_EQ(complaint(), "the diagonal of R at equation 0 is 0, but must be > 0");
}

/// As some public files have them.
/// Two contacts of five components, one body of six degrees of freedom.
GlobalForm two_that_roll(double coefficient) {
  GlobalForm global;
  std::vector<MatrixEntry> M, H;
  for (int k = 0; k < 6; ++k) M.push_back({k, k, 1.0 + k});
  for (int j = 0; j < 10; ++j)
    for (int k = 0; k < 6; ++k) H.push_back({k, j, std::cos(1 + 7 * j + 3 * k)});
  global.M = sparse_matrix(6, 6, M);
  global.f = {-1, 0.5, 0.2, 0.1, -0.3, 0.4};
  set_rolling(global, {{},
                       sparse_matrix(6, 10, H),
                       {1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
                       {0.3, 0.4},
                       {0.01, coefficient}});
  return global;
}

TEST_F(Fclib, KeepsRollingFrictionInBothForms) {
  const GlobalForm global = two_that_roll(0.02);
  const FclibState state{by_contact(in_triples({1, 2, 3, 4, 5, 6, 7, 8, 9, 10})),
                         by_contact(in_triples({9, 8, 7, 6, 5, 4, 3, 2, 1, 0})),
                         {1, 2, 3, 4, 5, 6}};
  FclibProblem written;
  written.global = global, written.solution = state;
  write_fclib(path_, written);
  const FclibProblem read = read_fclib(path_);
  ASSERT_TRUE(read.global && read.solution);
  EXPECT_EQ(read.global->rolling, (std::vector<double>{-1, 0.01, -1, 0.02}));
  EXPECT_EQ(read.global->mu, (std::vector<double>{0.3, 0, 0.4, 0}));
  EXPECT_EQ(read.global->H.value, global.H.value);
  EXPECT_EQ(flat(read.global->w), flat(global.w));
  EXPECT_EQ(flat(read.solution->r), flat(state.r));
  EXPECT_EQ(flat(read.solution->u), flat(state.u));
  FclibProblem local;
  local.local = condensed(global);
  write_fclib(path_, local);
  const FclibProblem back = read_fclib(path_);
  ASSERT_TRUE(back.local);
  EXPECT_EQ(back.local->rolling, local.local->rolling);
  EXPECT_EQ(flat(back.local->q), flat(local.local->q));
  std::vector<Vec3> x;
  for (int k = 0; k < 4; ++k) x.push_back({k % 2 == 0 ? 1.0 + k : 0, 2.0 - k, 0.5 * k});
  for (std::size_t c = 0; c < 4; ++c)
    EXPECT_EQ(norm(row_product(back.local->W, c, x) - row_product(local.local->W, c, x)), 0);
}

TEST_F(Fclib, SaysWhatIsWrongWithRollingFriction) {
  EXPECT_EQ(complaint_of(two_that_roll(1e7)),
            "the rolling friction of contact 1 is 10000000, but must be in 0 ... 1e+06");
  GlobalForm still = two_that_roll(0.02);
  SparseMatrix HT = transposed(still.H);
  for (int e = HT.row_start[9]; e < HT.row_start[12]; ++e) HT.value[std::size_t(e)] = 0;
  still.H = transposed(HT);
  EXPECT_EQ(complaint_of(still),
            "the moment of contact 1 moves nothing: its columns of H are zero");
  write_fclib(path_, {.global = two_that_roll(0.02)});
  replace("fclib_global_rolling/spacedim", {3});
  EXPECT_EQ(complaint(),
            "the problem has 3 dimensions, but must have 5 with fclib_global_rolling/vectors/mu_r");
  FclibProblem other;
  other.global = two_that_roll(0.02);
  other.solution = FclibState{std::vector<Vec3>(2), {}, {}};  // of one contact
  write_fclib(path_, other);
  EXPECT_EQ(complaint(), "solution/r has 5 numbers, but must have 10");
}

TEST_F(Fclib, TakesASolutionThatWasNeverWrittenForNone) {
  write_fclib(path_, {.local = small_local(), .solution = FclibState{{{1, 2, 3}}, {}, {}}});
  ASSERT_TRUE(read_fclib(path_).solution);
  const hid_t file = H5Fopen(path_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const hsize_t size = 3;
  const hid_t space = H5Screate_simple(1, &size, nullptr);
  H5Ldelete(file, "solution/r", H5P_DEFAULT);
  H5Dclose(H5Dcreate2(file, "solution/r", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT,
                      H5P_DEFAULT));
  H5Sclose(space), H5Fclose(file);
  EXPECT_FALSE(read_fclib(path_).solution);
}

TEST_F(Fclib, SaysWhatIsNoProblem) {
  EXPECT_EQ(complaint(), "there is no such file");
  std::ofstream(path_) << "not hdf5";
  EXPECT_EQ(complaint(), "it is no HDF5 file");
  fs::remove(path_);
  H5Fclose(H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  EXPECT_EQ(
      complaint(),
      "it is no problem of FCLIB: there is no fclib_local, fclib_global or fclib_global_rolling in "
      "it");
}

TEST_F(Fclib, SaysThatAFileIsCut) {
  write_fclib(path_, {.local = small_local()});
  const auto size = fs::file_size(path_);
  for (const double part : {0.99, 0.5, 0.1}) {
    fs::resize_file(path_, std::uintmax_t(part * double(size)));
    EXPECT_EQ(complaint(), "it is cut or damaged: HDF5 cannot open it");
  }
}

TEST_F(Fclib, SaysWhichNumbersCannotBe) {
  FrictionProblem problem = small_local();
  problem.mu[0] = -0.1;
  EXPECT_EQ(complaint_of(problem), "the friction of contact 0 is -0.1, but must be in 0 ... 1e+06");
  problem.mu[0] = 1e9;
  EXPECT_EQ(complaint_of(problem),
            "the friction of contact 0 is 1000000000, but must be in 0 ... 1e+06");
  problem = small_local();
  problem.q[0].y = not_a_number;
  EXPECT_EQ(complaint_of(problem),
            "fclib_local/vectors/q holds nan at place 1, but must be finite");
  problem.q[0].y = 1e200;
  EXPECT_EQ(complaint_of(problem),
            "fclib_local/vectors/q holds 1e+200 at place 1, but must be within 1e100");
  problem = small_local();
  problem.W.value[0][2].z = INFINITY;
  EXPECT_EQ(complaint_of(problem), "fclib_local/W/x holds inf at place 8, but must be finite");
  problem = small_local();
  problem.W.value[0] = diagonal(0, 0, 0);
  EXPECT_EQ(complaint_of(problem), "the trace of W at contact 0 is 0, but must be > 0");
  GlobalForm global = two_points(3, {}, {}, 0.4);
  global.M.value[2] = -1;
  EXPECT_EQ(complaint_of(global), "the mass matrix M is not positive definite");
  global = two_points(3, {}, {}, 0.4);
  for (double& h : global.H.value) h = 0;
  EXPECT_EQ(complaint_of(global), "contact 0 moves nothing: its columns of H are zero");
}

TEST_F(Fclib, SaysWhichSizesDoNotFit) {
  FrictionProblem problem = small_local();
  problem.mu.push_back(1);
  EXPECT_EQ(complaint_of(problem), "fclib_local/vectors/mu has 2 numbers, but must have 1");
  GlobalForm global = two_points(3, {}, {}, 0.4);
  global.f.pop_back();
  EXPECT_EQ(complaint_of(global), "fclib_global/vectors/f has 5 numbers, but must have 6");
  global = two_points(3, {}, {}, 0.4);
  global.H.rows = 5;
  EXPECT_EQ(complaint_of(global), "H has 5 rows, but M has 6");
}

TEST_F(Fclib, ChecksCountsBeforeItTakesMemory) {
  const auto complaint_with = [this](const char* name, std::vector<int> values) {
    write_fclib(path_, {.local = small_local()});
    replace(name, std::move(values));
    return complaint();
  };
  EXPECT_EQ(complaint_with("fclib_local/W/n", {2000000000}),
            "W is 3 x 2000000000, but must be square");
  EXPECT_EQ(complaint_with("fclib_local/W/nz", {2000000000}),
            "fclib_local/W/i has 9 numbers, but must have 2000000000");
  EXPECT_EQ(complaint_with("fclib_local/W/p", {0, 3, 6, 2000000000}),
            "fclib_local/W/i has 9 numbers, but must have 2000000000");
  EXPECT_EQ(complaint_with("fclib_local/W/p", {0, 6, 3, 9}),
            "fclib_local/W/p does not ascend from 0");
  EXPECT_EQ(complaint_with("fclib_local/W/i", {0, 1, 2, 0, 1, 2, 0, 1, 3}),
            "fclib_local/W/i holds the index 3, but must be in 0 ... 2");
  EXPECT_EQ(complaint_with("fclib_local/spacedim", {2}),
            "the problem has 2 dimensions, but must have 3");
}

}  // namespace
}  // namespace eulersolid
