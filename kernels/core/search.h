#pragma once

#include "kernels/core/span.h"

namespace eulersolid {

/// Of 0 ... count, the first for which `before` does not hold; it must hold for all smaller numbers
/// and for no larger one. `before` is a plain structure with an ES_HD operator(), so that loop
/// bodies of both backends can call it.
template <class Before>
ES_HD Index partition_point(Index count, const Before& before) {
  Index low = 0, high = count;
  while (low < high) {
    const Index middle = (low + high) / 2;
    if (before(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

template <class T>
struct IsBelow {
  Span<const T> list;
  T value;
  ES_HD bool operator()(Index i) const { return list[i] < value; }
};

/// First position in an ascending list whose element is not below `value`; its size when all are.
template <class T>
ES_HD Index lower_bound(Span<const T> list, T value) {
  return partition_point(list.size, IsBelow<T>{list, value});
}

/// Position of `value` in an ascending list, -1 where it is not in it.
template <class T>
ES_HD Index find_sorted(Span<const T> list, T value) {
  const Index at = lower_bound(list, value);
  return at < list.size && list[at] == value ? at : -1;
}

}  // namespace eulersolid
