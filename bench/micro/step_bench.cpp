/// Times the steps of a scene on one backend; writes no frames.
///
///     step_bench SCENE BACKEND STEPS
///
/// BACKEND is cpu or gpu. Prints one line of JSON: what it ran on, seconds to set up, the median
/// seconds of a step after two to warm up, and the largest memory of the backend's arrays. Exit
/// code 4 where there is no such backend, or not enough memory.

#include <cstdio>
#include <exception>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/bench_numbers.h"
#include "io/scene/read_scene.h"
#include "kernels/choice/backend_choice.h"
#include "kernels/core/error.h"
#include "kernels/core/threads.h"
#include "src/simulation/simulation.h"

namespace eulersolid {
namespace {

nlohmann::json measure(const Scene& scene, Backend backend, int steps) {
  std::unique_ptr<Simulation> simulation;
  double dt = 0;
  const double setup = seconds_of([&] {
    simulation = make_simulation(backend, scene);
    dt = simulation->stable_dt();  // waits for the device
  });
  // The record of a step holds sums, so the device has finished when it is there.
  const auto step = [&] { return seconds_of([&] { simulation->advance(dt); }); };
  constexpr int warm_ups = 2;
  median_of(warm_ups, step);
  const double seconds = median_of(steps, step);
  return {{"backend", backend_name(backend)},
          {"device", device_name(backend)},
          {"threads", threads()},
          {"steps", steps},
          {"setup_seconds", setup},
          {"step_seconds", seconds},
          {"steps_per_second", 1 / seconds},
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
