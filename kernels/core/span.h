#pragma once

#include <cassert>
#include <cstdint>

#include "kernels/core/host_device.h"

namespace eulersolid {

using Index = std::int64_t;  ///< counts and positions in arrays

/// A view of contiguous elements; owns nothing, so it is copied freely into loop bodies.
template <class T>
struct Span {
  T* data = nullptr;
  Index size = 0;

  ES_HD Span() {}
  ES_HD Span(T* first, Index count) : data(first), size(count) {}
  /// A view of mutable elements is also a view of constant ones.
  template <class U>
  ES_HD Span(const Span<U>& other) : data(other.data), size(other.size) {}

  ES_HD T& operator[](Index i) const {
    assert(0 <= i && i < size);
    return data[i];
  }
  /// The `count` elements from `first` on.
  ES_HD Span part(Index first, Index count) const {
    assert(0 <= first && 0 <= count && first + count <= size);
    return {data + first, count};
  }
};

}  // namespace eulersolid
