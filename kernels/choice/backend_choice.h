#pragma once

#include <string>

namespace eulersolid {

enum class Backend { cpu, gpu };

/// True when this build has the gpu backend and a device answers; `why` says why not.
bool gpu_available(std::string* why = nullptr);

/// The backend that `auto`, `cpu` or `gpu` means here: auto is the gpu where one answers.
/// @throws NoDevice when the gpu is asked for and not there
Backend choose_backend(const std::string& name);

/// The backend of the contact QPs that `auto`, `cpu` or `gpu` means beside bodies on `backend`:
/// auto is the same, so that nothing travels.
/// @throws NoDevice when the gpu is asked for and not there
Backend choose_solver_backend(const std::string& name, Backend backend);

std::string backend_name(Backend backend);

/// What the backend runs on: the device, or the processor.
std::string device_name(Backend backend);

}  // namespace eulersolid
