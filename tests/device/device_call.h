#pragma once

#include <cstring>
#include <type_traits>

#include "tests/device/test_device.h"

namespace test_device {

/// Has the device call f, which captures plain values only, after all that was asked before.
template <class F>
void call_later(F f) {
  static_assert(std::is_trivially_copyable_v<F>);
  enqueue(
      [](const std::byte* at) {
        alignas(F) std::byte room[sizeof(F)];
        std::memcpy(room, at, sizeof(F));
        (*reinterpret_cast<F*>(room))();
      },
      &f, sizeof f);
}

/// The same of f that stands for a function of a library.
template <class F>
void call(const char* name, F f) {
  at(name, 0);
  note(Event::library);
  call_later(f);
}

}  // namespace test_device
