#pragma once

#include <gtest/gtest.h>

#include "bench/conservation/random_scenes.h"

namespace eulersolid::test {

/// Of scenes drawn from the seeds 1, 2, ..., each run to its end.
inline Closure closure_of_seeds(int count, const std::vector<std::string>& shapes) {
  std::vector<Drift> drifts;
  for (int seed = 1; seed <= count; ++seed) {
    const Scene scene = random_scene(std::uint64_t(seed), shapes);
    drifts.push_back(measure_drift(Backend::cpu, without_return(scene), 1000));
    const std::string name = "closure of " + std::to_string(seed);
    testing::Test::RecordProperty(name, std::to_string(drifts.back().closure));
  }
  const Closure closure = closure_of(drifts);
  EXPECT_EQ(closure.failures, 0);
  return closure;
}

}  // namespace eulersolid::test
