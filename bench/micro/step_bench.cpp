/// Times the steps of a scene on one backend; writes no frames.
///
///     step_bench SCENE BACKEND STEPS
///
/// BACKEND is cpu or gpu. Prints one line of JSON: what it ran on, seconds to set up, the median
/// seconds of a step after two to warm up, and the largest memory of the backend's arrays. Exit
/// code 4 where there is no such backend, or not enough memory.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/scene/read_scene.h"
#include "kernels/core/error.h"
#include "kernels/core/threads.h"
#include "src/simulation/backend_choice.h"

namespace eulersolid {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

nlohmann::json measure(const Scene& scene, Backend backend, int steps) {
  const auto start = std::chrono::steady_clock::now();
  const std::unique_ptr<Simulation> simulation = make_simulation(backend, scene);
  const double dt = simulation->stable_dt();  // waits for the device
  const double setup = seconds_since(start);
  constexpr int warm_ups = 2;
  std::vector<double> seconds;
  for (int step = 0; step < warm_ups + steps; ++step) {
    const auto before = std::chrono::steady_clock::now();
    simulation->advance(dt);  // its record holds sums, so the device has finished
    if (step >= warm_ups) seconds.push_back(seconds_since(before));
  }
  std::nth_element(seconds.begin(), seconds.begin() + steps / 2, seconds.end());
  const double median = seconds[std::size_t(steps / 2)];
  return {{"backend", backend_name(backend)},
          {"device", device_name(backend)},
          {"threads", threads()},
          {"steps", steps},
          {"setup_seconds", setup},
          {"step_seconds", median},
          {"steps_per_second", 1 / median},
          {"peak_bytes", simulation->peak_memory()}};
}

}  // namespace
}  // namespace eulersolid

int main(int count, char** arguments) {
  using namespace eulersolid;
  try {
    if (count != 4 || std::atoi(arguments[3]) < 1)
      throw InputError("usage: step_bench SCENE cpu|gpu STEPS");
    const Scene scene = read_scene(arguments[1]);
    std::cout << measure(scene, choose_backend(arguments[2]), std::atoi(arguments[3])) << "\n";
  } catch (const InputError& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 2;
  } catch (const SimulationError& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 3;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 4;
  }
}
