#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace eulersolid {

/// For a test that finds no device: skips it. With ES_REQUIRE_GPU=1 in the environment it fails
/// instead: on a machine that has a GPU, a driver that does not answer is no reason to report
/// success. The caller returns after it.
inline void no_device(const std::string& why) {
  const char* required = std::getenv("ES_REQUIRE_GPU");
  if (required != nullptr && std::string(required) == "1")
    FAIL() << why << "; ES_REQUIRE_GPU=1 asks for a device";
  GTEST_SKIP() << why;  // ctest knows this line by its file: see es_test
}

}  // namespace eulersolid
