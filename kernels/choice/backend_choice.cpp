#include "kernels/choice/backend_choice.h"

#include <fstream>

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

}  // namespace

bool gpu_available(std::string* why) {
#if defined(ES_HAS_GPU)
  return gpu::device_answers(why);
#else
  if (why != nullptr) *why = "this build has no GPU backend; configure with -DES_GPU=ON";
  return false;
#endif
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
