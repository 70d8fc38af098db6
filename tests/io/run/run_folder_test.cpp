#include "io/run/run_folder.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <optional>
#include <system_error>

#include "io/output_file.h"
#include "io/run/folder_lock.h"
#include "io/run/statistics.h"
#include "io/vdb/vdb.h"
#include "kernels/core/error.h"
#include "tests/io/surface/maps.h"

namespace eulersolid {
namespace {

namespace fs = std::filesystem;

/// While it lives, no file may grow beyond a number of bytes: what a full disk looks like to a
/// writer, but for the errno.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) {
    old_signal_ = std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old_limit_);
    const rlimit limit{bytes, old_limit_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    setrlimit(RLIMIT_FSIZE, &old_limit_);
    std::signal(SIGXFSZ, old_signal_);
  }

 private:
  rlimit old_limit_{};
  void (*old_signal_)(int) = nullptr;
};

std::vector<std::string> files_in(const fs::path& dir) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(dir))
    if (entry.is_regular_file()) names.push_back(fs::relative(entry.path(), dir).string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string message_of(const fs::path& dir, bool force) {
  try {
    RunFolder::create(dir, force, {.name = "a"});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

StepRecord step(int number) {
  StepRecord record;
  record.step = number, record.seconds_output = 0.5;
  return record;
}

BodyRecord body(const std::string& name) {
  BodyRecord record;
  record.body = name;
  return record;
}

FrameMaps numbered_frame(int number) {
  FrameMaps frame = sphere_maps(6);
  frame.frame = number;
  return frame;
}

/// A run of two frames with everything on.
void write_run(const fs::path& dir, bool force = false) {
  RunFolder run = RunFolder::create(dir, force, {.name = "ball", .per_body = true});
  run.write_scene("gravity = [0, 0, -9.81]\n");
  run.write_bodies("{}\n");
  run.write_run_json("{}\n");
  run.log("one line");
  for (int frame = 1; frame <= 2; ++frame) {
    FrameMaps sample = sphere_maps(5);
    sample.frame = frame;
    run.write_frame(sample);
    run.add_step(step(frame));
    run.add_bodies({frame, 0.04 * frame}, {body("ball"), body("other")});
  }
  run.close();
}

TEST(RunFolder, WritesTheFilesOfTheContractAndNoOthers) {
  const TemporaryFolder folder;
  write_run(folder.path() / "new" / "run");
  EXPECT_EQ(files_in(folder.path() / "new" / "run"),
            (std::vector<std::string>{"bodies.csv", "bodies.json", "bodies/ball/ball_0001.vdb",
                                      "bodies/ball/ball_0002.vdb", "contacts.csv", "manifest.txt",
                                      "run.json", "run.log", "scene.toml", "steps.csv",
                                      "vdb/ball_0001.vdb", "vdb/ball_0002.vdb"}));
  const fs::path dir = folder.path() / "new" / "run";
  EXPECT_EQ(text_of(dir / "scene.toml"), "gravity = [0, 0, -9.81]\n");
  EXPECT_EQ(text_of(dir / "run.log"), "one line\n");
  const std::string bodies = text_of(dir / "bodies.csv"), steps = text_of(dir / "steps.csv");
  EXPECT_EQ(std::count(bodies.begin(), bodies.end(), '\n'), 5);
  EXPECT_EQ(std::count(steps.begin(), steps.end(), '\n'), 3);
  EXPECT_EQ(bodies.substr(0, 16), "frame,time,body,");
  EXPECT_NE(bodies.find("\n2,0.08,other,"), std::string::npos);
  EXPECT_EQ(text_of(dir / "contacts.csv"), table_row({}, ContactRecord{}).names + "\n");
}

TEST(RunFolder, SurfacesAndImagesHaveTheirSeries) {
  const TemporaryFolder folder;
  const RunFolderOptions options{.name = "a",
                                 .start_frame = 3,
                                 .fps = 10,
                                 .surface = {"ply", "vtp"},
                                 .vti = true,
                                 .domain = {{-9, -9, -9}, {9, 9, 9}}};
  {
    RunFolder run = RunFolder::create(folder.path(), false, options);
    for (const int frame : {3, 4}) run.write_frame(numbered_frame(frame));
  }
  for (const char* file :
       {"surface/ball/a_0003.ply", "surface/ball/a_0004.vtp", "vti/a_0004.vti", "vdb/a_0004.vdb"})
    EXPECT_TRUE(fs::exists(folder.path() / file)) << file;
  const std::string series = text_of(folder.path() / "surface/a.pvd");
  EXPECT_NE(series.find("timestep=\"0.1\" part=\"0\" name=\"ball\" file=\"ball/a_0004.vtp\""),
            std::string::npos);
  fs::remove(folder.path() / "vti/a_0003.vti");  // as of a run that went on with other outputs
  {
    RunFolder run(folder.path(), options);
    run.write_frame(numbered_frame(4));
  }
  const std::string images = text_of(folder.path() / "vti/a.pvd");
  EXPECT_EQ(images.find("a_0003.vti"), std::string::npos);
  EXPECT_NE(images.find("a_0004.vti"), std::string::npos);
  RunFolder::create(folder.path(), true, options).close();  // every file was listed
  EXPECT_EQ(files_in(folder.path()),
            (std::vector<std::string>{"bodies.csv", "contacts.csv", "manifest.txt", "steps.csv"}));
}

/// Those that move in each frame, others once; planes as squares.
TEST(RunFolder, ObstaclesHaveSurfacesToo) {
  const TemporaryFolder folder;
  RunFolderOptions options{
      .name = "a", .fps = 10, .surface = {"ply", "vtp"}, .domain = {{0, 0, 0}, {1, 1, 1}}};
  const auto add = [&](const char* name, const ShapeSpec& shape) -> ObstacleSpec& {
    ObstacleSpec spec;
    spec.name = name, spec.shape = shape;
    return options.obstacles.emplace_back(spec);
  };
  add("peg", {"sphere", {{"radius", 0.2}}});
  add("gate", {"sphere", {{"radius", 0.2}}}).turning.rate = {0, 0, 1};
  add("floor", {"plane", {{"normal", Vec3{0, 0, 1}}}});
  {
    RunFolder run = RunFolder::create(folder.path(), false, options);
    for (const int frame : {1, 2}) run.write_frame(numbered_frame(frame));
  }
  const fs::path surface = folder.path() / "surface";
  for (const char* file : {"peg/a_0001.ply", "gate/a_0001.vtp", "gate/a_0002.ply"})
    EXPECT_TRUE(fs::exists(surface / file)) << file;
  EXPECT_FALSE(fs::exists(surface / "peg/a_0002.ply"));
  EXPECT_NE(text_of(surface / "floor/a_0001.ply").find("element face 2\n"), std::string::npos);
  EXPECT_FALSE(fs::exists(surface / "floor/a_0002.ply"));
  const std::string series = text_of(surface / "a.pvd");
  for (const char* entry : {"timestep=\"0.1\" part=\"1\" name=\"peg\" file=\"peg/a_0001.vtp\"",
                            "timestep=\"0.1\" part=\"2\" name=\"gate\" file=\"gate/a_0002.vtp\""})
    EXPECT_NE(series.find(entry), std::string::npos) << entry;
  RunFolder::create(folder.path(), true, options).close();  // every file was listed
  EXPECT_EQ(files_in(surface), std::vector<std::string>());
}

TEST(RunFolder, BodiesOfTheirOwnKeepTheirNumber) {
  const TemporaryFolder folder;
  RunFolder run = RunFolder::create(folder.path(), false, {.name = "two", .per_body = true});
  FrameMaps frame = sphere_maps(5);
  add_map(frame, "second", {Shape::sphere(0.3), {{3, 3, 3}}}, no_displacement);
  run.write_frame(frame);
  run.wait();
  EXPECT_TRUE(fs::exists(folder.path() / "bodies/ball/two_0007.vdb"));
  const std::string text = describe_vdb(folder.path() / "bodies/second/two_0007.vdb");
  EXPECT_NE(text.find("6 grids"), std::string::npos);
  EXPECT_NE(text.find("object_2                     second\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("object_1"), std::string::npos);
}

TEST(RunFolder, TablesAreWholeRowsWhileTheRunGoesOnAndAfterAFailure) {
  const TemporaryFolder folder;
  try {
    RunFolder run = RunFolder::create(folder.path(), false, {.name = "a"});
    StepRecord first = step(1);
    first.operators.ledger = 0.5;  // the last column
    run.add_step(first);
    const std::string so_far = text_of(folder.path() / "steps.csv.tmp");
    EXPECT_EQ(std::count(so_far.begin(), so_far.end(), '\n'), 2);
    EXPECT_EQ(so_far.substr(so_far.size() - 5), ",0.5\n");
    EXPECT_FALSE(fs::exists(folder.path() / "steps.csv"));
    throw SimulationError("the ball blew up");
  } catch (const SimulationError&) {
  }
  EXPECT_EQ(files_in(folder.path()),
            (std::vector<std::string>{"bodies.csv", "contacts.csv", "manifest.txt", "steps.csv"}));
}

TEST(RunFolder, AFolderInUseNeedsForce) {
  const TemporaryFolder folder;
  write_run(folder.path() / "run");
  const auto before = files_in(folder.path());
  EXPECT_NE(message_of(folder.path() / "run", false).find("--force"), std::string::npos);
  EXPECT_EQ(files_in(folder.path()), before);
}

/// What is only called like a file of a run stays, and so does what lies behind a link.
TEST(RunFolder, ForceRemovesWhatARunWroteAndNothingElse) {
  const TemporaryFolder folder;
  const fs::path dir = folder.path() / "run", elsewhere = folder.path() / "elsewhere";
  write_run(dir);
  const std::vector<std::string> mine{"notes.txt", "vdb/mine_0001.vdb",
                                      "checkpoints/step_000001.h5", "preview/me_0001.png",
                                      "bodies/ball/x.txt"};
  for (const std::string& name : mine) {
    fs::create_directories((dir / name).parent_path());
    std::ofstream(dir / name) << "x";
  }
  fs::rename(dir / "vdb/ball_0001.vdb", dir / "vdb/ball_0001.vdb.tmp");  // as a kill leaves it
  fs::rename(dir / "bodies", elsewhere);
  fs::create_directory_symlink(elsewhere, dir / "bodies");
  std::ofstream(dir / "manifest.txt", std::ios::app)
      << "- ../mine.txt\n- /etc/none\n- vdb/../notes.txt\n1 ../mine.txt\n";
  std::ofstream(folder.path() / "mine.txt") << "x";
  { const RunFolder run = RunFolder::create(dir, true, {.name = "a"}); }
  EXPECT_EQ(files_in(dir),
            (std::vector<std::string>{"bodies.csv", "checkpoints/step_000001.h5", "contacts.csv",
                                      "manifest.txt", "notes.txt", "preview/me_0001.png",
                                      "steps.csv", "vdb/mine_0001.vdb"}));
  EXPECT_EQ(files_in(elsewhere),
            (std::vector<std::string>{"ball/ball_0001.vdb", "ball/ball_0002.vdb", "ball/x.txt"}));
  EXPECT_TRUE(fs::exists(folder.path() / "mine.txt"));
}

/// A manifest counts with the mark of the program alone, and a file with the size that it was left
/// with: else nothing goes.
TEST(RunFolder, ForceRemovesNothingThatIsNotAsItWasLeft) {
  const TemporaryFolder folder;
  const fs::path other = folder.path() / "other", dir = folder.path() / "run";
  fs::create_directory(other);
  std::ofstream(other / "manifest.txt") << "thesis.tex\n- thesis.tex\n6 thesis.tex\n";
  std::ofstream(other / "thesis.tex") << "years\n";
  EXPECT_NE(message_of(other, true).find("no manifest.txt of a run"), std::string::npos);
  EXPECT_THROW(RunFolder(other, {.name = "a"}), InputError);
  EXPECT_EQ(text_of(other / "manifest.txt"), "thesis.tex\n- thesis.tex\n6 thesis.tex\n");
  EXPECT_EQ(text_of(other / "thesis.tex"), "years\n");

  write_run(dir);
  std::ofstream(dir / "vdb/ball_0002.vdb", std::ios::app) << "denoised";
  std::string scene = text_of(dir / "scene.toml");
  scene.back() = ' ';  // of the same size
  std::ofstream(dir / "scene.toml") << scene;
  const auto before = files_in(dir);
  const std::string message = message_of(dir, true);
  EXPECT_NE(message.find("scene.toml and 1 other file are not as a run has left them"),
            std::string::npos)
      << message;
  EXPECT_EQ(files_in(dir), before);
  fs::remove(dir / "scene.toml");  // what is not there is nobody's
  EXPECT_NE(message_of(dir, true).find("vdb/ball_0002.vdb is not"), std::string::npos);
  fs::remove(dir / "vdb/ball_0002.vdb");
  EXPECT_EQ(message_of(dir, true), "");
}

/// A run that could not write a frame would end with it, when the run before it is gone.
TEST(RunFolder, ForceRemovesNothingWhereALinkIsInTheWay) {
  const TemporaryFolder folder;
  const fs::path dir = folder.path() / "run";
  write_run(dir);
  fs::create_directory_symlink(folder.path(), dir / "surface");
  const auto before = files_in(dir);
  EXPECT_NE(message_of(dir, true).find("surface is in the way"), std::string::npos);
  EXPECT_EQ(files_in(dir), before);
}

/// What a user has put under the name of a frame stays; the frame is missing, and said so.
TEST(RunFolder, WritesOverNothingThatIsNotItsOwn) {
  const TemporaryFolder folder;
  const fs::path dir = folder.path() / "run", mine = dir / "vdb/ball_0002.vdb";
  RunFolder run = RunFolder::create(dir, false, {.name = "ball"});
  run.write_frame(numbered_frame(1));
  run.wait();
  std::ofstream(mine) << "mine";
  for (const int frame : {2, 1}) run.write_frame(numbered_frame(frame));  // 1 is its own
  run.wait();
  EXPECT_EQ(text_of(mine), "mine");
  const std::vector<std::string> missing = run.take_missing();
  ASSERT_EQ(missing.size(), 1U);
  EXPECT_NE(missing[0].find("vdb/ball_0002.vdb is in the way"), std::string::npos) << missing[0];
}

/// Another run may be at its place by then.
TEST(RunFolder, AFolderThatWasMovedIsNotWrittenAnyMore) {
  const TemporaryFolder folder;
  const fs::path dir = folder.path() / "run", moved = folder.path() / "moved";
  std::optional<RunFolder> run = RunFolder::create(dir, false, {.name = "ball"});
  run->add_step(step(1));
  fs::rename(dir, moved);
  const auto expect_refused = [&](const auto& write) {
    try {
      write();
      ADD_FAILURE() << "nothing was said";
    } catch (const std::system_error& error) {
      EXPECT_NE(std::string(error.what()).find("was moved or removed"), std::string::npos);
    }
  };
  const auto expect_all_refused = [&] {
    expect_refused([&] { run->add_step(step(2)); });
    expect_refused([&] { run->write_run_json("{}\n"); });
    expect_refused([&] { run->write_scene("x\n"); });
    expect_refused([&] {
      run->write_frame(numbered_frame(1));
      run->wait();
    });
  };
  expect_all_refused();
  EXPECT_FALSE(fs::exists(dir));
  RunFolder next = RunFolder::create(dir, false, {.name = "ball"});
  next.add_step(step(7));
  const auto before = files_in(dir);
  const std::string rows = text_of(dir / "steps.csv.tmp");
  expect_all_refused();
  run.reset();
  EXPECT_EQ(files_in(dir), before);
  EXPECT_EQ(text_of(dir / "steps.csv.tmp"), rows);
}

/// Where the file system has no locks a file keeps others out, and goes with the run.
TEST(RunFolder, AFileStandsForALockThatCannotBeHad) {
  const TemporaryFolder folder;
  const auto no_locks = [](int, int) {
    errno = ENOLCK;
    return -1;
  };
  {
    const FolderLock lock(folder.path(), no_locks);
    try {
      const FolderLock other(folder.path(), no_locks);
      ADD_FAILURE() << "two runs have one folder";
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find("process " + std::to_string(::getpid())), std::string::npos);
      EXPECT_NE(message.find("remove " + (folder.path() / "run.lock").string()), std::string::npos);
    }
    EXPECT_EQ(files_in(folder.path()), std::vector<std::string>{"run.lock"});
  }
  EXPECT_EQ(files_in(folder.path()), std::vector<std::string>{});
}

/// Frames that were moved elsewhere, and rows that were edited, are said.
TEST(RunFolder, AResumeSaysWhatIsLost) {
  const TemporaryFolder folder;
  const fs::path dir = folder.path() / "run";
  FolderState state;
  {
    RunFolder run = RunFolder::create(dir, false, {.name = "ball"});
    for (const int number : {1, 2}) {
      run.add_step(step(number));
      run.write_frame(numbered_frame(number));
    }
    run.sync();
    state = run.state();
    run.write_frame(numbered_frame(3));  // which the checkpoint knows nothing of
  }
  fs::remove(dir / "vdb/ball_0003.vdb");
  const auto lost = [&] {
    std::vector<std::string> lines;
    RunFolder::resume(dir, {.name = "ball"}, state, step(2).time, lines);
    return lines;
  };
  EXPECT_EQ(lost(), std::vector<std::string>{});
  std::string rows = text_of(dir / "steps.csv");
  rows[rows.size() - 2] = rows[rows.size() - 2] == '1' ? '2' : '1';
  std::ofstream(dir / "steps.csv") << rows;
  fs::remove_all(dir / "vdb");
  const std::vector<std::string> lines = lost();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_NE(lines[0].find("steps.csv has other rows"), std::string::npos) << lines[0];
  EXPECT_NE(lines[1].find("vdb/ball_0001.vdb and 1 other file"), std::string::npos) << lines[1];
  EXPECT_EQ(text_of(dir / "steps.csv"), rows);
}

TEST(RunFolder, TellsOfTablesThatAnotherProgramRemoved) {
  const TemporaryFolder folder;
  const fs::path dir = folder.path() / "run";
  RunFolder run = RunFolder::create(dir, false, {.name = "ball"});
  run.add_step(step(1));
  fs::remove(dir / "steps.csv.tmp");
  run.add_step(step(2));
  run.sync();
  fs::remove(dir / "bodies.csv.tmp");
  run.close();
  const std::string rows = text_of(dir / "steps.csv"), log = text_of(dir / "run.log");
  EXPECT_EQ(std::ranges::count(rows, '\n'), 3);
  EXPECT_EQ(std::ranges::count(text_of(dir / "bodies.csv"), '\n'), 1);
  for (const char* table : {"steps.csv.tmp", "bodies.csv.tmp"})
    EXPECT_NE(log.find(table + std::string(" was replaced or removed")), std::string::npos) << log;
}

TEST(RunFolder, NeverWritesThroughALink) {
  const TemporaryFolder folder;
  const fs::path victim = folder.path() / "victim", dir = folder.path() / "run";
  fs::create_directory(victim);
  std::ofstream(victim / "file") << "mine";
  const auto plant = [&](const char* name, const fs::path& target) {
    fs::remove_all(dir);
    RunFolder run = RunFolder::create(dir, false, {.name = "ball"});
    fs::create_symlink(target, dir / name);
    return run;
  };
  for (const char* name : {"run.json", "run.json.tmp"}) {
    plant(name, victim / "file").write_run_json("{}\n");
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(dir / "run.json"))) << name;
  }
  EXPECT_THROW(plant("run.log", victim / "file").log("a line"), std::system_error);
  EXPECT_THROW(plant("steps.csv.tmp", victim / "file").add_step(step(1)), std::system_error);
  RunFolder linked = plant("vdb", victim);
  linked.write_frame(numbered_frame(1));
  EXPECT_THROW(linked.wait(), std::system_error);
  EXPECT_EQ(text_of(victim / "file"), "mine");
  EXPECT_EQ(files_in(victim), std::vector<std::string>{"file"});
}

/// A disk with no room for a second run.json has the room of the first, and that takes what is no
/// longer.
TEST(RunFolder, AFullDiskStillLearnsHowARunEnded) {
  const TemporaryFolder folder;
  RunFolder run = RunFolder::create(folder.path(), false, {.name = "ball"});
  run.write_run_json("{\"state\": \"running\"}     \n");
  fs::create_directory(folder.path() / "run.json.tmp");  // no new file can be made
  run.write_run_json("{\"state\": \"failed\"}\n");
  EXPECT_EQ(text_of(folder.path() / "run.json"), "{\"state\": \"failed\"}\n");
  EXPECT_THROW(run.write_run_json(std::string(100, 'x')), std::system_error);
  EXPECT_EQ(text_of(folder.path() / "run.json"), "{\"state\": \"failed\"}\n");
}

TEST(RunFolder, ForceLeavesAFolderAloneThatIsNoRun) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "scene.toml") << "x";
  std::ofstream(folder.path() / "steps.csv") << "x";
  EXPECT_NE(message_of(folder.path(), true).find("has no manifest.txt"), std::string::npos);
  EXPECT_EQ(files_in(folder.path()), (std::vector<std::string>{"scene.toml", "steps.csv"}));
  EXPECT_NE(message_of(folder.path() / "scene.toml", true).find("not a folder"), std::string::npos);
}

TEST(RunFolder, AFullDiskLeavesNoPartOfAFrame) {
  const TemporaryFolder folder;
  RunFolder run = RunFolder::create(folder.path(), false, {.name = "ball"});
  {
    const SmallDisk disk(10000);
    run.write_frame(sphere_maps(6));
    EXPECT_THROW(run.wait(), std::system_error);
  }
  EXPECT_EQ(files_in(folder.path()), std::vector<std::string>{"manifest.txt"});
  run.wait();  // an error is told once
  run.write_frame(sphere_maps(6));
  run.wait();
  EXPECT_EQ(files_in(folder.path()),
            (std::vector<std::string>{"manifest.txt", "vdb/ball_0007.vdb"}));
}

/// The frame after one that failed is not written: a sequence with a gap would look whole.
TEST(RunFolder, WhatGoesWrongWithAFrameComesOutOfALaterCall) {
  const TemporaryFolder folder;
  const auto fails = [&](auto later_call) {
    RunFolder run = RunFolder::create(folder.path() / "run", false, {.name = "ball"});
    std::ofstream(folder.path() / "run/vdb") << "a file where the frames' folder should be";
    run.write_frame(numbered_frame(1));
    EXPECT_THROW(later_call(run), std::system_error);
    fs::remove(folder.path() / "run/vdb");
    run.close();
    EXPECT_EQ(
        files_in(folder.path() / "run"),
        (std::vector<std::string>{"bodies.csv", "contacts.csv", "manifest.txt", "steps.csv"}));
    fs::remove_all(folder.path() / "run");
  };
  fails([](RunFolder& run) { run.write_frame(numbered_frame(2)); });
  fails([](RunFolder& run) { run.wait(); });
  fails([](RunFolder& run) { run.close(); });  // the tables have their names all the same
  fails([](RunFolder& run) {
    for (int number = 1; number < 100000; ++number) run.add_step(step(number));
  });
}

/// A ball with words for a radius cannot be drawn: no picture comes of that, and all else of each
/// frame. A full disk, under the same pictures, still ends the run.
TEST(RunFolder, AFaultInAPictureLeavesThePictureOut) {
  const TemporaryFolder folder;
  RunFolderOptions options{.name = "a", .surface = {}, .preview = true};
  options.obstacles.emplace_back().shape = {"sphere", {{"radius", std::string("wide")}}};
  RunFolder run = RunFolder::create(folder.path(), false, options);
  for (const int frame : {1, 2}) run.write_frame(numbered_frame(frame));
  run.wait();
  const std::vector<std::string> missing = run.take_missing();
  ASSERT_EQ(missing.size(), 2U);
  for (const std::size_t n : {0U, 1U}) {
    EXPECT_EQ(missing[n].find("frame " + std::to_string(n + 1) + ": preview"), 0U) << missing[n];
    EXPECT_NE(text_of(folder.path() / "run.log").find("warning: " + missing[n] + "\n"),
              std::string::npos);
  }
  EXPECT_TRUE(run.take_missing().empty());
  EXPECT_EQ(
      files_in(folder.path()),
      (std::vector<std::string>{"manifest.txt", "run.log", "vdb/a_0001.vdb", "vdb/a_0002.vdb"}));
  const SmallDisk disk(10000);
  run.write_frame(numbered_frame(3));
  EXPECT_THROW(run.wait(), std::system_error);
}

TEST(RunFolder, AFolderThatCannotBeWrittenIsASystemErrorOfALaterCall) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  const TemporaryFolder folder;
  RunFolder run = RunFolder::create(folder.path(), false, {.name = "ball"});
  fs::create_directory(folder.path() / "vdb");
  fs::permissions(folder.path() / "vdb", fs::perms::owner_read | fs::perms::owner_exec);
  run.write_frame(numbered_frame(1));
  EXPECT_THROW(run.close(), std::system_error);
  fs::permissions(folder.path() / "vdb", fs::perms::owner_all);
}

/// As when a run fails or is interrupted: nobody calls close().
TEST(RunFolder, TheLastFrameIsWholeWhenTheFolderGoes) {
  const TemporaryFolder folder;
  {
    RunFolder run = RunFolder::create(folder.path(), false, {.name = "ball"});
    for (int number = 1; number <= 5; ++number) run.write_frame(numbered_frame(number));
  }
  for (int number = 1; number <= 5; ++number)
    EXPECT_NE(describe_vdb(folder.path() / ("vdb/ball_000" + std::to_string(number) + ".vdb"))
                  .find("6 grids"),
              std::string::npos);
  EXPECT_EQ(files_in(folder.path() / "vdb").size(), 5U);
}

TEST(RunFolder, FramesAreWrittenInOrderAndOneIsKeptAtMost) {
  const TemporaryFolder folder;
  RunFolder run = RunFolder::create(folder.path(), false, {.name = "ball"});
  for (int number = 1; number <= 8; ++number) {
    run.write_frame(numbered_frame(number));
    for (int before = 1; before < number; ++before)
      EXPECT_TRUE(fs::exists(folder.path() / ("vdb/ball_000" + std::to_string(before) + ".vdb")));
  }
}

TEST(RunFolder, AFullDiskLeavesNoPartOfARow) {
  const TemporaryFolder folder;
  std::optional<RunFolder> run = RunFolder::create(folder.path(), false, {.name = "ball"});
  run->add_step(step(1));
  const std::string before = text_of(folder.path() / "steps.csv.tmp");
  {
    const SmallDisk disk(before.size() + 10);
    EXPECT_THROW(run->add_step(step(2)), std::system_error);
    EXPECT_EQ(text_of(folder.path() / "steps.csv.tmp"), before);
  }
  run.reset();
  EXPECT_EQ(text_of(folder.path() / "steps.csv"), before);
}

TEST(RunFolder, GoesOnWithTablesThatAreUnfinished) {
  const TemporaryFolder folder;
  const fs::path unfinished = folder.path() / "steps.csv.tmp";
  std::string rows;
  {
    RunFolder run = RunFolder::create(folder.path(), false, {.name = "ball"});
    for (const int number : {1, 2}) run.add_step(step(number));
    rows = text_of(unfinished);
    run.add_step(step(3));
  }
  const std::string all = text_of(folder.path() / "steps.csv");
  std::ofstream(unfinished) << rows;  // as a killed run leaves them
  {
    RunFolder run(folder.path(), {.name = "ball"});
    run.add_step(step(3));
  }
  EXPECT_EQ(text_of(folder.path() / "steps.csv"), all);
  EXPECT_GT(all.size(), rows.size());
}

TEST(OutputFile, SaysWhichFileAndWhy) {
  try {
    LineFile("/dev/full").add("a line");
    FAIL() << "a full device took a line";
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code(), std::errc::no_space_on_device);
    EXPECT_STREQ(error.what(), "cannot write /dev/full: No space left on device");
  }
}

TEST(OutputFile, AFolderThatIsNotThereIsASystemError) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "file") << "x";
  EXPECT_THROW(write_vdb(folder.path() / "none/a.vdb", sphere_frame(5), {}), std::system_error);
  EXPECT_THROW(write_vdb(folder.path() / "file/a.vdb", sphere_frame(5), {}), std::system_error);
  EXPECT_THROW(RunFolder::create(folder.path() / "file/run", false, {}), std::exception);
}

TEST(OutputFile, AFileThatCannotBeReplacedStaysAndTheTemporaryGoes) {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "taken.vdb" / "by a folder");
  EXPECT_THROW(write_whole_file(folder.path() / "taken.vdb", "text"), std::system_error);
  EXPECT_TRUE(fs::is_directory(folder.path() / "taken.vdb"));
  EXPECT_FALSE(fs::exists(folder.path() / "taken.vdb.tmp"));
}

TEST(OutputFile, AFolderWithoutPermissionIsASystemError) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "closed");
  fs::permissions(folder.path() / "closed", fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_THROW(write_whole_file(folder.path() / "closed/a", "text"), std::system_error);
  fs::permissions(folder.path() / "closed", fs::perms::owner_all);
}

}  // namespace
}  // namespace eulersolid
