#pragma once

#include <gtest/gtest.h>

#include "bench/conservation/flights.h"

namespace eulersolid::test {

inline Kept flown(const Flight& flight) {
  const Track run = track(Backend::cpu, flight.scene);
  EXPECT_EQ(run.failure, "") << flight.name;
  const Kept k = kept(run);
  const auto note = [&](const char* what, double value) {
    testing::Test::RecordProperty(flight.name + " " + what, std::to_string(value));
  };
  note("kinetic", k.kinetic), note("least", k.min_kinetic), note("most", k.max_kinetic);
  note("elastic", k.elastic), note("map", k.map);
  return k;
}

}  // namespace eulersolid::test
