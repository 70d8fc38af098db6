#pragma once

#include <cstdint>
#include <string>

#include "src/simulation/simulation.h"

namespace CLI {
class App;
}

namespace eulersolid {

/// What every benchmark can be told.
struct BenchOptions {
  std::string json;  ///< file to write; none when empty
  std::string backend = "auto";
  int threads = 0;  ///< 0: all
  int runs = 3;     ///< of which medians are taken
  std::uint64_t seed = 1;
};

void add_bench_options(CLI::App& command, BenchOptions& options);

/// Set the threads and choose the backend.
/// @throws NoDevice
Backend apply(const BenchOptions& options);

}  // namespace eulersolid
