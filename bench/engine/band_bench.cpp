#include "bench/engine/band_bench.h"

#include "kernels/core/error.h"

namespace eulersolid {

std::unique_ptr<BandBench> make_band_bench(Backend backend, const HostBand& H) {
  if (backend == Backend::cpu) return cpu::make_band_bench(H);
  std::string why;
  if (!gpu_available(&why)) throw NoDevice(why);
#if defined(ES_HAS_GPU)
  return gpu::make_band_bench(H);
#else
  return nullptr;  // not reached: without the backend no device answers
#endif
}

std::vector<std::string> qp_methods() { return cpu::qp_methods(); }

}  // namespace eulersolid
