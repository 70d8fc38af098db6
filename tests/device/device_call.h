#pragma once

#include <cstring>
#include <type_traits>

#include "tests/device/test_device.h"

namespace test_device {

/// Has the device call f, which stands for a function of a library and captures plain values only,
/// after all that was asked before.
template <class F>
void call(const char* name, F f) {
  static_assert(std::is_trivially_copyable_v<F>);
  at(name, 0);
  note(Event::library);
  enqueue(
      [](const std::byte* at) {
        alignas(F) std::byte room[sizeof(F)];
        std::memcpy(room, at, sizeof(F));
        (*reinterpret_cast<F*>(room))();
      },
      &f, sizeof f);
}

}  // namespace test_device
