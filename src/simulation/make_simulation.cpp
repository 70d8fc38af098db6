#include <cassert>
#include <cstdlib>
#include <string_view>

#include "kernels/core/error.h"
#include "src/simulation/simulation.h"

namespace eulersolid {

namespace {

#if defined(ES_HAS_GPU)
/// Tests ask for the cpu backend. With ES_TEST_BACKEND=gpu in the environment they, and all else
/// that asks for it, get the other one.
Backend backend_of_tests(Backend asked) {
  const char* instead = std::getenv("ES_TEST_BACKEND");
  return instead != nullptr && std::string_view(instead) == "gpu" ? Backend::gpu : asked;
}
#endif

}  // namespace

std::unique_ptr<Simulation> make_simulation(Backend backend, const Scene& scene,
                                            std::optional<Backend> solver) {
#if defined(ES_HAS_GPU)
  if (!solver) backend = backend_of_tests(backend);
#endif
  std::string why;
  const bool needs_gpu = backend == Backend::gpu || solver == Backend::gpu;
  if (needs_gpu && !gpu_available(&why)) throw NoDevice(why);
  [[maybe_unused]] const bool elsewhere = solver && *solver != backend;
#if defined(ES_HAS_GPU)
  if (backend == Backend::gpu)
    return gpu::make_simulation(scene, elsewhere ? cpu::make_qp_engine : QpEngineMaker());
  if (elsewhere) return cpu::make_simulation(scene, gpu::make_qp_engine);
#else
  assert(!elsewhere);  // there is one backend
#endif
  return cpu::make_simulation(scene, {});
}

}  // namespace eulersolid
