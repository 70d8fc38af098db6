#include "bench/solvers/siconos_peer.h"
#include "io/problems/fclib.h"
#include "kernels/core/error.h"
#include "tests/bench/bench_call.h"
#include "tests/contact/solvers/coulomb/local_problems.h"

namespace eulersolid {
namespace {

TEST_F(Bench, ListNamesThemAll) {
  const Outcome outcome = call({"list"});
  EXPECT_EQ(outcome.code, ExitCode::done);
  for (const char* name :
       {"\nthesis-5.3 ", "\nthesis-6.2 ", "\nthesis-7.1 ", "\nthesis-7.2 ", "\nqp ", "\nfamilies ",
        "\nledgers ", "\nframes ", "\nflights ", "\nrefinement ", "\nrandom-scenes ", "\nstanding ",
        "\nverification ", "\npaper-000 ", "\npaper-003 ", "\nprofile "})
    EXPECT_NE(("\n" + outcome.out).find(name), std::string::npos) << name;
  EXPECT_EQ(outcome.out.find("list "), std::string::npos);
}

TEST_F(Bench, FactorsAndSolvesLikeLapack) {
  const json content =
      result({"thesis-5.3", "--n", "50,97", "--rho", "20", "--columns", "3", "--threads", "2"});
  ASSERT_EQ(content.at("rows").size(), 2u);
  EXPECT_EQ(content.at("machine").at("threads"), 2);
  EXPECT_EQ(content.at("rows")[1].at("n"), 97);
  for (const json& row : content.at("rows")) {
    EXPECT_LT(row.at("difference"), 1e-13);
    for (const char* key : {"dpbtrf_one_ms", "dpbtrf_all_ms", "factor_ms", "dpbtrs_ms", "solve_ms"})
      EXPECT_GT(row.at(key), 0) << key;
  }
}

/// What stands around the tables stays, and so do tables of other sizes.
TEST_F(Bench, WritesTablesIntoAPage) {
  const std::string page = write(
      "page.md",
      "# Times\n\n<!-- eulersolid bench thesis-6.2 --backend cpu --threads 1 --runs 1 --n 1,33 "
      "--rho 20 --columns 17: rows -->\n"
      "| old |\n<!-- end of table -->\n\nText.\n");
  const auto measure = [&](const std::string& n) {
    const Outcome outcome =
        call({"thesis-6.2", "--columns", "17", "--rho", "20", "--n", n, "--runs", "1", "--backend",
              "cpu", "--threads", "1", "--tables", page});
    EXPECT_EQ(outcome.code, ExitCode::done) << outcome.err;
    std::ifstream file(page);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string text = measure("1,33");
  EXPECT_EQ(text.find("old"), std::string::npos);
  EXPECT_EQ(text.substr(0, 9), "# Times\n\n");
  EXPECT_TRUE(text.ends_with("<!-- end of table -->\n\nText.\n")) << text;
  EXPECT_NE(text.find("\n| 33 | "), std::string::npos) << text;
  EXPECT_NE(text.find("`eulersolid bench thesis-6.2 --backend cpu --threads 1 --runs 1 --n 1,33 "
                      "--rho 20 --columns 17`, version"),
            std::string::npos)
      << text;
  const std::string more = measure("5");
  EXPECT_EQ(more.substr(0, text.size()), text);
  EXPECT_EQ(call({"tables", page}).code, ExitCode::done);  // both anew
  std::ifstream file(page);
  const std::string again(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(std::count(again.begin(), again.end(), '|'), std::count(more.begin(), more.end(), '|'));
  EXPECT_NE(again, more);  // of times
  EXPECT_NE(more.find("\n| 5 | ", text.size()), std::string::npos) << more;
}

/// A page may have one of a command's tables alone, and one table in two places.
TEST_F(Bench, WritesThoseTablesThatAPageHas) {
  const std::string command = "thesis-7.1 --threads 1 --runs 1 --n 300 --rho 20 --deltas 5";
  const std::string block = "<!-- eulersolid bench " + command + ": rows -->\n";
  const std::string page = write(
      "page.md", block + "<!-- end of table -->\n\nText.\n" + block + "<!-- end of table -->\n");
  const Outcome outcome = call({"tables", page});
  EXPECT_EQ(outcome.code, ExitCode::done) << outcome.err;
  std::ifstream file(page);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const std::size_t middle = text.find("\nText.\n");
  ASSERT_NE(middle, std::string::npos) << text;
  EXPECT_NE(text.substr(0, middle).find("| schurpa |"), std::string::npos) << text;
  EXPECT_NE(text.substr(middle).find("| schurpa |"), std::string::npos) << text;
  const std::string other = write(
      "other.md", "<!-- eulersolid bench " + command + ": lines -->\n<!-- end of table -->\n");
  EXPECT_NE(call({"tables", other}).err.find("measures no table named lines"), std::string::npos);
}

TEST_F(Bench, SaysThatATableOfAPageHasNoEnd) {
  const std::string page =
      write("page.md", "# Times\n<!-- eulersolid bench qp a b: rows -->\n| 1 |\n");
  const Outcome outcome = call({"flights", "--tables", page});
  EXPECT_EQ(outcome.code, ExitCode::bad_input);
  EXPECT_NE(outcome.err.find(page + ":2: this table has no end"), std::string::npos) << outcome.err;
  const std::string other =
      write("other.md",
            "<!-- eulersolid bench  thesis-6.2 --n 5 --rho 2 --runs 1: rows -->\n"
            "<!-- end of table -->\n");
  EXPECT_NE(call({"tables", other}).err.find("does not begin its table as"), std::string::npos);
  EXPECT_NE(call({"frames", "a b.toml", "--tables", page}).err.find("names with spaces"),
            std::string::npos);
  const std::string empty = write("empty.md", "# Times\n");
  EXPECT_EQ(call({"tables", empty}).err,
            "error: " + empty + ": there is no table of a benchmark in it\n");
}

TEST_F(Bench, MultipliesInFourWaysWithOneAnswer) {
  const json content = result({"thesis-6.2", "--n", "1,33,100", "--rho", "20", "--columns", "17"});
  ASSERT_EQ(content.at("rows").size(), 3u);
  for (const json& row : content.at("rows")) EXPECT_LT(row.at("difference"), 1e-13);
}

TEST_F(Bench, SchurpaFactorsOnceAndDirectInEveryIteration) {
  const json content =
      result({"thesis-7.1", "--n", "400", "--rho", "40", "--deltas", "0,7", "--seed", "3"});
  EXPECT_EQ(content.at("seed"), 3);
  ASSERT_EQ(content.at("rows").size(), 6u);
  EXPECT_EQ(content.at("agreed"), true);
  for (const json& row : content.at("rows")) {
    EXPECT_EQ(row.at("same_set"), true);
    EXPECT_LT(row.at("kkt"), 1e-12);
    EXPECT_TRUE(row.at("thesis_ratio").is_null());  // the thesis has other sizes
    if (row.at("method") == "schurpa") {
      EXPECT_EQ(row.at("factorizations"), 1);
    }
    if (row.at("method") == "direct") {
      EXPECT_EQ(row.at("factorizations"), row.at("iterations"));
    }
    if (row.at("delta") == 0) {
      EXPECT_EQ(row.at("iterations"), 1);
    }
  }
}

TEST_F(Bench, TheSeedDecidesTheNumbersAndNothingElseDoes) {
  const auto active = [&](const std::string& seed, const std::string& family) {
    return result({"thesis-7.1", "--n", "300", "--rho", "10", "--deltas", "0", "--mu", "0",
                   "--seed", seed, "--family", family})
        .at("active");
  };
  EXPECT_EQ(active("5", "uniform"), active("5", "uniform"));
  EXPECT_NE(active("5", "uniform"), active("6", "uniform"));
  EXPECT_NE(active("5", "gram"), active("5", "dominant"));
}

TEST_F(Bench, RunsASceneWithBothSolvers) {
  const std::string scene = ES_SOURCE_DIR "/scenes/cylinder_collision.toml";
  const json content =
      result({"thesis-7.2", "--scene", scene, "--until", "0.04", "--set", "grid.cell_size=0.75"});
  ASSERT_FALSE(content.at("rows").empty());
  for (const json& row : content.at("rows")) EXPECT_GT(row.at("contacts"), 0);
  bool same = false;
  for (const json& row : content.at("summary")) {
    if (row.at("quantity") != "largest difference of kinetic energy") continue;
    EXPECT_LT(row.at("ours"), 1e-10);
    same = true;
  }
  EXPECT_TRUE(same);
  const Outcome nothing = call({"thesis-7.2", "--scene", scene, "--until", "0"});
  EXPECT_EQ(nothing.code, ExitCode::bad_input) << nothing.err;
}

TEST_F(Bench, SolvesAQpFromFilesWithEveryMethod) {
  // min 1/2 x'Hx - c'x, 0 <= x <= u, H = [2 -1 0; -1 2 0; 0 0 4], c = (1, -3, 8), u = (inf, inf, 1)
  const std::string H = write("H.mtx",
                              "%%MatrixMarket matrix coordinate real symmetric\n3 3 4\n"
                              "1 1 2\n2 1 -1\n2 2 2\n3 3 4\n");
  const std::string c = write("c.mtx", "%%MatrixMarket matrix array real general\n3 1\n1\n-3\n8\n");
  const std::string u =
      write("u.mtx", "%%MatrixMarket matrix array real general\n3 1\ninf\ninf\n1\n");
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, std::vector<std::string>{"--warm", "2"}}) {
    std::vector<std::string> words = {"qp", "--file", H, "--rhs", c, "--upper", u};
    words.insert(words.end(), more.begin(), more.end());
    const json content = result(words);
    ASSERT_EQ(content.at("rows").size(), 4u);
    for (const json& row : content.at("rows")) {
      EXPECT_EQ(row.at("certified"), true) << row;
      EXPECT_EQ(row.at("active"), 2) << row;  // x = (0.5, 0, 1)
      EXPECT_GE(row.at("factorizations"), 1);
    }
  }
}

TEST_F(Bench, SaysWhatIsWrongWithTheFiles) {
  const std::string H =
      write("H.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1\n2 2 1\n");
  const std::string c = write("c.mtx", "%%MatrixMarket matrix array real general\n2 1\n1\n1\n");
  const std::string three =
      write("three.mtx", "%%MatrixMarket matrix array real general\n3 1\n1\n1\n1\n");
  const auto error = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "qp");
    const Outcome outcome = call(words);
    EXPECT_EQ(outcome.code, ExitCode::bad_input);
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    return outcome.err;
  };
  EXPECT_NE(
      error({"--file", H, "--rhs", three}).find("has 3 elements, but the matrix is of order 2"),
      std::string::npos);
  EXPECT_NE(error({"--file", c, "--rhs", c}).find("c.mtx:1: the format is \"array\""),
            std::string::npos);
  EXPECT_NE(error({"--file", H, "--rhs", c, "--lower", c, "--upper",
                   write("u.mtx", "%%MatrixMarket matrix array real general\n2 1\n2\n0.5\n")})
                .find("element 2 lies between 1 and 0.5"),
            std::string::npos);
  const std::string indefinite =
      write("I.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 1 1\n");
  EXPECT_NE(error({"--file", indefinite, "--rhs", c}).find("diagonal element 2 is 0"),
            std::string::npos);
  error({"--file", H});
  error({"--file", (folder_ / "none.mtx").string(), "--rhs", c});
}

TEST_F(Bench, SolvesEveryFamily) {
  for (const char* bounds : {"contact", "friction"}) {
    const json content = result({"families", "--n", "60", "--rho", "8", "--problems", "1",
                                 "--deltas", "0,5", "--bounds", bounds});
    EXPECT_EQ(content.at("certified"), content.at("total"));
    EXPECT_EQ(content.at("rows").size(), 39u);
    for (const json& row : content.at("rows")) {
      EXPECT_LE(row.at("reach_aim"), row.at("certified"));
      EXPECT_LE(row.at("kkt_max"), 1e-7) << row;  // 1e-9 but where x is 1e8 times as large as c
    }
  }
}

TEST_F(Bench, WrongOptionsAreOneLine) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{},
                                             {"thesis-9.9"},
                                             {"thesis-5.3", "--n", "0"},
                                             {"thesis-5.3", "--n", "ten"},
                                             {"thesis-7.1", "--family", "odd"},
                                             {"thesis-7.1", "--deltas", "-1"},
                                             {"thesis-7.2", "--scene", "none.toml"},
                                             {"thesis-7.2", "--seed", "1"},  // nothing is random
                                             {"ledgers", "a.toml", "--runs", "2"},  // no times
                                             {"frames"},
                                             {"frames", "none.toml"},
                                             {"flights", "--cells", "0"},
                                             {"refinement", "--scene", "none.toml"},
                                             {"random-scenes", "--scenes", "-1"},
                                             {"random-scenes", "--shapes", "torus"},
                                             {"standing", "--case", "stack-7-0"},
                                             {"standing", "--ramp", "0"},
                                             {"verification", "--case", "no-such-case"},
                                             {"verification", "--coarse", "--page", "a.md"},
                                             {"families", "--runs", "0"},
                                             {"families", "--frobnicate"}}) {
    const Outcome outcome = call(words);
    EXPECT_EQ(outcome.code, ExitCode::bad_input);
    EXPECT_TRUE(outcome.err.starts_with("error: ")) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
}

TEST_F(Bench, NumbersThatAreNotPositiveAreRefusedInPlainWords) {
  for (const char* option : {"--sizes", "--most-steps"}) {
    for (const std::string value : {"0", "-1", "nan", "inf", "two", "1x"}) {
      const Outcome outcome = call({"ledgers", "a.toml", option, value});
      EXPECT_EQ(outcome.code, ExitCode::bad_input);
      EXPECT_EQ(outcome.err, std::string("error: ") + option + ": " + value +
                                 " must be a finite number greater than 0; see eulersolid bench "
                                 "ledgers --help\n");
    }
  }
}

TEST_F(Bench, ANameThatIsNearlyRightIsRecognised) {
  EXPECT_EQ(
      call({"thesis-71"}).err,
      "error: thesis-71 is not a benchmark; did you mean \"thesis-7.1\"?; see eulersolid bench "
      "--help\n");
  EXPECT_TRUE(call({"everything"})
                  .err.starts_with("error: everything is not a benchmark; known are thesis-5.3"));
  EXPECT_TRUE(call({"qp", "--file", "x"}).err.ends_with("; see eulersolid bench qp --help\n"));
}

TEST_F(Bench, AFileThatCannotBeWrittenIsAMachineError) {
  const Outcome outcome = call({"thesis-6.2", "--n", "5", "--rho", "1", "--runs", "1", "--backend",
                                "cpu", "--json", (folder_ / "none" / "a.json").string()});
  EXPECT_EQ(outcome.code, ExitCode::machine);
  EXPECT_NE(outcome.err.find("cannot write"), std::string::npos) << outcome.err;
}

TEST_F(Bench, WhatIsNoFileIsLeftAlone) {
  std::filesystem::create_directories(folder_ / "taken.json");
  const Outcome outcome = call({"thesis-6.2", "--n", "5", "--rho", "1", "--runs", "1", "--backend",
                                "cpu", "--json", (folder_ / "taken.json").string()});
  EXPECT_EQ(outcome.code, ExitCode::bad_input);
  EXPECT_NE(outcome.err.find("is in the way"), std::string::npos) << outcome.err;
  EXPECT_TRUE(std::filesystem::is_directory(folder_ / "taken.json"));
}

TEST_F(Bench, CannotFlipMoreConstraintsThanThereAre) {
  const Outcome outcome = call({"thesis-7.1", "--n", "20", "--rho", "3", "--runs", "1", "--backend",
                                "cpu", "--deltas", "0,21"});
  EXPECT_EQ(outcome.code, ExitCode::bad_input);
  EXPECT_NE(outcome.err.find("21 constraints"), std::string::npos) << outcome.err;
}

TEST_F(Bench, ProfileSolvesAFolderWithEverySolver) {
  write_fclib(folder_ / "a.hdf5", {.local = point_on_plane(1, {-1, 0.1, 0}, 0.3)});
  write_fclib(folder_ / "b.hdf5", {.global = two_points(10, {-1, 2, 0.5}, {-2, 0, 1}, 0.4)});
  const json content =
      result({"profile", folder_.string(), "--solver", "automatic,pgs", "--tolerance", "1e-6"});
  ASSERT_EQ(content.at("rows").size(), 2u);
  EXPECT_EQ(content.at("each").size(), 4u);
  double fastest = 0;
  for (const json& row : content.at("rows")) {
    EXPECT_EQ(row.at("solved"), 100);
    fastest += row.at("fastest").get<double>();
  }
  EXPECT_GE(fastest, 100);  // each problem has one
  EXPECT_EQ(content.at("profile").at("share").size(), 2u);
}

/// Python is played by a script of the shell.
TEST_F(Bench, AsksSiconosForItsResults) {
  const auto python = [&](const std::string& script) {
    const std::string file = write("python", "#!/bin/sh\n" + script);
    fs::permissions(file, fs::perms::owner_all);
    return file;
  };
  const std::string does = python(
      "test \"$1 $2 $3 $4 $5\" = \"run.py a.hdf5 --tolerance 0.0001 --max-seconds\" || exit 1\n"
      "shift 9; echo '{\"results\": [{\"file\": \"a.hdf5\"}]}' > \"$1\"\n");
  const json rows = siconos_results({does, "run.py"}, {"a.hdf5"}, {1e-4, 3});
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].at("file"), "a.hdf5");
  const std::string fails = python("echo this; echo 'that is no problem' >&2; exit 1\n");
  try {
    siconos_results({fails, "run.py"}, {"a.hdf5"}, {1e-4, 3});
    FAIL() << "it does not say that Siconos failed";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "--siconos: Siconos failed: that is no problem");
  }
}

/// A wall of 3 x 3 bricks: eight contacts to a brick, less those that its free ends lack.
TEST_F(Bench, ProblemsAreWrittenOnceAndCanBeSolved) {
  const std::vector<std::string> wall{"problems", "-o",         (folder_ / "made").string(),
                                      "--family", "wall",       "--size",
                                      "3",        "--friction", "0.4"};
  const Outcome outcome = call(wall);
  ASSERT_EQ(outcome.code, ExitCode::done) << outcome.err;
  const std::filesystem::path file = outcome.out.substr(0, outcome.out.find('\n'));
  const FclibProblem problem = read_fclib(file);
  ASSERT_TRUE(problem.global);
  EXPECT_EQ(problem.global->M.rows, 6 * 9);
  EXPECT_GT(problem.global->contacts(), 50);
  EXPECT_EQ(problem.global->mu[0], 0.4);
  const Outcome again = call(wall);
  EXPECT_EQ(again.code, ExitCode::bad_input);
  EXPECT_NE(again.err.find("there is such a file already"), std::string::npos) << again.err;
  const Outcome unknown = call({"problems", "-o", folder_.string(), "--family", "tower"});
  EXPECT_EQ(unknown.code, ExitCode::bad_input);
  EXPECT_NE(unknown.err.find("--family tower: expected one of wall, struck_wall"),
            std::string::npos)
      << unknown.err;
}

}  // namespace
}  // namespace eulersolid
