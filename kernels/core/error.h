#pragma once

#include <stdexcept>
#include <string>

namespace eulersolid {

/// The user's input is wrong (scene, command line, files to read). The program exits with 2.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The simulation cannot go on: names the body, the step and the quantity. Exit code 3.
struct SimulationError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The machine failed: device, library or disk. Exit code 4.
struct DeviceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The GPU backend was asked for where there is none (no device, or not built). Exit code 4.
struct NoDevice : DeviceError {
  using DeviceError::DeviceError;
};

}  // namespace eulersolid
