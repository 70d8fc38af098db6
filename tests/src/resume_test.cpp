#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "io/run/folder_lock.h"
#include "tests/contact/solvers/coulomb/local_problems.h"
#include "tests/src/program.h"

namespace eulersolid {
namespace {

namespace fs = std::filesystem;

/// A run that is stopped in its fifth step of ten, whose second frame, at 0.04 s, is written.
class Resume : public Program {
 protected:
  void interrupt(std::vector<std::string> more = {}) {
    fake_plan().interrupted_at = 5;
    more.insert(more.begin(), {"run", scene_, "-o", run_, "-q"});
    ASSERT_EQ(call(more).code, ExitCode::interrupted);
    fake_plan().interrupted_at = 0;
  }
  Outcome resume(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"run", "--resume", run_, "-q"});
    return call(more);
  }
  /// Step and time of each row of steps.csv: other columns tell what the clock said.
  std::string times_of(const std::string& run) {
    std::stringstream rows(content(run + "/steps.csv"));
    std::string row, firsts;
    while (std::getline(rows, row))
      firsts += row.substr(0, row.find(',', row.find(',') + 1)) + "\n";
    return firsts;
  }
  void expect_as_unbroken() {
    const std::string whole = (folder_ / "whole").string();
    fake_plan().warnings = {};
    ASSERT_EQ(call({"run", scene_, "-o", whole, "-q", "--force"}).code, ExitCode::done);
    EXPECT_EQ(times_of(run_), times_of(whole));
    for (const char* table : {"/bodies.csv", "/contacts.csv"})
      EXPECT_EQ(content(run_ + table), content(whole + table)) << table;
    for (int frame = 5; frame <= 10; ++frame)
      EXPECT_TRUE(fs::exists(run_ + "/vdb/ball_00" + (frame < 10 ? "0" : "") +
                             std::to_string(frame) + ".vdb"))
          << frame;
    EXPECT_EQ(report().at("exit_state"), "finished");
    EXPECT_EQ(report().at("totals").at("steps"), 10);
    EXPECT_EQ(report().at("totals").at("frames"), 6);
  }
};

TEST_F(Resume, GoesOnWhereTheRunWasInterrupted) {
  interrupt();
  EXPECT_TRUE(fs::exists(run_ + "/checkpoints/step_000005.h5"));
  const Outcome outcome = resume();
  EXPECT_EQ(outcome.code, ExitCode::done) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  expect_as_unbroken();
  EXPECT_EQ(report().at("resumed_from_step"), 5);
  EXPECT_NE(content(run_ + "/run.log").find("resumed after step 5 (0.05 s)"), std::string::npos);
}

TEST_F(Resume, KnowsWhichFrameItHasComeTo) {
  fake_plan().interrupted_at = 4;
  ASSERT_EQ(call({"run", scene_, "-o", run_, "-q"}).code, ExitCode::interrupted);
  fake_plan().interrupted_at = 0;
  const Outcome outcome = call({"run", "--resume", run_, "-v"});
  EXPECT_TRUE(outcome.err.starts_with("step 5  frame 7 ")) << outcome.err;
}

TEST_F(Resume, TakesTheSceneToo) {
  for (const bool scene_first : {true, false}) {
    fs::remove_all(run_);
    interrupt();
    const Outcome outcome = scene_first ? call({"run", scene_, "-o", run_, "--resume", "-q"})
                                        : call({"run", "-q", "-o", run_, "--resume", scene_});
    EXPECT_EQ(outcome.code, ExitCode::done) << outcome.err;
    expect_as_unbroken();
  }
}

/// Rows that were written after the last checkpoint are written again, not twice.
TEST_F(Resume, ForgetsWhatCameAfterTheCheckpoint) {
  interrupt();
  fs::rename(run_ + "/steps.csv", run_ + "/steps.csv.tmp");  // as a run that is killed leaves it
  std::ofstream(run_ + "/steps.csv.tmp", std::ios::app) << "6,0.06\n";
  std::ofstream(run_ + "/bodies.csv", std::ios::app) << "8,0.06\n";
  EXPECT_EQ(resume().code, ExitCode::done);
  expect_as_unbroken();
}

TEST_F(Resume, ExtendsARunThatHasFinished) {
  ASSERT_EQ(call({"run", scene_, "-o", run_, "-q", "--until", "0.06"}).code, ExitCode::done);
  ASSERT_EQ(report().at("totals").at("frames"), 4);
  EXPECT_EQ(resume({"--until", "0.1"}).code, ExitCode::done);
  expect_as_unbroken();
  EXPECT_EQ(resume().code, ExitCode::done);  // nothing is left to do
  expect_as_unbroken();
}

TEST_F(Resume, AfterAFailureGoesOnFromTheLastCheckpoint) {
  fake_plan().fails_at = 5;
  ASSERT_EQ(call({"run", scene_, "-o", run_, "-q", "--checkpoint-every", "1e-9"}).code,
            ExitCode::failed);
  fake_plan().fails_at = 0;
  EXPECT_TRUE(fs::exists(run_ + "/checkpoints/step_000004.h5"));
  EXPECT_EQ(resume().code, ExitCode::done);
  expect_as_unbroken();
}

/// With the checkpoint that a run would not have written for a minute yet: the way to it is gone
/// again, so that nothing is in it of the step that failed. Frames are written every second step.
TEST_F(Resume, AfterAFailureGoesOnFromTheLastGoodStep) {
  for (const int failing : {5, 6}) {
    fake_plan().fails_at = failing;
    const std::vector<std::string> words = {"run", scene_, "-o", run_, "-q", "--force"};
    const Outcome outcome = call(words);
    ASSERT_EQ(outcome.code, ExitCode::failed);
    EXPECT_EQ(lines(outcome.err), 1u) << outcome.err;
    EXPECT_TRUE(fs::exists(run_ + "/checkpoints/step_00000" + std::to_string(failing - 1) + ".h5"));
    const Outcome again = resume();
    EXPECT_EQ(again.code, ExitCode::failed);
    EXPECT_EQ(again.err, outcome.err);
    fake_plan().fails_at = 0;
    EXPECT_EQ(resume().code, ExitCode::done);
    expect_as_unbroken();
  }
}

/// Body "b" is above the threshold in step 6, whose row and frame are written by then: it is not
/// among the good ones, and comes again when the run goes on.
TEST_F(Resume, AfterAnAlarmTheStepIsTakenAgain) {
  fake_plan().drift.left = -0.002;
  const Outcome outcome = call({"run", scene_, "-o", run_, "-q", "--set", "alarms.stop=0.022"});
  ASSERT_EQ(outcome.code, ExitCode::failed);
  EXPECT_TRUE(fs::exists(run_ + "/checkpoints/step_000005.h5"));
  const std::string steps = times_of(run_), bodies = content(run_ + "/bodies.csv");
  const Outcome again = resume();
  EXPECT_EQ(again.code, ExitCode::failed);
  EXPECT_NE(outcome.err.find(again.err), std::string::npos) << "the error, the warning being old";
  EXPECT_EQ(times_of(run_), steps);
  EXPECT_EQ(content(run_ + "/bodies.csv"), bodies);
  EXPECT_EQ(report().at("totals").at("frames"), 4);
  EXPECT_EQ(resume({"--set", "alarms.stop=inf"}).code, ExitCode::done);
  expect_as_unbroken();
}

TEST_F(Resume, AfterAFailureThereIsNoCheckpointWhereNoneIsWanted) {
  fake_plan().fails_at = 5;
  ASSERT_EQ(call({"run", scene_, "-o", run_, "-q", "--checkpoint-every", "0"}).code,
            ExitCode::failed);
  EXPECT_FALSE(fs::exists(run_ + "/checkpoints"));
  fake_plan().fails_at = 1;  // after which no step is good
  ASSERT_EQ(call({"run", scene_, "-o", run_, "-q", "--force"}).code, ExitCode::failed);
  EXPECT_FALSE(fs::exists(run_ + "/checkpoints"));
}

TEST_F(Resume, OutputsAlarmsAndThreadsMayChange) {
  interrupt();
  EXPECT_EQ(
      resume({"--set", "output.half=true", "--set", "alarms.stop=inf", "--threads", "3"}).code,
      ExitCode::done);
  expect_as_unbroken();
}

/// Problems are named in the manifest before they are there, and those of a run that is resumed are
/// those of one that is not, to the last bit.
TEST_F(Resume, WritesTheProblemsOfAnUnbrokenRun) {
  const std::string whole = (folder_ / "whole").string();
  fake_plan().problem = FclibProblem{.global = two_points(10, {-1, 2, 0.5}, {-2, 0, 1}, 0.4)};
  ASSERT_EQ(call({"run", scene_, "-o", whole, "-q", "--dump-problems=2"}).code, ExitCode::done);
  interrupt({"--dump-problems=2"});
  std::ofstream(run_ + "/problems/step_000006.hdf5") << "as a kill after the checkpoint leaves it";
  ASSERT_EQ(resume({"--dump-problems=2"}).code, ExitCode::done);
  for (int step = 1; step <= 10; ++step) {
    const std::string name =
        "/problems/step_0000" + std::string(step < 10 ? "0" : "") + std::to_string(step) + ".hdf5";
    ASSERT_EQ(fs::exists(run_ + name), step % 2 == 0) << step;
    if (step % 2 == 1) continue;
    EXPECT_EQ(content(run_ + name), content(whole + name)) << step;
    EXPECT_NE(content(run_ + "/manifest.txt").find(name.substr(1) + "\n"), std::string::npos);
  }
  EXPECT_EQ(call({"solve", run_ + "/problems"}).code, ExitCode::done);
  ASSERT_EQ(call({"run", scene_, "-o", run_, "-q", "--force"}).code, ExitCode::done);
  EXPECT_FALSE(fs::exists(run_ + "/problems/step_000002.hdf5"));
}

TEST_F(Resume, RefusesAnotherSceneAndChangesNothing) {
  interrupt();
  const std::string steps = content(run_ + "/steps.csv"), json = content(run_ + "/run.json");
  const auto refusal = [&](const std::string& change) {
    const Outcome outcome = resume({"--set", change});
    EXPECT_EQ(outcome.code, ExitCode::bad_input);
    EXPECT_EQ(lines(outcome.err), 1u) << outcome.err;
    return outcome.err;
  };
  EXPECT_EQ(refusal("grid.cell_size=0.04"),
            "error: the run cannot be resumed with another scene: it was \"cell_size = 0.05\" of "
            "[grid], it is \"cell_size = 0.04\"\n");
  EXPECT_NE(refusal("output.fps=100").find("it was \"fps = 50\" of [output], it is \"fps = 100\""),
            std::string::npos);
  EXPECT_NE(refusal("body.0.velocity=[1,0,0]").find("of [[body]], name = \"body_1\", it is"),
            std::string::npos);
  EXPECT_NE(refusal("obstacle=[{shape=\"plane\",normal=[0,0,1],point=[0,0,-9]}]")
                .find("it was nothing, it is \"[[obstacle]]\""),
            std::string::npos);
  EXPECT_EQ(content(run_ + "/steps.csv"), steps);
  EXPECT_EQ(content(run_ + "/run.json"), json);
}

TEST_F(Resume, RefusesAFolderThatHasLostRows) {
  interrupt();
  const std::string bodies = content(run_ + "/bodies.csv");
  fs::resize_file(run_ + "/steps.csv", 10);
  const Outcome outcome = resume();
  EXPECT_EQ(outcome.code, ExitCode::bad_input);
  EXPECT_NE(outcome.err.find("steps.csv holds 10 bytes, fewer than the"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(content(run_ + "/bodies.csv"), bodies);
  EXPECT_FALSE(fs::exists(run_ + "/bodies.csv.tmp"));
}

/// A table that cannot be gone on with leaves all as they are, rows beyond the checkpoint too.
TEST_F(Resume, ThatFailsChangesNoTable) {
  interrupt();
  std::ofstream(run_ + "/bodies.csv", std::ios::app) << "8,0.06\n";
  const std::string steps = content(run_ + "/steps.csv"), bodies = content(run_ + "/bodies.csv");
  fs::rename(run_ + "/contacts.csv", folder_ / "elsewhere.csv");
  fs::create_symlink(folder_ / "elsewhere.csv", run_ + "/contacts.csv");
  EXPECT_EQ(resume().code, ExitCode::machine);
  EXPECT_EQ(content(run_ + "/steps.csv"), steps);
  EXPECT_EQ(content(run_ + "/bodies.csv"), bodies);
  fs::remove(run_ + "/contacts.csv");
  fs::rename(folder_ / "elsewhere.csv", run_ + "/contacts.csv");
  EXPECT_EQ(resume().code, ExitCode::done);
  expect_as_unbroken();
}

TEST_F(Resume, RefusesAnEndBeforeWhatIsThere) {
  interrupt();
  const std::string json = content(run_ + "/run.json");
  const Outcome outcome = resume({"--until", "0.04"});
  EXPECT_EQ(outcome.code, ExitCode::bad_input);
  EXPECT_EQ(outcome.err,
            "error: the run cannot be resumed: it has come to 0.05 s, and its last frame is to be "
            "at 0.04 s; name a later end, or run the scene anew\n");
  EXPECT_EQ(content(run_ + "/run.json"), json);
}

/// What a killed run had begun goes, also where the run does not come to that file again.
TEST_F(Resume, RemovesWhatWasLeftUnfinished) {
  interrupt();
  std::ofstream(run_ + "/manifest.txt", std::ios::app) << "- vdb/ball_0010.vdb\n";
  for (const char* name : {"/vdb/ball_0010.vdb.tmp", "/vdb/mine.tmp"})
    std::ofstream(run_ + name) << "half";
  EXPECT_EQ(resume({"--until", "0.06"}).code, ExitCode::done);
  EXPECT_FALSE(fs::exists(run_ + "/vdb/ball_0010.vdb.tmp"));
  EXPECT_TRUE(fs::exists(run_ + "/vdb/mine.tmp"));
}

TEST_F(Resume, SaysInOneLineWhatIsMissing) {
  const auto refusal = [&](const std::vector<std::string>& words) {
    const Outcome outcome = call(words);
    EXPECT_EQ(outcome.code, ExitCode::bad_input);
    EXPECT_EQ(lines(outcome.err), 1u) << outcome.err;
    return outcome.err;
  };
  const auto has = [](const std::string& text, const char* words) {
    EXPECT_NE(text.find(words), std::string::npos) << text;
  };
  has(refusal({"run", "--resume", run_}), "holds no run to resume (no scene.toml)");
  has(refusal({"run", "--resume"}), "SCENE is required");
  has(refusal({"run", scene_, "--resume", run_}), "takes its scene from the folder");
  has(refusal({"run", scene_, "-o", run_, "--force", "--resume"}), "excludes");
  for (const char* seconds : {"-1", "nan", "inf"})
    has(refusal({"run", scene_, "-o", run_, "--checkpoint-every", seconds}), "--checkpoint-every");
  interrupt();
  has(refusal({"run", scene_, "-o", run_}), "--resume to go on with it");
  fs::remove_all(run_ + "/checkpoints");
  has(refusal({"run", scene_, "-o", run_, "--resume"}), "holds no checkpoint to resume from");
  EXPECT_TRUE(fs::exists(run_ + "/vdb/ball_0005.vdb"));
  std::ofstream(run_ + "/manifest.txt") << "mine\n";
  fs::remove(run_ + "/run.json");
  has(refusal({"run", scene_, "-o", run_, "--resume"}), "holds no checkpoint to resume from");
}

/// There is nothing to go on from, and nothing to lose: as where the run was killed in its first
/// minute.
TEST_F(Resume, BeginsAnewWhereThereIsNoCheckpointYet) {
  const auto begin = [&](const std::vector<std::string>& words) {
    const Outcome outcome = call(words);
    EXPECT_EQ(outcome.code, ExitCode::done) << outcome.err;
    EXPECT_EQ(lines(outcome.err), 1u) << outcome.err;
    EXPECT_NE(outcome.err.find("begins anew"), std::string::npos) << outcome.err;
    expect_as_unbroken();
    EXPECT_FALSE(report().contains("resumed_from_step"));
  };
  begin({"run", scene_, "-o", run_, "--resume", "-q"});
  const auto be_killed = [&](const char* state = "running") {
    fs::remove_all(run_ + "/checkpoints");
    nlohmann::json json = report();
    json["exit_state"] = state;
    std::ofstream(run_ + "/run.json") << json.dump();
  };
  be_killed();
  begin({"run", "--resume", run_, "-q"});
  be_killed();
  begin({"run", "--resume", run_, "-q", "--cell-size", "0.05"});
  for (const char* list : {"", "# Files of a run"}) {  // as far as a full disk took it
    fs::remove_all(run_);
    fs::create_directories(run_);
    std::ofstream(run_ + "/manifest.txt") << list;
    std::ofstream(run_ + "/run.log");
    begin({"run", scene_, "-o", run_, "--resume", "-q"});
  }
  be_killed("failed");
  begin({"run", "--resume", run_, "-q"});
  be_killed();
  {
    const FolderLock other(run_);
    const Outcome outcome = call({"run", "--resume", run_, "-q"});
    EXPECT_NE(outcome.err.find("is in use"), std::string::npos) << outcome.err;
    EXPECT_EQ(lines(outcome.err), 1u) << outcome.err;
  }
  std::ofstream(run_ + "/vdb/ball_0006.vdb", std::ios::app) << "mine";
  const Outcome outcome = call({"run", "--resume", run_, "-q"});
  EXPECT_EQ(outcome.code, ExitCode::bad_input);
  EXPECT_NE(outcome.err.find("vdb/ball_0006.vdb is not as a run has left it"), std::string::npos);
}

TEST_F(Resume, GoesOnWithSmallerCells) {
  for (const bool by_size : {true, false}) {
    fs::remove_all(run_);
    interrupt();
    const Outcome outcome = by_size ? resume({"--cell-size", "0.035"}) : resume({"--refine"});
    EXPECT_EQ(outcome.code, ExitCode::done) << outcome.err;
    expect_as_unbroken();
    EXPECT_EQ(report().at("cell_size"), 0.035);
    EXPECT_EQ(report().at("totals").at("refinements"), 1);
    EXPECT_NE(content(run_ + "/scene.toml").find("cell_size = 0.035"), std::string::npos);
    EXPECT_NE(content(run_ + "/run.log").find("from cells of 0.05 m onto cells of 0.035 m"),
              std::string::npos);
    // As a run on these cells, also where the scene is named that has others, or where the run was
    // killed before it could say so in the folder.
    EXPECT_EQ(call({"run", scene_, "-o", run_, "--resume", "-q", "--until", "0.12"}).code,
              ExitCode::done);
    EXPECT_EQ(report().at("totals").at("steps"), 12);
    std::string scene = content(run_ + "/scene.toml");
    scene.replace(scene.find("cell_size = 0.035"), 17, "cell_size = 0.05");
    std::ofstream(run_ + "/scene.toml") << scene;
    const Outcome again = resume({"--until", "0.14"});
    EXPECT_EQ(again.code, ExitCode::done) << again.err;
    EXPECT_EQ(report().at("cell_size"), 0.035);
  }
}

/// What cells made is counted anew, but the run has had its alarms.
TEST_F(Resume, RemembersAlarmsOnOtherCells) {
  fake_plan().drift.left = -0.002;
  interrupt({"--set", "alarms.warn=0.001", "--set", "alarms.stop=inf"});
  const int alarms = report().at("totals").at("alarms");
  ASSERT_GT(alarms, 0);
  fake_plan().drift.left = 0;
  EXPECT_EQ(resume({"--refine", "--strict"}).code, ExitCode::failed);
  EXPECT_EQ(report().at("totals").at("alarms"), alarms);
}

TEST_F(Resume, RefusesLargerCells) {
  interrupt();
  const std::string json = content(run_ + "/run.json");
  const Outcome outcome = resume({"--cell-size", "0.06"});
  EXPECT_EQ(outcome.code, ExitCode::bad_input);
  EXPECT_EQ(lines(outcome.err), 1u);
  EXPECT_NE(outcome.err.find("--cell-size is 0.06 m, but must be less than that of the run, 0.05"),
            std::string::npos)
      << outcome.err;
  EXPECT_EQ(resume({"--cell-size", "0.03", "--refine"}).code, ExitCode::bad_input);
  for (const char* size : {"0.05", "0", "-1", "nan", "1e999", "x"}) {
    const Outcome wrong = resume({"--cell-size", size});
    EXPECT_EQ(wrong.code, ExitCode::bad_input) << size;
    EXPECT_EQ(lines(wrong.err), 1u) << wrong.err;
  }
  EXPECT_EQ(content(run_ + "/run.json"), json);
}

/// The eighth step fails on cells above 0.03 m; its frames are those of steps 2, 4 and 6, and the
/// one before the last is that of step 4.
TEST_F(Resume, RefinesByItselfWhereARunFails) {
  fake_plan().fails_at = 8, fake_plan().good_cells = 0.03;
  const Outcome outcome = call({"run", scene_, "-o", run_, "-q", "--refine"});
  EXPECT_EQ(outcome.code, ExitCode::done) << outcome.err;
  EXPECT_EQ(lines(outcome.err), 2u) << outcome.err;
  EXPECT_NE(outcome.err.find("it goes on with cells of 0.035 m"), std::string::npos);
  EXPECT_NE(outcome.err.find("it goes on with cells of 0.0245 m"), std::string::npos);
  EXPECT_EQ(report().at("resumed_from_step"), 4);
  EXPECT_EQ(report().at("totals").at("refinements"), 2);
  fake_plan().fails_at = 0;
  expect_as_unbroken();
  ASSERT_EQ(call({"run", scene_, "-o", run_, "-q", "--force", "--until", "0.02"}).code,
            ExitCode::done);
  EXPECT_FALSE(fs::exists(run_ + "/checkpoints/step_000004.h5"));
}

/// The failure is what ended the run, whatever keeps it from going on.
TEST_F(Resume, SaysWhyItFailedWhereItCannotRefine) {
  fake_plan().fails_at = 8;
  std::ofstream(scene_) << R"(
time = { duration = 0.1, dt = 0.01 }
grid = { origin = [0, 0, 0], size = [1e-3, 1e-3, 1e-3], cell_size = 2e-5 }
[[body]]
shape = "sphere"
centre = [5e-4, 5e-4, 5e-4]
radius = 2e-4
material = { density = 1000, youngs_modulus = 1e3, poissons_ratio = 0.3 }
)";
  const Outcome outcome = call({"run", scene_, "-o", run_, "-q", "--refine"});
  EXPECT_EQ(outcome.code, ExitCode::failed) << outcome.err;
  EXPECT_NE(outcome.err.find("error: body \"a\" has folded in step 3; nor can it go on: "),
            std::string::npos)
      << outcome.err;
}

TEST_F(Resume, RefinesNoMoreOftenThanItMay) {
  fake_plan().fails_at = 8;
  const Outcome outcome = call({"run", scene_, "-o", run_, "-q", "--set", "alarms.refine=1"});
  EXPECT_EQ(outcome.code, ExitCode::failed);
  EXPECT_EQ(lines(outcome.err), 2u) << outcome.err;
  EXPECT_EQ(report().at("exit_state"), "failed");
  EXPECT_TRUE(fs::exists(run_ + "/checkpoints/step_000007.h5"));
  fake_plan().fails_at = 0;
  EXPECT_EQ(resume().code, ExitCode::done);
  expect_as_unbroken();
}

TEST_F(Resume, ForceRemovesCheckpoints) {
  interrupt();
  ASSERT_EQ(call({"run", scene_, "-o", run_, "-q", "--force"}).code, ExitCode::done);
  EXPECT_FALSE(fs::exists(run_ + "/checkpoints/step_000005.h5"));
}

TEST_F(Resume, OneRunHasAFolderAtATime) {
  interrupt();
  const std::string json = content(run_ + "/run.json");
  {
    const FolderLock other(run_);
    const std::string process = "(process " + std::to_string(getpid()) + ", since 20";
    for (const Outcome& outcome : {resume(), call({"run", scene_, "-o", run_, "-q", "--force"})}) {
      EXPECT_EQ(outcome.code, ExitCode::bad_input);
      EXPECT_NE(outcome.err.find("is in use by another run " + process), std::string::npos)
          << outcome.err;
    }
  }
  EXPECT_EQ(content(run_ + "/run.json"), json);
  EXPECT_EQ(resume().code, ExitCode::done);
}

}  // namespace
}  // namespace eulersolid
