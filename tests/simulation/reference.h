#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

/// What an independent computation by finite elements says of a scene:
/// tests/reference/references.json, which tests/reference/references.py writes.
namespace eulersolid::test {

struct Reference {
  double value = 0, uncertainty = 0;  ///< in SI units
};

inline Reference reference(const std::string& scene, const std::string& quantity) {
  static const nlohmann::json all = [] {
    std::ifstream file(ES_SOURCE_DIR "/tests/reference/references.json");
    return nlohmann::json::parse(file);
  }();
  const nlohmann::json& found = all.at(scene).at("quantities").at(quantity);
  return {found.at("value"), found.at("uncertainty")};
}

/// Within the reference's uncertainty and `error`, what the grid is expected to be off by as a part
/// of the value.
inline void expect_reference(const std::string& scene, const std::string& quantity, double value,
                             double error) {
  const Reference exact = reference(scene, quantity);
  testing::Test::RecordProperty(quantity, std::to_string(value / exact.value));
  EXPECT_NEAR(value, exact.value, exact.uncertainty + error * std::fabs(exact.value)) << quantity;
}

}  // namespace eulersolid::test
