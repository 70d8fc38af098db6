#include "src/run/checkpoint.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "kernels/core/error.h"
#include "src/run/checkpoint_folder.h"
#include "src/run/state_numbers.h"
#include "tests/io/vdb/frames.h"

namespace eulersolid {
namespace {

namespace fs = std::filesystem;

/// Gives every number of a struct a value of its own.
struct Filler {
  double next = 0;
  void operator()(const std::string&, double& value) { value = 1 / (next += 1); }
  void operator()(const std::string&, int& value) { value = int(next += 1); }
  void operator()(const std::string&, long long& value) {
    value = static_cast<long long>(next += 1);
  }
  void operator()(const std::string&, Vec3& value) {
    for (int axis = 0; axis < 3; ++axis) value[axis] = -1 / (next += 1);
  }
  void operator()(const std::string&, std::string&) {}
};

/// Compares with such a struct, by the numbers in turn.
struct Collector {
  std::vector<double> numbers;
  void operator()(const std::string&, const double& value) { numbers.push_back(value); }
  void operator()(const std::string&, const int& value) { numbers.push_back(value); }
  void operator()(const std::string&, const long long& value) { numbers.push_back(double(value)); }
  void operator()(const std::string&, const Vec3& value) {
    for (int axis = 0; axis < 3; ++axis) numbers.push_back(value[axis]);
  }
  void operator()(const std::string&, const std::string&) {}
};

std::vector<double> numbers_of(const auto& values) {
  Collector collector;
  visit_numbers(values, collector);
  return collector.numbers;
}

HostState body(Filler& fill) {
  HostState state;
  visit_numbers(state, fill);
  state.node_box.nodes = {2, 3, 4};
  visit_arrays(state, state, [&](const char*, auto& array, auto&) {
    array.resize(24);
    for (auto& value : array) {
      if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::int8_t>)
        value = std::int8_t(int(fill.next += 1) % 10);
      else
        fill("", value);
    }
  });
  return state;
}

Checkpoint full_checkpoint() {
  Filler fill;
  Checkpoint checkpoint;
  checkpoint.version = "1.2", checkpoint.backend = "cpu", checkpoint.solver_backend = "gpu";
  checkpoint.scene = "[time]\n", checkpoint.source = "a b.toml";
  visit_numbers(checkpoint.sums, fill);
  visit_numbers(checkpoint.folder, fill);
  SimulationState& state = checkpoint.simulation;
  visit_numbers(state, fill);
  state.bodies = {body(fill), body(fill)};
  state.contact = {{{0, 3}, {1, 2}}, {{1, {2, 3, 4}}, {5, {6, 7, 8}}}, {{{7, 0.5, 2}}}};
  visit_numbers(state.received[{"a", "floor\n"}], fill);
  visit_numbers(state.received[{"b", "a"}], fill);
  state.outside = {"b"};
  return checkpoint;
}

void expect_same(const HostState& a, const HostState& b) {
  EXPECT_EQ(numbers_of(a), numbers_of(b));
  visit_arrays(a, b, [](const char* name, const auto& x, const auto& y) {
    ASSERT_EQ(x.size(), y.size()) << name;
    for (std::size_t n = 0; n < x.size(); ++n) {
      if constexpr (std::is_same_v<std::decay_t<decltype(x[n])>, Vec3>)
        EXPECT_TRUE(x[n].x == y[n].x && x[n].y == y[n].y && x[n].z == y[n].z) << name;
      else
        EXPECT_EQ(x[n], y[n]) << name;
    }
  });
}

TEST(Checkpoint, GivesBackAllOfARun) {
  const TemporaryFolder folder;
  const Checkpoint written = full_checkpoint();
  write_checkpoint(folder.path() / "c.h5", written);
  const Checkpoint read = read_checkpoint(folder.path() / "c.h5");
  EXPECT_EQ(read.version, "1.2");
  EXPECT_EQ(read.backend + read.solver_backend, "cpugpu");
  EXPECT_EQ(read.scene + read.source, "[time]\na b.toml");
  EXPECT_EQ(numbers_of(read.sums), numbers_of(written.sums));
  EXPECT_EQ(numbers_of(read.folder), numbers_of(written.folder));
  const SimulationState &a = written.simulation, &b = read.simulation;
  EXPECT_EQ(numbers_of(a), numbers_of(b));
  ASSERT_EQ(b.bodies.size(), 2u);
  for (std::size_t n = 0; n < 2; ++n) expect_same(a.bodies[n], b.bodies[n]);
  EXPECT_TRUE(b.contact.keys == a.contact.keys);
  ASSERT_EQ(b.contact.entries.size(), 2u);
  EXPECT_EQ(b.contact.entries[1].normal, 5);
  EXPECT_EQ(b.contact.entries[1].friction.z, 8);
  ASSERT_EQ(b.contact.losses.pairs.size(), 1u);
  EXPECT_EQ(b.contact.losses.pairs[0].pair, 7);
  EXPECT_EQ(b.contact.losses.pairs[0].lost, 0.5);
  EXPECT_EQ(b.contact.losses.pairs[0].turned, 2);
  ASSERT_EQ(b.received.size(), 2u);
  for (const auto& [pair, impulse] : a.received)
    EXPECT_EQ(numbers_of(b.received.at(pair)), numbers_of(impulse));
  EXPECT_EQ(b.outside, a.outside);
}

TEST(Checkpoint, RefusesArraysThatDoNotFitTheirNodeBox) {
  const TemporaryFolder folder;
  Checkpoint checkpoint = full_checkpoint();
  checkpoint.simulation.bodies[1].phi.pop_back();
  write_checkpoint(folder.path() / "c.h5", checkpoint);
  EXPECT_THROW(read_checkpoint(folder.path() / "c.h5"), InputError);
}

/// Numbers are stored as doubles: what no int can be is refused, not converted.
TEST(Checkpoint, RefusesWholeNumbersThatAreNone) {
  const TemporaryFolder folder;
  for (const long long size : {-1LL, 1LL << 62}) {
    Checkpoint checkpoint = full_checkpoint();
    checkpoint.folder.steps.size = size;
    write_checkpoint(folder.path() / "c.h5", checkpoint);
    if (size < 0)
      EXPECT_EQ(read_checkpoint(folder.path() / "c.h5").folder.steps.size, size);
    else
      EXPECT_THROW(read_checkpoint(folder.path() / "c.h5"), InputError);
  }
}

/// A checksum that fits does not make numbers of them.
TEST(Checkpoint, RefusesValuesThatAreNotFinite) {
  const TemporaryFolder folder;
  const auto is_refused = [&](auto change) {
    Checkpoint checkpoint = full_checkpoint();
    change(checkpoint);
    write_checkpoint(folder.path() / "c.h5", checkpoint);
    try {
      read_checkpoint(folder.path() / "c.h5");
    } catch (const InputError&) {
      return true;
    }
    return false;
  };
  EXPECT_FALSE(is_refused([](Checkpoint&) {}));
  EXPECT_TRUE(is_refused([](Checkpoint& c) { c.simulation.time = NAN; }));
  EXPECT_TRUE(is_refused([](Checkpoint& c) { c.simulation.bodies[1].v[7].y = INFINITY; }));
  EXPECT_TRUE(is_refused([](Checkpoint& c) { c.simulation.bodies[0].phi[0] = NAN; }));
  EXPECT_TRUE(is_refused([](Checkpoint& c) { c.simulation.bodies[0].ledger.centre.x = NAN; }));
  EXPECT_TRUE(is_refused([](Checkpoint& c) { c.simulation.contact.entries[0].normal = NAN; }));
  EXPECT_TRUE(is_refused([](Checkpoint& c) {
    c.simulation.bodies[0].node_box.nodes = {1 << 21, 1 << 21, 1 << 22};
  }));
}

void write_steps(const fs::path& dir, int last) {
  CheckpointFolder checkpoints(dir, 0);
  Checkpoint checkpoint = full_checkpoint();
  for (int step = 1; step <= last; ++step) {
    checkpoint.sums.steps.step = step;
    checkpoints.write(checkpoint);
  }
}

TEST(CheckpointFolder, KeepsTheLastTwoAndNothingElse) {
  const TemporaryFolder folder;
  write_steps(folder.path(), 4);
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder.path() / "checkpoints"))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"step_000003.h5", "step_000004.h5"}));
}

TEST(CheckpointFolder, TakesTheOlderOneWhereTheNewestIsDamaged) {
  const TemporaryFolder folder;
  write_steps(folder.path(), 3);
  std::vector<std::string> warnings;
  EXPECT_EQ(newest_checkpoint(folder.path(), warnings).sums.steps.step, 3);
  EXPECT_TRUE(warnings.empty());
  const fs::path newest = folder.path() / "checkpoints/step_000003.h5";
  fs::resize_file(newest, fs::file_size(newest) - 1);
  EXPECT_EQ(newest_checkpoint(folder.path(), warnings).sums.steps.step, 2);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("step_000003.h5 is cut or damaged"), std::string::npos);
  fs::remove(folder.path() / "checkpoints/step_000002.h5");
  EXPECT_THROW(newest_checkpoint(folder.path(), warnings), InputError);
}

TEST(CheckpointFolder, IsNeverDueWhereThatIsAskedFor) {
  EXPECT_FALSE(CheckpointFolder("x", 0).due());
  EXPECT_TRUE(CheckpointFolder("x", 1e-9).due());
  EXPECT_FALSE(CheckpointFolder("x", 1e9).due());
}

}  // namespace
}  // namespace eulersolid
