#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "bench/bench_program.h"
#include "kernels/core/threads.h"
#include "tests/src/call_program.h"

namespace eulersolid {

namespace fs = std::filesystem;
using nlohmann::json;

/// Benchmarks at sizes that take no time, in a folder of their own.
class Bench : public testing::Test {
 protected:
  const fs::path folder_ = fs::temp_directory_path() / ("es_bench_" + std::to_string(getpid()));
  const std::string json_ = (folder_ / "result.json").string();
  const int threads_ = threads();

  Bench() {
    fs::remove_all(folder_);
    fs::create_directory(folder_);
  }
  ~Bench() override {
    fs::remove_all(folder_);
    set_threads(threads_);
  }

  Outcome call(std::vector<std::string> words) {
    words.insert(words.begin(), "eulersolid-bench");
    return call_program(words, run_bench);
  }
  /// The JSON of a benchmark that succeeds.
  json result(std::vector<std::string> words) {
    const bool timed =
        !std::set<std::string>{"ledgers",       "frames",    "flights",   "refinement",
                               "random-scenes", "standing",  "paper-000", "paper-001",
                               "paper-002",     "paper-003", "profile",   "verification"}
             .contains(words.front());
    if (timed) words.insert(words.end(), {"--runs", "1"});
    words.insert(words.end(), {"--json", json_, "--backend", "cpu"});
    const Outcome outcome = call(words);
    EXPECT_EQ(outcome.code, ExitCode::done) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_FALSE(fs::exists(json_ + ".tmp"));
    std::ifstream file(json_);
    json content = json::parse(file);
    EXPECT_EQ(content.at("bench"), words[0]);
    for (const char* key : {"backend", "device", "threads", "openblas_core"})
      EXPECT_TRUE(content.at("machine").contains(key)) << key;
    EXPECT_EQ(content.value("runs", 0), timed ? 1 : 0);
    return content;
  }
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
};

}  // namespace eulersolid
