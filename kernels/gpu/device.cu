#include <string>

#include "kernels/gpu/check.h"

ES_BEGIN

/// True when a CUDA device answers; `why` then holds its name, and otherwise what is in the way.
bool device_answers(std::string* why) {
  int devices = 0;
  const cudaError_t status = cudaGetDeviceCount(&devices);
  if (status != cudaSuccess || devices == 0) {
    if (why != nullptr) {
      *why = std::string("no GPU answers: ") +
             (status == cudaSuccess ? "no device" : cudaGetErrorString(status));
    }
    return false;
  }
  cudaDeviceProp properties;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) return false;
  if (why != nullptr) *why = properties.name;
  return true;
}

ES_END
