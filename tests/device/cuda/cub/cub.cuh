#pragma once

/// The algorithms of CUB that the gpu backend calls.

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "cuda_runtime.h"
#include "tests/device/device_call.h"

namespace cub {

/// Where the workspace is null, only its size is asked for.
inline bool asked_for_size(void* workspace, std::size_t& bytes) {
  if (workspace == nullptr) bytes = 64;
  return workspace == nullptr;
}
/// The device may write to all of its workspace.
inline void use(void* workspace, std::size_t bytes) { std::memset(workspace, 0xa5, bytes); }

struct DeviceScan {
  static cudaError_t ExclusiveSum(void* workspace, std::size_t& bytes, const int* in, int* out, int count) {
    if (asked_for_size(workspace, bytes)) return cudaSuccess;
    test_device::call("cub::DeviceScan", [workspace, bytes = bytes, in, out, count] {
      use(workspace, bytes);
      std::exclusive_scan(in, in + count, out, 0);
    });
    return test_device::state();
  }
};

struct DeviceSelect {
  template <class Items>
  static cudaError_t Flagged(void* workspace, std::size_t& bytes, Items, const std::uint8_t* flags, int* out, int* found,
                             int count) {
    if (asked_for_size(workspace, bytes)) return cudaSuccess;
    test_device::call("cub::DeviceSelect", [workspace, bytes = bytes, flags, out, found, count] {
      use(workspace, bytes);
      int next = 0;
      for (int i = 0; i < count; ++i)
        if (flags[i] != 0) out[next++] = i;
      *found = next;
    });
    return test_device::state();
  }
};

struct DeviceRadixSort {
  static cudaError_t SortPairs(void* workspace, std::size_t& bytes, const std::uint64_t* keys, std::uint64_t* sorted_keys,
                               const int* values, int* sorted_values, int count) {
    if (asked_for_size(workspace, bytes)) return cudaSuccess;
    test_device::call("cub::DeviceRadixSort", [workspace, bytes = bytes, keys, sorted_keys, values, sorted_values, count] {
      use(workspace, bytes);
      std::vector<int> order(static_cast<std::size_t>(count));
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] < keys[b]; });
      for (int i = 0; i < count; ++i)
        sorted_keys[i] = keys[order[std::size_t(i)]], sorted_values[i] = values[order[std::size_t(i)]];
    });
    return test_device::state();
  }
};

}  // namespace cub
