#include "src/simulation/backend_choice.h"

#include <cassert>
#include <cstdlib>
#include <fstream>
#include <string_view>

#include "kernels/core/error.h"

namespace eulersolid {

#if defined(ES_HAS_GPU)
namespace gpu {
bool device_answers(std::string* why);
}
#endif

namespace {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (const std::size_t colon = line.find(": ");
        line.starts_with("model name") && colon != std::string::npos)
      return line.substr(colon + 2);
  return "unknown processor";
}

#if defined(ES_HAS_GPU)
/// Tests ask for the cpu backend. With ES_TEST_BACKEND=gpu in the environment they, and all else
/// that asks for it, get the other one.
Backend backend_of_tests(Backend asked) {
  const char* instead = std::getenv("ES_TEST_BACKEND");
  return instead != nullptr && std::string_view(instead) == "gpu" ? Backend::gpu : asked;
}
#endif

}  // namespace

bool gpu_available(std::string* why) {
#if defined(ES_HAS_GPU)
  return gpu::device_answers(why);
#else
  if (why != nullptr) *why = "this build has no GPU backend; configure with -DES_GPU=ON";
  return false;
#endif
}

std::unique_ptr<Simulation> make_simulation(Backend backend, const Scene& scene,
                                            std::optional<Backend> solver,
                                            const Corrections& corrections) {
#if defined(ES_HAS_GPU)
  if (!solver) backend = backend_of_tests(backend);
#endif
  std::string why;
  const bool needs_gpu = backend == Backend::gpu || solver == Backend::gpu;
  if (needs_gpu && !gpu_available(&why)) throw NoDevice(why);
  [[maybe_unused]] const bool elsewhere = solver && *solver != backend;
#if defined(ES_HAS_GPU)
  if (backend == Backend::gpu)
    return gpu::make_simulation(scene, elsewhere ? cpu::make_qp_engine : QpEngineMaker(),
                                corrections);
  if (elsewhere) return cpu::make_simulation(scene, gpu::make_qp_engine, corrections);
#else
  assert(!elsewhere);  // there is one backend
#endif
  return cpu::make_simulation(scene, {}, corrections);
}

Backend choose_backend(const std::string& name) {
  std::string why;
  if (name == "cpu") return Backend::cpu;
  const bool available = gpu_available(&why);
  if (name == "gpu" && !available) throw NoDevice(why + "; or pass --backend cpu");
  return available ? Backend::gpu : Backend::cpu;
}

Backend choose_solver_backend(const std::string& name, Backend backend) {
  std::string why;
  if (name == "auto") return backend;
  if (name == "gpu" && !gpu_available(&why)) throw NoDevice(why + "; or pass --solver-backend cpu");
  return name == "gpu" ? Backend::gpu : Backend::cpu;
}

std::string backend_name(Backend backend) { return backend == Backend::gpu ? "gpu" : "cpu"; }

std::string device_name(Backend backend) {
  if (backend == Backend::cpu) return processor_name();
  std::string name;
  gpu_available(&name);
  return name.empty() ? "GPU 0" : name;
}

}  // namespace eulersolid
