#include <map>
#include <sstream>

#include "tests/bench/bench_call.h"

/// Benchmarks that run simulations: minutes under a sanitizer, so that they are no unit tests.

namespace eulersolid {
namespace {

using SimulationBench = Bench;

/// Each correction changes something, and what they do to the energy is accounted for.
TEST_F(SimulationBench, LedgersShowWhatEachCorrectionDoes) {
  const json content = result({"ledgers", ES_SOURCE_DIR "/scenes/block_on_incline.toml", "--sizes",
                               "2", "--most-steps", "60"});
  ASSERT_EQ(content.at("rows").size(), 6u);
  std::map<std::string, json> rows;
  for (const json& row : content.at("rows")) rows[row.at("corrections")] = row;
  const json &all = rows.at("all"), &none = rows.at("none");
  EXPECT_EQ(all.at("steps"), 60);
  EXPECT_EQ(all.at("failure"), "");
  EXPECT_GT(all.at("mass"), 0.0);
  EXPECT_NE(all.at("momentum"), rows.at("no momentum").at("momentum"));
  EXPECT_NE(all.at("spin"), rows.at("no spin").at("spin"));
  EXPECT_NE(all.at("mass"), rows.at("no mass").at("mass"));
  EXPECT_NE(all.at("restored"), 0.0);
  EXPECT_EQ(none.at("restored"), 0.0);
  for (const char* which : {"all", "none"})
    EXPECT_LT(std::fabs(rows.at(which).at("residual").get<double>()), 1e-3) << which;
}

/// A soft box and a ball on top of it that fall on the edge of an obstacle and a floor. However
/// fast they slide they may be at rest, as far as stick_slip goes.
const char* const hard_fall = R"(
time = { duration = 0.06 }
grid = { origin = [0, 0, 0], size = [1, 1, 1.3], cell_size = 0.06 }
gravity = [0, 0, -9.81]
contact = { friction = 0.4, static_friction = 0.5 }
numerics = { stick_slip = 10 }
[[body]]
name = "box"
shape = "box"
centre = [0.45, 0.5, 0.52]
size = [0.4, 0.3, 0.3]
rotation = { axis = [1, 1, 0], angle = 0.7 }
velocity = [0.8, 0, -3]
angular_velocity = [0, 4, 1]
material = { density = 1000, youngs_modulus = 2e4, poissons_ratio = 0.3 }
[[body]]
name = "ball"
shape = "sphere"
centre = [0.5, 0.45, 0.93]
radius = 0.15
velocity = [0, 0, -5]
material = { density = 1000, youngs_modulus = 3e4, poissons_ratio = 0.3 }
[[obstacle]]
shape = "plane"
point = [0, 0, 0.1]
normal = [0, 0, 1]
[[obstacle]]
shape = "box"
centre = [0.7, 0.5, 0.2]
size = [0.3, 0.6, 0.12]
rotation = { axis = [0, 1, 0], angle = 0.8 }
)";

/// What is changed is what the steps go by.
TEST_F(SimulationBench, LedgersShowWhatNumericsDo) {
  const std::vector<std::string> changes = {"restore_momentum=false",
                                            "restore_spin=false",
                                            "return_energy=false",
                                            "unreturned_part=0.05",
                                            "max_damped=0",
                                            "max_returned=0.01",
                                            "push_credit=0",
                                            "restore_mass=false",
                                            "min_mass_fraction=0.05",
                                            "advected_mass_fraction=0.1",
                                            "bound_tips=false",
                                            "sliver_mass=0",
                                            "shock_viscosity=0",
                                            "hourglass_damping=0",
                                            "hourglass_speed=0.3",
                                            "kink_start=0.25",
                                            "kink_stiffness=0",
                                            "limit_map=false",
                                            "hit_growth=0",
                                            "max_crossed=0.2",
                                            "largest_gap=0.1",
                                            "tip_depth=0.3",
                                            "min_area=0",
                                            "narrow_row=0",
                                            "whole_patch=0",
                                            "min_cosine=0.99",
                                            "proximal_part=0.2",
                                            "closing_margin=1",
                                            "stick_slip=0",
                                            "rest_slip=10",
                                            "fastest_push_out=0.01",
                                            "quick_push_out=0.05"};
  std::vector<std::string> words = {"ledgers", write("fall.toml", hard_fall), "--sizes", "1"};
  for (const std::string& change : changes) words.insert(words.end(), {"--change", change});
  const json rows = result(words).at("rows");
  ASSERT_EQ(rows.size(), changes.size() + 1);
  EXPECT_EQ(rows[0].at("corrections"), "as it is");
  const auto numbers = [](json row) {
    row.erase("corrections");
    return row;
  };
  for (std::size_t n = 1; n < rows.size(); ++n) {
    EXPECT_EQ(rows[n].at("corrections"), changes[n - 1]);
    EXPECT_NE(numbers(rows[n]), numbers(rows[0])) << changes[n - 1];
  }
}

TEST_F(SimulationBench, LedgersNameAChangeThatTheyDoNotKnow) {
  const std::string scene = write("fall.toml", hard_fall);
  const Outcome wrong = call({"ledgers", scene, "--change", "kink_stiff=0"});
  EXPECT_EQ(wrong.code, ExitCode::bad_input);
  EXPECT_NE(wrong.err.find("--change kink_stiff=0: [numerics] kink_stiff is not a known key"),
            std::string::npos)
      << wrong.err;
}

/// Two balls, three cells across a radius, that meet head on and part.
const char* const two_small_balls = R"(
[time]
duration = 1.6
dt       = 0.02
[grid]
origin    = [-0.5, -0.5, -0.5]
size      = [1, 1, 1]
cell_size = 0.05
[[body]]
name     = "left"
shape    = "sphere"
centre   = [-0.17, 0, 0]
radius   = 0.15
velocity = [0.1, 0, 0]
material = { density = 1000, youngs_modulus = 1000, poissons_ratio = 0.3 }
[[body]]
name     = "right"
shape    = "sphere"
centre   = [0.17, 0, 0]
radius   = 0.15
velocity = [-0.1, 0, 0]
material = { density = 1000, youngs_modulus = 1000, poissons_ratio = 0.3 }
)";

TEST_F(SimulationBench, FramesSeeASceneInManyWays) {
  const json content = result({"frames", write("balls.toml", two_small_balls), "--shifts", "2"});
  const json& rows = content.at("rows");
  ASSERT_EQ(rows.size(), 12u);  // 5 that are similar, 5 that move, 2 grids
  for (const json& row : rows) {
    EXPECT_EQ(row.at("scene"), "balls");
    EXPECT_EQ(row.at("failure"), "");
    EXPECT_EQ(row.at("steps"), 80) << row;
    EXPECT_GT(row.at("restitution"), 0.3) << row;
    EXPECT_LT(row.at("restitution"), 1) << row;
  }
  for (int plain : {0, 5, 10}) EXPECT_EQ(rows[std::size_t(plain)].at("in_all"), 0);
  for (int similar = 1; similar < 5; ++similar)
    EXPECT_LT(rows[std::size_t(similar)].at("in_all"), 1e-3);
  for (int other : {6, 7, 8, 9, 11}) EXPECT_GT(rows[std::size_t(other)].at("in_all"), 1e-6);
  EXPECT_EQ(content.at("notes").size(), 3u);  // two spreads, and what the columns are
}

TEST_F(SimulationBench, FlightsShowWhatEachOperationDoes) {
  const json content = result({"flights", "--cells", "2.5", "--turns", "1"});
  ASSERT_EQ(content.at("rows").size(), 3u);
  for (const json& row : content.at("rows")) {
    EXPECT_EQ(row.at("failure"), "");
    const double change = row.at("kinetic").get<double>() - 1;
    // What no internal force changes is changed by transport and new masses.
    if (row.at("flight") != "box, 1 turn") {
      EXPECT_NEAR(change, row.at("transport").get<double>() + row.at("masses").get<double>(), 1e-9)
          << row;
    }
    EXPECT_LE(row.at("min_kinetic"), row.at("kinetic"));
    EXPECT_GE(row.at("max_kinetic"), row.at("kinetic"));
  }
}

TEST_F(SimulationBench, RefinementMeasuresACollisionOnSeveralGrids) {
  const std::string scene = write("balls.toml", two_small_balls);
  const json content =
      result({"refinement", "--scene", scene, "--body", "left", "--cell-sizes", "0.05,0.04"});
  ASSERT_EQ(content.at("rows").size(), 2u);
  EXPECT_EQ(content.at("rows")[0].at("steps"), 80);
  EXPECT_EQ(content.at("rows")[1].at("steps"), 120);  // of a third of a frame
  for (const json& row : content.at("rows")) {
    EXPECT_GT(row.at("compression"), 0.01);
    EXPECT_GT(row.at("force"), 0);
    EXPECT_GT(row.at("kinetic"), 0.1);
  }
  EXPECT_EQ(call({"refinement", "--scene", scene, "--body", "middle"}).err,
            "error: " + scene + ": there is no body \"middle\" with others around it\n");
}

TEST_F(SimulationBench, RandomScenesFollowFromTheirSeeds) {
  const json both = result({"random-scenes", "--scenes", "2", "--most-steps", "8"});
  const json second =
      result({"random-scenes", "--scenes", "1", "--seed", "2", "--most-steps", "8"});
  ASSERT_EQ(both.at("rows").size(), 2u);
  EXPECT_EQ(both.at("rows")[1], second.at("rows")[0]);
  EXPECT_NE(both.at("rows")[0].at("mass"), both.at("rows")[1].at("mass"));
  EXPECT_EQ(both.at("rows")[0].at("steps"), 8);
  const fs::path scenes = folder_ / "scenes";
  result({"random-scenes", "--scenes", "1", "--most-steps", "1", "--shapes", "sphere", "--write",
          scenes.string()});
  std::ifstream written(scenes / "random_1.toml");
  std::stringstream text;
  text << written.rdbuf();
  EXPECT_NE(text.str().find("shape = \"sphere\""), std::string::npos);
  EXPECT_EQ(text.str().find("shape = \"box\""), std::string::npos);
}

/// A light stack at half its run: gravity has just set in, so that bodies press but do not yet
/// move.
TEST_F(SimulationBench, StandingCasesHaveTheirOwnColumns) {
  const fs::path scenes = folder_ / "scenes";
  const json rows = result({"standing", "--case", "stack-4-0,cradle,incline", "--cubes", "2",
                            "--ramp", "0.01", "--seconds", "0.03", "--write", scenes.string()})
                        .at("rows");
  ASSERT_EQ(rows.size(), 3u);
  const json &stack = rows[0], &cradle = rows[1], &incline = rows[2];
  for (const json& row : rows) {
    EXPECT_EQ(row.at("failure"), "");
    EXPECT_NEAR(row.at("time"), 0.03, 1e-9);
  }
  EXPECT_LT(stack.at("sideways"), 1e-3);  // it stands on the nodes: nothing tells left from right
  EXPECT_LT(stack.at("worst_reaction"), 1);
  EXPECT_GT(stack.at("worst_reaction"), 1e-6);
  EXPECT_TRUE(stack.at("energy_peak").is_null() && stack.at("creep").is_null());
  EXPECT_NEAR(cradle.at("energy_end"), 1, 0.2);  // its gain is what the bench is for
  EXPECT_GE(cradle.at("energy_peak"), cradle.at("energy_end"));
  EXPECT_TRUE(cradle.at("sideways").is_null() && cradle.at("reactions").is_null());
  EXPECT_GT(std::abs(incline.at("creep").get<double>()), 0);
  for (const char* name : {"stack-4-0", "cradle", "incline"})
    EXPECT_EQ(
        call_program({"eulersolid", "check", (scenes / (std::string(name) + ".toml")).string()})
            .code,
        ExitCode::done)
        << name;
}

}  // namespace
}  // namespace eulersolid
