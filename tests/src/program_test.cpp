#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "io/scene/read_scene.h"
#include "src/run/run_scene.h"
#include "src/run/terminal.h"
#include "tests/io/surface/maps.h"
#include "tests/src/call_program.h"
#include "tests/src/fake_simulation.h"
#include "tests/src/program.h"

namespace eulersolid {

namespace cpu {
/// Stands in for the simulation of the program under test.
std::unique_ptr<Simulation> make_simulation(const Scene& scene, const QpEngineMaker&) {
  if (fake_plan().cannot_start) throw InputError("the bodies cannot be placed");
  return std::make_unique<FakeSimulation>(scene);
}
std::unique_ptr<QpEngine> make_qp_engine(QpMethod, int) { return nullptr; }
}  // namespace cpu

/// Where the program is built with the gpu backend, it asks these. No device answers.
namespace gpu {
bool device_answers(std::string* why) {
  if (why != nullptr) *why = "this build has no GPU backend";
  return false;
}
std::unique_ptr<Simulation> make_simulation(const Scene& scene, const QpEngineMaker& engine) {
  return cpu::make_simulation(scene, engine);
}
std::unique_ptr<QpEngine> make_qp_engine(QpMethod, int) { return nullptr; }
}  // namespace gpu

namespace {

namespace fs = std::filesystem;

TEST_F(Program, RunWritesTheFolderOfTheContract) {
  const Outcome outcome = call({"run", scene_, "-o", run_, "--threads", "2"});
  EXPECT_EQ(outcome.code, ExitCode::done) << outcome.err;
  for (const char* file : {"scene.toml", "run.json", "run.log", "steps.csv", "bodies.csv",
                           "contacts.csv", "vdb/ball_0005.vdb", "vdb/ball_0010.vdb"})
    EXPECT_TRUE(fs::exists(fs::path(run_) / file)) << file;
  EXPECT_FALSE(fs::exists(run_ + "/vdb/ball_0011.vdb"));
  EXPECT_EQ(lines(content(run_ + "/steps.csv")), 11u);
  EXPECT_EQ(lines(content(run_ + "/bodies.csv")), 1u + 6 * 2);
  EXPECT_EQ(lines(outcome.err), 6u) << outcome.err;  // one line per frame
  EXPECT_NE(outcome.out.find("files are in " + run_), std::string::npos);
  const nlohmann::json json = report();
  EXPECT_EQ(json.at("exit_state"), "finished");
  EXPECT_EQ(json.at("threads"), 2);
  EXPECT_EQ(json.at("backend"), "cpu");
  EXPECT_EQ(json.at("solver_backend"), "cpu");
  EXPECT_NE(content(run_ + "/run.log").find("contact QPs on cpu"), std::string::npos);
  EXPECT_EQ(json.at("command").at(1), "run");
  EXPECT_EQ(json.at("totals").at("steps"), 10);
  EXPECT_EQ(json.at("totals").at("frames"), 6);
  EXPECT_EQ(json.at("totals").at("peak_memory"), 12345);
  for (const char* key : {"version", "device", "start", "end"}) EXPECT_TRUE(json.contains(key));
}

/// The totals that users' scripts read. Others may join them.
TEST_F(Program, RunJsonHoldsTheTotalsOfTheContract) {
  ASSERT_EQ(call({"run", scene_, "-o", run_, "-q"}).code, ExitCode::done);
  const nlohmann::json totals = report().at("totals");
  for (const char* key : {"frames",
                          "steps",
                          "time",
                          "largest_contacts",
                          "largest_overlap",
                          "smallest_det",
                          "sp_iterations",
                          "solves",
                          "factorizations",
                          "chosen_factorizations",
                          "resets",
                          "fallbacks",
                          "repaired_nodes",
                          "clamped_points",
                          "seconds",
                          "seconds_grid",
                          "seconds_detect",
                          "seconds_assemble",
                          "seconds_contact",
                          "seconds_friction",
                          "seconds_output",
                          "solver_memory",
                          "peak_memory",
                          "work"})
    EXPECT_TRUE(totals.contains(key)) << key;
  EXPECT_EQ(totals.at("work").size(), 5U);
  EXPECT_EQ(totals.at("largest_contacts"), 7);
  EXPECT_EQ(totals.at("solves"), 10 * (2 + 3));
  EXPECT_EQ(totals.at("smallest_det"), 0.5);
  EXPECT_NEAR(totals.at("time"), 0.1, 1e-15);  // rounding of ten sums
  EXPECT_GT(totals.at("seconds_output"), 0);
}

/// Sub-steps are steps, with rows of their own; their number, and a line of run.log, say so.
TEST_F(Program, RunDividesFixedStepsThatAreTooLong) {
  fake_plan().stable = {0.004};
  const Outcome outcome = call({"run", scene_, "-o", run_});
  EXPECT_EQ(outcome.code, ExitCode::done) << outcome.err;
  EXPECT_EQ(report().at("totals").at("steps"), 30);
  EXPECT_EQ(report().at("totals").at("sub_steps"), 30);
  EXPECT_EQ(lines(content(run_ + "/steps.csv")), 31u);
  EXPECT_EQ(lines(outcome.err), 6u) << outcome.err;  // a line for each frame
  const std::string note =
      "at 0 s a dt of 0.01 s is too long, 0.004 s is stable (body \"a\": waves)";
  EXPECT_NE(content(run_ + "/run.log").find(note), std::string::npos);
  EXPECT_TRUE(outcome.out.starts_with("done: 6 frames, 30 steps (30 sub-steps), 0.1 s"))
      << outcome.out;
}

/// What the folder's scene.toml says is the scene: run, it leaves the same frames to the byte, but
/// for the random number by which OpenVDB tells files apart.
TEST_F(Program, TheExpandedSceneRunsToTheSameFrames) {
  const std::string again = (folder_ / "again").string();
  ASSERT_EQ(call({"run", scene_, "-o", run_, "-q"}).code, ExitCode::done);
  ASSERT_EQ(call({"run", run_ + "/scene.toml", "-o", again, "-q"}).code, ExitCode::done);
  const auto frame = [&](const std::string& run) {
    return content(run + "/vdb/ball_0006.vdb").replace(21, 36, "");
  };
  ASSERT_GT(frame(run_).size(), 100u);
  EXPECT_TRUE(frame(run_) == frame(again));
  EXPECT_EQ(content(run_ + "/scene.toml"), content(again + "/scene.toml"));
}

TEST_F(Program, EachKeyOfRunJsonIsDocumented) {
  fake_plan().interrupted_at = 5;
  ASSERT_EQ(call({"run", scene_, "-o", run_, "-q"}).code, ExitCode::interrupted);
  fake_plan().interrupted_at = 0, fake_plan().fails_at = 7;
  ASSERT_EQ(call({"run", "--resume", run_, "-q"}).code, ExitCode::failed);
  const std::string page = call({"schema", "--outputs"}).out;
  const nlohmann::json json = report();
  EXPECT_TRUE(json.contains("message") && json.contains("resumed_from_step"));
  for (const nlohmann::json& table : {json, json.at("totals")})
    for (const auto& [key, value] : table.items())
      EXPECT_NE(page.find("`" + key + "`"), std::string::npos) << key;
}

TEST_F(Program, RunTakesValuesFromTheCommandLineOnlyWhenGiven) {
  ASSERT_EQ(call({"run", scene_, "-o", run_, "-q", "--until", "0.04", "--solver", "direct_sp",
                  "--set", "output.name=\"other\"", "--set", "contact.friction=0.5", "--set",
                  "body.0.velocity=[1, 0, 0]", "--set", "gravity=[0,0,-2]"})
                .code,
            ExitCode::done);
  const std::string scene = content(run_ + "/scene.toml");
  EXPECT_NE(scene.find("duration = 0.04\n"), std::string::npos);
  EXPECT_NE(scene.find("solver = \"direct_sp\""), std::string::npos);
  EXPECT_NE(scene.find("friction = 0.5\n"), std::string::npos);
  EXPECT_NE(scene.find("velocity = [1, 0, 0]"), std::string::npos);
  EXPECT_NE(scene.find("gravity = [0, 0, -2]"), std::string::npos);
  EXPECT_NE(scene.find("preview = false"), std::string::npos);
  EXPECT_TRUE(fs::exists(run_ + "/vdb/other_0007.vdb"));
  EXPECT_FALSE(fs::exists(run_ + "/vdb/other_0008.vdb"));
  ASSERT_EQ(call({"run", scene_, "-o", run_ + "2", "-q", "--frames", "1"}).code, ExitCode::done);
  EXPECT_TRUE(fs::exists(run_ + "2/vdb/ball_0006.vdb"));
  EXPECT_FALSE(fs::exists(run_ + "2/vdb/ball_0007.vdb"));
}

TEST_F(Program, RunIsSilentWhenAsked) {
  const Outcome outcome = call({"run", scene_, "-o", run_, "-q"});
  EXPECT_EQ(outcome.out + outcome.err, "");
  const Outcome loud = call({"run", scene_, "-o", run_, "--force", "-v"});
  EXPECT_EQ(lines(loud.err), 10u) << loud.err;  // one line per step
}

TEST_F(Program, RunPrintsAndLogsWarningsEvenWhenQuiet) {
  fake_plan().warnings = {"body \"a\" left the domain"};
  EXPECT_EQ(call({"run", scene_, "-o", run_, "-q"}).err, "warning: body \"a\" left the domain\n");
  EXPECT_NE(content(run_ + "/run.log").find("warning: body \"a\" left"), std::string::npos);
}

TEST_F(Program, RunNeverReplacesAFolderUnasked) {
  ASSERT_EQ(call({"run", scene_, "-o", run_, "-q"}).code, ExitCode::done);
  std::ofstream(run_ + "/notes.txt") << "mine";
  EXPECT_EQ(call({"run", scene_, "-o", run_}).code, ExitCode::bad_input);
  EXPECT_EQ(call({"run", scene_, "-o", run_, "--force", "--frames", "1"}).code, ExitCode::done);
  EXPECT_TRUE(fs::exists(run_ + "/notes.txt"));
  EXPECT_FALSE(fs::exists(run_ + "/vdb/ball_0010.vdb"));  // of the longer run before
}

TEST_F(Program, RunWithBadInputCreatesNothing) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"run", scene_, "-o", run_, "--set", "body.0.radius=-1"},
           {"run", scene_, "-o", run_, "--solver", "newton"},
           {"run", scene_, "-o", run_, "--solver", "a'b"},
           {"run", scene_, "-o", run_, "--until", "-1"},
           {"run", scene_, "-o", run_, "--until", "nan"},
           {"run", scene_, "-o", run_, "--frames", "-1"},
           {"run", scene_, "-o", run_, "--threads", "0"},
           {"run", scene_, "-o", run_, "--set", "alarms.stop=-1"},
           {"run", scene_, "-o", run_, "--backend", "tpu"},
           {"run", scene_, "-o", run_, "--until", "0.1", "--frames", "2"},
           {"run", scene_ + "x", "-o", run_},
           {"run", "-o", run_}}) {
    const Outcome outcome = call(words);
    EXPECT_EQ(outcome.code, ExitCode::bad_input) << outcome.err;
    EXPECT_EQ(lines(outcome.err), 1u) << outcome.err;
    EXPECT_FALSE(fs::exists(run_));
  }
  fake_plan().cannot_start = true;
  EXPECT_EQ(call({"run", scene_, "-o", run_}).code, ExitCode::bad_input);
  EXPECT_FALSE(fs::exists(run_));
}

TEST_F(Program, RunThatFailsLeavesItsFilesWhole) {
  fake_plan().fails_at = 3;
  const Outcome outcome = call({"run", scene_, "-o", run_, "-q"});
  EXPECT_EQ(outcome.code, ExitCode::failed);
  EXPECT_EQ(outcome.err, "error: body \"a\" has folded in step 3\n");
  EXPECT_EQ(report().at("exit_state"), "failed");
  EXPECT_EQ(report().at("message"), "body \"a\" has folded in step 3");
  EXPECT_EQ(report().at("totals").at("steps"), 2);
  EXPECT_EQ(lines(content(run_ + "/steps.csv")), 3u);
  EXPECT_TRUE(fs::exists(run_ + "/vdb/ball_0006.vdb"));
}

/// Body "b" drifts by 0.4 % a step: above 2.2 % in step 6 of ten. Catches thresholds that are mixed
/// up, a sign that is taken for being small, and a run that ends before its last row is written.
TEST_F(Program, AlarmsEndTheRun) {
  const std::string b = "body \"b\": energy made and not returned is ",
                    of = " of its greatest energy, ";
  fake_plan().drift.left = -0.002;
  const Outcome outcome = call({"run", scene_, "-o", run_, "-q", "--set", "alarms.stop=0.022"});
  EXPECT_EQ(outcome.code, ExitCode::failed);
  const std::string stop =
      "step 6 (t = 0.06 s): " + b + "-2.4 %" + of + "above the 2.2 % of [alarms] stop; ";
  EXPECT_TRUE(outcome.err.starts_with("error: " + stop)) << outcome.err;
  EXPECT_EQ(lines(outcome.err), 1u) << outcome.err;
  EXPECT_EQ(report().at("exit_state"), "failed");
  EXPECT_TRUE(report().at("message").get<std::string>().starts_with(stop));
  EXPECT_EQ(lines(content(run_ + "/steps.csv")), 1u + 6);
  EXPECT_TRUE(fs::exists(run_ + "/vdb/ball_0008.vdb"));  // the frame at 0.06 s
}

/// One line for a quantity, of the body that has most of it, however many bodies it is of; all are
/// counted. After ten steps body "b" has drifted by 4 %, "a" by half of that.
TEST_F(Program, AlarmsOfManyBodiesAreOneWarning) {
  fake_plan().drift.left = -0.002;
  const auto warnings = [&](const std::string& warn) {
    const Outcome outcome = call({"run", scene_, "-o", run_, "-q", "--force", "--set",
                                  "alarms.stop=inf", "--set", "alarms.warn=" + warn});
    EXPECT_EQ(outcome.code, ExitCode::done);
    EXPECT_NE(content(run_ + "/run.log").find(outcome.err), std::string::npos) << outcome.err;
    return std::pair{outcome.err, report().at("totals").at("alarms").get<int>()};
  };
  const std::string line =
      "warning: at the end (t = 0.1 s): body \"b\": energy made and not "
      "returned is -4 % of its greatest energy, above the ";
  using Said = std::pair<std::string, int>;
  EXPECT_EQ(warnings("0.015"),
            (Said{line + "1.5 % of [alarms] warn (and of 1 more body): motion is "
                         "wrong by about as much\n",
                  2}));
  EXPECT_EQ(warnings("0.03"),
            (Said{line + "3 % of [alarms] warn: motion is wrong by about as much\n", 1}));
  EXPECT_EQ(warnings("0.05"), (Said{"", 0}));
}

/// What a hit makes and takes back is no error of what comes out.
TEST_F(Program, AlarmsWarnOfWhatIsLeft) {
  fake_plan().change = [](StepRecord& step) { step.drift_energy = step.step < 10 ? 0.04 : 0.004; };
  EXPECT_EQ(call({"run", scene_, "-o", run_, "-q"}).err, "");
  EXPECT_EQ(report().at("flawless"), true);
}

TEST_F(Program, AlarmsNameWhatDrifts) {
  const std::pair<double DriftRecord::*, const char*> cases[] = {
      {&DriftRecord::momentum,
       "\"a\": momentum restored since the start is 60 % of its greatest momentum"},
      {&DriftRecord::spin, "\"a\": spin restored since the start is 60 % of its greatest spin"},
      {&DriftRecord::transport,
       "\"a\": energy made by transport and new masses is 60 % of its greatest energy"},
      {&DriftRecord::map, "\"a\": energy made by the map is 60 % of its greatest energy"},
      {&DriftRecord::left, "\"a\": energy made and not returned is 60 % of its greatest energy"}};
  for (const auto& [drift, words] : cases) {
    fake_plan().drift = {};
    fake_plan().drift.*drift = 0.6;
    const Outcome outcome = call({"run", scene_, "-o", run_, "-q", "--force"});
    EXPECT_EQ(outcome.code, ExitCode::failed);
    EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
  }
}

/// Energy that is returned may be more than what is left: it warns above `stop`, and stops at
/// `stop_made`, or at `stop` where that is more.
TEST_F(Program, EnergyThatIsReturnedHasAThresholdOfItsOwn) {
  fake_plan().drift.map = 0.01;
  const Outcome outcome = call({"run", scene_, "-o", run_, "-q", "--set", "alarms.stop_made=0.13"});
  EXPECT_EQ(outcome.code, ExitCode::failed);
  EXPECT_NE(
      outcome.err.find("error: step 7 (t = 0.07 s): body \"b\": energy made by the map is 14 % of "
                       "its greatest energy, above the 13 % of [alarms] stop_made; "),
      std::string::npos)
      << outcome.err;
  EXPECT_EQ(call({"run", scene_, "-o", run_, "-q", "--force", "--set", "alarms.stop_made=0.13",
                  "--set", "alarms.stop=0.3"})
                .err,
            "");
  EXPECT_EQ(
      call({"run", scene_, "-o", run_, "-q", "--force"}).err,
      "warning: at the end (t = 0.1 s): body \"b\": energy made by the map is 20 % of its "
      "greatest energy, above the 5 % of [alarms] stop (and of 1 more body): it was returned, "
      "but elsewhere in the body\n");
}

/// Contact that has lost hold of bodies ends a run, but not where the scene lets them overlap.
TEST_F(Program, BodiesThatAreDeepInEachOtherEndTheRun) {
  fake_plan().change = [](StepRecord& step) {
    step.contact.max_overlap = 0.3 * step.step;
    step.contact.deepest.at = {0.1, 0.25, -0.3};
    step.deepest = {"ball", "floor"};
  };
  const Outcome outcome = call({"run", scene_, "-o", run_, "-q"});
  EXPECT_EQ(outcome.code, ExitCode::failed);
  EXPECT_NE(outcome.err.find(
                "error: step 4 (t = 0.04 s): body \"ball\" is 1.2 cells deep in \"floor\" near "
                "(0.1, 0.25, -0.3), more than twice the 0.5 of [alarms] stop_overlap; "),
            std::string::npos)
      << outcome.err;
  for (const char* set : {"alarms.stop_overlap=inf", "contact.allow_overlap=true"})
    EXPECT_EQ(call({"run", scene_, "-o", run_, "-q", "--force", "--set", set}).code,
              ExitCode::done);
}

/// What the files show is looked at frame by frame; the first shows how the scene begins.
TEST_F(Program, AFrameOfBodiesThatOverlapEndsTheRun) {
  FrameMaps maps;
  maps.h = 0.05;
  add_map(maps, "one", {Shape::sphere(0.2), {{0.5, 0.5, 0.5}}}, no_displacement);
  add_map(maps, "two", {Shape::sphere(0.2), {{0.867, 0.5, 0.5}}}, no_displacement);
  fake_plan().maps = maps.bodies;
  const Outcome outcome = call({"run", scene_, "-o", run_, "-q"});
  EXPECT_EQ(outcome.code, ExitCode::failed);
  const std::string where = "error: step 2 (t = 0.02 s), frame 6: body \"two\" is 0.6";
  EXPECT_NE(outcome.err.find(where), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find(" cells deep in \"one\" near (0.6"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("), more than the 0.5 of [alarms] stop_overlap; "), std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("; at rest that is (0.6"), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find("closes on itself"), std::string::npos) << outcome.err;
  EXPECT_TRUE(fs::exists(fs::path(run_) / "vdb/ball_0006.vdb"));  // to look at
  for (const char* set : {"alarms.stop_overlap=0.7", "contact.allow_overlap=true"})
    EXPECT_EQ(call({"run", scene_, "-o", run_, "-q", "--force", "--set", set}).code,
              ExitCode::done);
}

/// Catches errors that add up, each of them below what its own alarm watches for.
TEST_F(Program, AlarmWatchesWhatAllErrorsMakeTogether) {
  fake_plan().change = [](StepRecord& step) { step.drift_energy = -0.008 * step.step; };
  const Outcome outcome = call({"run", scene_, "-o", run_, "-q"});
  EXPECT_EQ(outcome.code, ExitCode::failed);
  const std::string all = "all bodies: energy made by all errors together is ";
  EXPECT_NE(outcome.err.find("error: step 7 (t = 0.07 s): " + all + "-5.6 % of their"),
            std::string::npos)
      << outcome.err;
  EXPECT_EQ(lines(outcome.err), 1u) << outcome.err;
}

/// Contact that makes energy is wrong; unless bodies may overlap at the start, who then fly apart.
TEST_F(Program, AlarmWatchesWhatNormalImpulsesGive) {
  fake_plan().change = [](StepRecord& step) { step.drift_impact = 0.009 * step.step; };
  const Outcome outcome = call({"run", scene_, "-o", run_, "-q"});
  EXPECT_EQ(outcome.code, ExitCode::failed);
  EXPECT_NE(outcome.err.find("error: step 6 (t = 0.06 s): all bodies: energy given by normal "
                             "impulses is 5.4 % of their greatest energy, above the 5 %"),
            std::string::npos)
      << outcome.err;
  EXPECT_EQ(
      call({"run", scene_, "-o", run_, "-q", "--force", "--set", "contact.allow_overlap=true"})
          .code,
      ExitCode::done);
  fake_plan().change = [](StepRecord& step) { step.drift_impact = -0.09 * step.step; };
  EXPECT_EQ(call({"run", scene_, "-o", run_, "-q", "--force"}).code, ExitCode::done);
}

TEST_F(Program, AlarmsThatAreInfiniteAreSilent) {
  fake_plan().drift = {1, 1, 1, 1, 1};
  const Outcome outcome = call(
      {"run", scene_, "-o", run_, "-q", "--set", "alarms.stop=inf", "--set", "alarms.warn=inf"});
  EXPECT_EQ(outcome.code, ExitCode::done);
  EXPECT_EQ(outcome.err, "");
}

/// From step 3 on everything that can be noted happens in each of the ten steps.
void spoil(StepRecord& step) {
  if (step.step < 3) return;
  step.sp_unconverged = 1;
  step.contact.solver.reason = "staggered projections did not converge in 20 iterations";
  step.contact.max_overlap = step.step == 5 ? 0.26 : 0.24;
  step.repaired_nodes = 2, step.clamped_points = 3;
  step.contact.solver.all_qps.fallbacks = 4;
}

TEST_F(Program, RunSaysOnceWhatIsWrongWithItsStepsAndSumsItUp) {
  fake_plan().change = spoil;
  fake_plan().drift.left = 0.001;  // body "b" is above 1 % in step 6, "a" never
  const Outcome outcome = call({"run", scene_, "-o", run_});
  EXPECT_EQ(outcome.code, ExitCode::done) << outcome.err;
  EXPECT_EQ(lines(outcome.err), 6u + 5u) << outcome.err;  // frames; four lapses and an alarm
  for (const char* warning :
       {"warning: step 3 (t = 0.03 s): staggered projections did not converge in 20 iterations; ",
        "warning: step 5 (t = 0.05 s): bodies were more than a quarter of a cell deep in each "
        "other; ",
        "warning: step 3 (t = 0.03 s): body \"b\": it is folded more finely than its cells ",
        "warning: step 3 (t = 0.03 s): a body: it is turned inside out in places, "})
    EXPECT_NE(outcome.err.find(warning), std::string::npos) << warning << outcome.err;
  const std::string quality =
      "quality: 8 unconverged steps, 1 overlap spike, 16 repaired nodes, 24 clamped points, "
      "1 alarm\n";
  EXPECT_NE(outcome.out.find(quality), std::string::npos) << outcome.out;
  EXPECT_NE(content(run_ + "/run.log").find(quality), std::string::npos);
  EXPECT_NE(content(run_ + "/run.log").find("the working sets of 32 QPs"), std::string::npos);
  const nlohmann::json json = report(), totals = json.at("totals");
  EXPECT_EQ(json.at("flawless"), false);
  for (const auto& [key, count] : std::map<std::string, int>{{"unconverged_steps", 8},
                                                             {"overlap_spikes", 1},
                                                             {"repaired_nodes", 16},
                                                             {"clamped_points", 24},
                                                             {"fallbacks", 32},
                                                             {"alarms", 1}})
    EXPECT_EQ(totals.at(key), count) << key;
}

TEST_F(Program, WhatWasSaidIsNotSaidAgainAfterAResume) {
  fake_plan().change = spoil;
  fake_plan().interrupted_at = 4;
  ASSERT_EQ(call({"run", scene_, "-o", run_, "-q"}).code, ExitCode::interrupted);
  fake_plan().interrupted_at = 0;
  const Outcome outcome = call({"run", "--resume", run_, "-q"});
  EXPECT_EQ(lines(outcome.err), 1u) << outcome.err;  // the overlap of step 5
  EXPECT_EQ(report().at("totals").at("unconverged_steps"), 8);
}

/// Voxels too small for OpenVDB, which no scene file has, stand for any fault in a file's writer.
TEST_F(Program, FilesThatCannotBeMadeAreCountedAndTheRunGoesOn) {
  Scene scene = read_scene(scene_);
  scene.output.voxel_size = 1e-6;
  RunSettings settings;
  settings.folder = run_, settings.force_memory = true;
  settings.progress = ProgressStyle::silent;
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_scene(scene, settings), ExitCode::done);
  const std::string err = testing::internal::GetCapturedStderr();
  EXPECT_EQ(lines(err), 1U) << err;
  EXPECT_EQ(err.find("warning: frame 5: vdb is not written"), 0U) << err;
  EXPECT_EQ(report().at("totals").at("missing_outputs"), 6);
  EXPECT_EQ(report().at("totals").at("frames"), 6);
  EXPECT_EQ(report().at("flawless"), false);
  const std::string log = content(run_ + "/run.log");
  EXPECT_NE(log.find("warning: frame 10: vdb is not written"), std::string::npos) << log;
  EXPECT_NE(log.find("quality: 6 missing outputs"), std::string::npos) << log;
  settings.force = settings.strict = true;
  EXPECT_THROW(run_scene(scene, settings), SimulationError);
}

/// Each by itself, or one of them could be forgotten.
TEST_F(Program, StrictMakesAnyLapseAFailure) {
  fake_plan().change = [](StepRecord& step) {
    step.elastic = 2, step.energy.residual = 0.019;
    step.contact.solver.all_qps.fallbacks = 1;  // which cost time
  };
  const Outcome flawless = call({"run", scene_, "-o", run_, "--strict"});
  EXPECT_EQ(flawless.code, ExitCode::done) << flawless.err;
  EXPECT_NE(flawless.out.find("quality: nothing to note\n"), std::string::npos);
  EXPECT_EQ(report().at("flawless"), true);
  const std::function<void(StepRecord&)> lapses[] = {
      [](StepRecord& step) { step.sp_unconverged = 1; },
      [](StepRecord& step) { step.contact.max_overlap = 0.3; },
      [](StepRecord& step) { step.repaired_nodes = 1; },
      [](StepRecord& step) { step.clamped_points = 1; },
      [](StepRecord& step) { step.elastic = 2, step.energy.residual = -0.021; }};
  const auto expect_failure = [&] {
    const Outcome outcome = call({"run", scene_, "-o", run_, "--strict", "-q", "--force"});
    EXPECT_EQ(outcome.code, ExitCode::failed);
    EXPECT_NE(outcome.err.find("error: the run is finished, but not flawless"), std::string::npos);
    EXPECT_EQ(report().at("exit_state"), "finished");
    EXPECT_EQ(call({"run", scene_, "-o", run_, "-q", "--force"}).code, ExitCode::done);
  };
  for (const auto& lapse : lapses) {
    fake_plan().change = lapse;
    expect_failure();
  }
  fake_plan().change = {};
  fake_plan().drift.spin = 0.002;  // an alarm
  expect_failure();
}

TEST_F(Program, RunThatIsInterruptedFinishesItsStep) {
  fake_plan().interrupted_at = 3;
  const Outcome outcome = call({"run", scene_, "-o", run_});
  EXPECT_EQ(static_cast<int>(outcome.code), 130);
  EXPECT_EQ(report().at("exit_state"), "interrupted");
  EXPECT_EQ(lines(content(run_ + "/steps.csv")), 4u);
  EXPECT_TRUE(outcome.out.starts_with("interrupted: 2 frames, 3 steps")) << outcome.out;
}

TEST_F(Program, TheGpuIsAMachineErrorWhereThereIsNone) {
  if (gpu_available()) GTEST_SKIP() << "there is a GPU";
  for (const char* option : {"--backend", "--solver-backend"}) {
    const Outcome outcome = call({"run", scene_, "-o", run_, option, "gpu"});
    EXPECT_EQ(outcome.code, ExitCode::machine);
    EXPECT_EQ(lines(outcome.err), 1u) << outcome.err;
    EXPECT_NE(outcome.err.find("or pass " + std::string(option) + " cpu"), std::string::npos)
        << outcome.err;
    EXPECT_FALSE(fs::exists(run_));
  }
}

/// What it writes is a scene, which is checked as far as its first steps; nothing is overwritten.
TEST_F(Program, NewWritesASceneToStartFrom) {
  const std::string name = (folder_ / "mine").string();
  const Outcome outcome = call({"new", name});
  EXPECT_EQ(outcome.code, ExitCode::done) << outcome.err;
  const Outcome check = call({"check", name + ".toml"});
  EXPECT_EQ(check.code, ExitCode::done) << check.err;
  EXPECT_EQ(check.err, "");
  EXPECT_NE(check.out.find("body       rod"), std::string::npos) << check.out;
  const std::string before = content(name + ".toml");
  const Outcome again = call({"new", name + ".toml"});
  EXPECT_EQ(again.code, ExitCode::bad_input);
  EXPECT_EQ(again.err, "error: " + name + ".toml is there already; take another name\n");
  EXPECT_EQ(content(name + ".toml"), before);
  EXPECT_EQ(call({"new", (folder_ / "none/mine").string()}).code, ExitCode::bad_input);
  EXPECT_TRUE(call({"new", (folder_ / "it's mine").string()})
                  .out.ends_with("it'\\''s mine.toml' --preview\n"));
}

/// Of a step that is given nobody needs to be told.
TEST_F(Program, CheckSaysWhereViscosityMakesStepsShort) {
  const std::string said = "the viscosity of body_1 makes steps so short; without it they are ";
  const std::string viscous = "body.0.material.viscosity=1";
  EXPECT_EQ(call({"check", scene_, "--set", viscous}).out.find(said), std::string::npos);
  std::string text = scene_text;
  text.erase(text.find(", dt = 0.01"), 11);
  std::ofstream(scene_) << text;
  fake_plan().stable = {0.01};
  EXPECT_EQ(call({"check", scene_}).out.find(said), std::string::npos);
  const Outcome outcome = call({"check", scene_, "--set", viscous});
  EXPECT_NE(outcome.out.find(said), std::string::npos) << outcome.out << outcome.err;
}

TEST_F(Program, CheckPrintsSizesAndWritesNothing) {
  const Outcome outcome = call({"check", scene_});
  EXPECT_EQ(outcome.code, ExitCode::done) << outcome.err;
  EXPECT_NE(outcome.out.find("20 x 20 x 20 cells of 0.05 m"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("5 frames after the first, 10 steps of 0.01 s"), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("body_1: 0.4 x 0.4 x 0.4 m, 33.51 kg, 268 cells, 8 cells thin"),
            std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("disk       about 1 MB, of "), std::string::npos) << outcome.out;
  fake_plan().stable = {0.02};
  const Outcome divided =
      call({"check", scene_, "--set", "time.dt=0.05", "--set", "output.fps=10"});
  EXPECT_NE(divided.out.find("1 frame after the first, 6 steps of 0.0167 s"), std::string::npos)
      << divided.out;
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
  const Outcome bad = call({"check", scene_, "--set", "body.0.shape=pyramid"});
  EXPECT_EQ(bad.code, ExitCode::bad_input);
  EXPECT_TRUE(bad.err.starts_with("error: --set body.0.shape=pyramid: [body \"body_1\"] shape is"))
      << bad.err;
  EXPECT_EQ(bad.out, "");
}

/// A run whose numerics are not the tested ones can be told from others.
TEST_F(Program, SaysWhichNumericsASceneChanges) {
  const std::string said = "kink_stiffness = 0 (0.1), limit_map = false (true)\n";
  const std::vector<std::string> changes = {"--set", "numerics.kink_stiffness=0", "--set",
                                            "numerics.limit_map=false"};
  std::vector<std::string> words = {"check", scene_};
  words.insert(words.end(), changes.begin(), changes.end());
  EXPECT_NE(call(words).out.find("numerics   " + said), std::string::npos);
  words = {"run", scene_, "-o", run_, "-q"};
  words.insert(words.end(), changes.begin(), changes.end());
  ASSERT_EQ(call(words).code, ExitCode::done);
  EXPECT_NE(content(run_ + "/run.log").find("numerics: " + said), std::string::npos);
  EXPECT_NE(call({"info", run_}).out.find("numerics   " + said), std::string::npos);
  EXPECT_EQ(call({"check", scene_}).out.find("numerics"), std::string::npos);
}

/// Where a run would end at once, check says so, and the run makes no folder.
TEST_F(Program, CheckAndRunRefuseTheSame) {
  const auto expect_refused = [&](const std::string& why) {
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"check", scene_}, {"run", scene_, "-o", run_}}) {
      std::vector<std::string> warned = words;  // which then would be beside the point
      warned.insert(warned.end(), {"--set", "time.duration=0.11"});
      const Outcome outcome = call(warned);
      EXPECT_EQ(outcome.code, ExitCode::bad_input) << words[0] << why;
      EXPECT_NE(outcome.err.find(why), std::string::npos) << outcome.err;
      EXPECT_EQ(lines(outcome.err), 1u) << outcome.err;
      EXPECT_FALSE(fs::exists(run_));
    }
  };
  fake_plan().cannot_start = true;
  expect_refused("the bodies cannot be placed");
  fake_plan() = {};
  fake_plan().stable = {1e-12};
  expect_refused("ball.toml: at 0 s the stable step is 1e-12 s (body \"a\": waves), too small");
  fake_plan() = {};
  fake_plan().fails_at = 2;
  const Outcome failing = call({"check", scene_});
  EXPECT_EQ(failing.code, ExitCode::bad_input);
  EXPECT_NE(failing.err.find("the run fails in its first steps: body \"a\" has folded"),
            std::string::npos)
      << failing.err;
}

/// The steps that check tries are those of a run, each as long as is stable then.
TEST_F(Program, CheckTriesTheStepsOfARun) {
  std::vector<double> steps;
  fake_plan().stable = {0.01, 0.001};
  fake_plan().change = [&](StepRecord& step) { steps.push_back(step.dt); };
  EXPECT_EQ(call({"check", scene_}).code, ExitCode::done);
  ASSERT_GE(steps.size(), 3u);
  EXPECT_LT(*std::min_element(steps.end() - 3, steps.end()), 0.0011);
}

/// What runs on coarse cells take of frames is less by as much as their cells are larger.
TEST_F(Program, CheckMakesVoxelsCoarseWithTheCells) {
  EXPECT_EQ(call({"check", scene_, "--set", "output.voxel_size=0.01"}).code, ExitCode::done);
  EXPECT_EQ(fake_plan().voxels.size(), 3u);
  for (const double voxel : fake_plan().voxels) EXPECT_NEAR(voxel, 0.2, 1e-12);
}

TEST_F(Program, CheckWarnsOnStderr) {
  const Outcome outcome = call({"check", scene_, "--set", "time.duration=0.01"});
  EXPECT_EQ(outcome.code, ExitCode::done);
  EXPECT_TRUE(outcome.err.starts_with("warning: --set time.duration=0.01: [time] duration"))
      << outcome.err;
  EXPECT_NE(call({"check", scene_, "--until", "0.04"}).out.find("time       0.04 s: 2 frames"),
            std::string::npos);
}

TEST_F(Program, UsageErrorsAreOneLineWithAHint) {
  const Outcome none = call({});
  EXPECT_EQ(none.code, ExitCode::bad_input);
  EXPECT_TRUE(none.err.ends_with("; see eulersolid --help\n")) << none.err;
  const Outcome unknown = call({"run", scene_, "--frobnicate"});
  EXPECT_EQ(unknown.code, ExitCode::bad_input);
  EXPECT_NE(unknown.err.find("--frobnicate"), std::string::npos);
  EXPECT_TRUE(unknown.err.ends_with("; see eulersolid run --help\n")) << unknown.err;
  const Outcome misspelt = call({"rnu", scene_});
  EXPECT_EQ(misspelt.code, ExitCode::bad_input);
  EXPECT_EQ(misspelt.err,
            "error: rnu is not a command; did you mean \"run\"?; see eulersolid --help\n");
  EXPECT_EQ(call({"check", scene_, "--frames", "1"}).err,
            "error: not expected here: --frames 1; see eulersolid check --help\n");
}

TEST_F(Program, HelpVersionSchemaAndInfoSucceed) {
  EXPECT_NE(call({"--help"}).out.find("check"), std::string::npos);
  EXPECT_NE(call({"run", "--help"}).out.find("--force"), std::string::npos);
  EXPECT_TRUE(call({"--version"}).out.starts_with("eulersolid "));
  EXPECT_TRUE(nlohmann::json::accept(call({"schema"}).out));
  EXPECT_TRUE(call({"schema", "--markdown"}).out.starts_with("# Scenes"));
  EXPECT_NE(call({"info"}).out.find("OpenVDB"), std::string::npos);
  EXPECT_EQ(call({"info", scene_}).code, ExitCode::bad_input);
  EXPECT_EQ(call({"preview", folder_ / "none.vdb"}).code, ExitCode::bad_input);
}

TEST_F(Program, InfoSumsUpARun) {
  ASSERT_EQ(call({"run", scene_, "-o", run_, "-q"}).code, ExitCode::done);
  const Outcome outcome = call({"info", run_});
  EXPECT_EQ(outcome.code, ExitCode::done);
  for (const char* word : {"finished", "frames", "quality", "tables", "vdb/"})
    EXPECT_NE(outcome.out.find(word), std::string::npos) << word << "\n" << outcome.out;
  std::ofstream(fs::path(run_) / "run.json") << "{";
  EXPECT_NE(call({"info", run_}).err.find("run.json cannot be read; it is damaged"),
            std::string::npos);
  EXPECT_NE(call({"info", folder_}).err.find("is not the folder of a run"), std::string::npos);
}

/// Bodies that may overlap at the start are deep in each other because somebody wants it.
TEST_F(Program, OverlapThatIsAllowedIsNoSpike) {
  fake_plan().change = [](StepRecord& step) { step.contact.max_overlap = 0.4; };
  const auto spikes = [&](const std::string& allowed) {
    const Outcome outcome = call(
        {"run", scene_, "-o", run_, "-q", "--force", "--set", "contact.allow_overlap=" + allowed});
    EXPECT_EQ(outcome.code, ExitCode::done) << outcome.err;
    return outcome.err.find("a quarter of a cell deep") != std::string::npos;
  };
  EXPECT_TRUE(spikes("false"));
  EXPECT_FALSE(spikes("true"));
}

TEST_F(Program, TimesMayHaveUnits) {
  const Outcome outcome = call({"check", scene_, "--until", "40 ms"});
  EXPECT_NE(outcome.out.find("time       0.04 s: "), std::string::npos)
      << outcome.out << outcome.err;
  EXPECT_EQ(call({"run", scene_, "-o", run_, "--until", "1 kg"}).code, ExitCode::bad_input);
}

TEST_F(Program, WhatCannotBePlottedOrDrawnIsOneLine) {
  ASSERT_EQ(call({"run", scene_, "-o", run_, "-q"}).code, ExitCode::done);
  const std::vector<std::vector<std::string>> faults{
      {"plot", folder_ / "none"},
      {"plot", run_, "-o", folder_ / "a.bmp"},
      {"preview", run_, "-o", folder_ / "a.png"},
      {"preview", run_, "--size", "0x0"},
      {"preview", run_, "--size", "100000x100000"},
      {"preview", run_, "--size", "960x720x3"},
      {"preview", run_, "--movie", folder_ / "a.avi"},
      {"preview", folder_, "--movie", folder_ / "a.mp4"}};
  for (const std::vector<std::string>& words : faults) {
    const Outcome outcome = call(words);
    EXPECT_EQ(outcome.code, ExitCode::bad_input) << words.back();
    EXPECT_EQ(lines(outcome.err), 1u) << outcome.err;
  }
}

TEST(DurationText, UsesTheUnitThatAPersonWould) {
  EXPECT_EQ(duration_text(3.21), "3.2 s");
  EXPECT_EQ(duration_text(59.96), "1 min 00 s");
  EXPECT_EQ(duration_text(245), "4 min 05 s");
  EXPECT_EQ(duration_text(7980), "2 h 13 min");
  EXPECT_EQ(duration_text(INFINITY), "years");
}

}  // namespace
}  // namespace eulersolid
