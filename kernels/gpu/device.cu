#include <string>

#include "kernels/gpu/check.h"

ES_BEGIN

namespace {

/// CUDA numbers its versions 1000 major + 10 minor.
std::string version(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

/// What stands between the program and a device, and what to do about it.
std::string obstacle(cudaError_t status) {
  cudaGetLastError();  // said here; whoever asks next must not hear of it again
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  std::string what = cudaGetErrorString(status);
  if (status == cudaSuccess || status == cudaErrorNoDevice)
    what = "there is a driver, but no device";
  if (driver == 0) {
    what = "no NVIDIA driver is installed (libcuda.so.1)";
  } else if (driver / 1000 < runtime / 1000) {
    what = "the driver knows CUDA up to " + version(driver) + ", and this program needs " +
           version(runtime / 1000 * 1000);
  }
  return "no GPU answers: " + what + " (" + cudaGetErrorName(status) + ")";
}

}  // namespace

/// True when a CUDA device answers; `why` then describes it, and otherwise says what is in the way.
bool device_answers(std::string* why) {
  int devices = 0;
  cudaError_t status = cudaGetDeviceCount(&devices);
  if (status == cudaSuccess && devices == 0) status = cudaErrorNoDevice;
  cudaDeviceProp properties;
  if (status == cudaSuccess) status = cudaGetDeviceProperties(&properties, 0);
  if (status == cudaSuccess) status = cudaFree(nullptr);  // makes a context, as the first use would
  int has_pools = 1;
  if (status == cudaSuccess)
    status = cudaDeviceGetAttribute(&has_pools, cudaDevAttrMemoryPoolsSupported, 0);
  if (status == cudaSuccess && has_pools == 0) {
    if (why != nullptr) *why = "the GPU has no pools of memory (cudaDevAttrMemoryPoolsSupported)";
    return false;
  }
  if (why != nullptr) *why = status == cudaSuccess ? properties.name : obstacle(status);
  return status == cudaSuccess;
}

ES_END
