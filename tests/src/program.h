#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/src/call_program.h"
#include "tests/src/fake_simulation.h"

namespace eulersolid {

/// Ten steps and six frames of one ball.
inline constexpr const char* scene_text = R"(
time = { duration = 0.1, dt = 0.01 }
grid = { origin = [0, 0, 0], size = [1, 1, 1], cell_size = 0.05 }
output = { fps = 50, start_frame = 5 }
[[body]]
shape = "sphere"
centre = [0.5, 0.5, 0.5]
radius = 0.2
material = { density = 1000, youngs_modulus = 1e3, poissons_ratio = 0.3 }
)";

inline std::string content(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// A folder with a scene in it, where the program runs.
class Program : public testing::Test {
 protected:
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("es_program_" + std::to_string(getpid()));
  const std::string scene_ = (folder_ / "ball.toml").string();
  const std::string run_ = (folder_ / "run").string();

  Program() {
    fake_plan() = {};
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directory(folder_);
    std::ofstream(scene_) << scene_text;
  }
  ~Program() override { std::filesystem::remove_all(folder_); }

  Outcome call(std::vector<std::string> words) {
    words.insert(words.begin(), "eulersolid");
    return call_program(words);
  }
  nlohmann::json report() { return nlohmann::json::parse(content(run_ + "/run.json")); }
  static std::size_t lines(const std::string& text) {
    return std::size_t(std::count(text.begin(), text.end(), '\n'));
  }
};

}  // namespace eulersolid
