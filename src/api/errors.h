#pragma once

#include <exception>
#include <new>
#include <system_error>
#include <utility>

#include "eulersolid/basics.h"
#include "kernels/core/error.h"

namespace eulersolid::api {

/// Calls f, and throws the interface's errors in place of the program's.
template <class F>
decltype(auto) translated(F&& f) {
  try {
    return std::forward<F>(f)();
  } catch (const Error&) {
    throw;
  } catch (const eulersolid::InputError& error) {
    throw InputError(error.what());
  } catch (const eulersolid::SimulationError& error) {
    throw SimulationError(error.what());
  } catch (const std::bad_alloc&) {
    throw MachineError("there is not enough memory");
  } catch (const std::exception& error) {  // DeviceError, std::system_error, a library's own
    throw MachineError(error.what());
  }
}

/// Calls what the caller of the library has given, and keeps what it throws until the library's own
/// functions are done.
class Callback {
 public:
  /// @return false where it wants no more, or has thrown
  template <class F>
  bool operator()(F&& f) noexcept {
    try {
      return std::forward<F>(f)();
    } catch (...) {
      thrown_ = std::current_exception();
      return false;
    }
  }
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  std::exception_ptr thrown_;
};

}  // namespace eulersolid::api
