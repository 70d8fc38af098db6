#include "kernels/gpu/check.h"

ES_BEGIN

namespace {

/// Does a status tell of a kernel that failed while it ran?
bool failed_in_a_kernel(cudaError_t status) {
  switch (status) {
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorIllegalInstruction:
    case cudaErrorHardwareStackError:
    case cudaErrorAssert:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorECCUncorrectable:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::string short_name(std::source_location at) {
  std::string file = at.file_name();
  std::size_t cut = file.rfind('/');
  if (cut != std::string::npos && cut > 0) cut = file.rfind('/', cut - 1);
  if (cut != std::string::npos) file.erase(0, cut + 1);
  return file + ":" + std::to_string(at.line());
}

void fail(cudaError_t status, const std::string& doing, std::source_location at) {
  cudaGetLastError();  // said here; whoever asks for the last failure must not hear of it again
  std::string what = "while " + doing + ": " + cudaGetErrorString(status) + " (" +
                     cudaGetErrorName(status) + ", " + short_name(at) + ")";
  if (failed_in_a_kernel(status)) {
    what +=
        "; a kernel failed on the device: one that was started before this call, or with "
        "CUDA_LAUNCH_BLOCKING=1 in the environment the one that this call started";
  }
  throw DeviceError(what);
}

ES_END
