#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/core/memory.h"
#include "kernels/core/span.h"

ES_BEGIN

/// Owns elements in the memory of this backend.
///
/// Moves, never copies: a copy of device memory is always written out, as `to_host()` or
/// `copy_from()`, so none happens by accident.
template <class T>
class DeviceVector {
  static_assert(std::is_trivially_copyable_v<T>, "elements travel by memcpy");

 public:
  DeviceVector() = default;
  explicit DeviceVector(Index n) { resize(n); }
  explicit DeviceVector(const std::vector<T>& host) { assign(host); }
  DeviceVector(Index n, T value) : DeviceVector(std::vector<T>(std::size_t(n), value)) {}
  DeviceVector(DeviceVector&& other) noexcept { swap(other); }
  DeviceVector& operator=(DeviceVector&& other) noexcept {
    swap(other);
    return *this;
  }
  ~DeviceVector() { memory::release(data_); }

  Index size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Span<T> span() { return {data_, size_}; }
  Span<const T> span() const { return {data_, size_}; }

  /// Change the size. The contents are undefined afterwards; memory is only taken when the new
  /// size exceeds every earlier one (then with room to spare, so growth inside a loop is rare).
  void resize(Index n) {
    if (n > capacity_) {
      const Index room = capacity_ == 0 ? n : n + n / 4;
      memory::release(data_);
      data_ = nullptr, size_ = capacity_ = 0;  // consistent if allocate throws
      data_ = static_cast<T*>(memory::allocate(std::size_t(room) * sizeof(T)));
      capacity_ = room;
    }
    size_ = n;
  }
  void resize_zero(Index n) {
    resize(n);
    if (n > 0) memory::fill_zero(data_, std::size_t(n) * sizeof(T));
  }
  void assign(const std::vector<T>& host) {
    resize(Index(host.size()));
    if (size_ > 0) memory::copy_in(data_, host.data(), host.size() * sizeof(T));
  }
  void copy_from(Span<const T> other) {
    resize(other.size);
    if (size_ > 0) memory::copy(data_, other.data, std::size_t(size_) * sizeof(T));
  }
  std::vector<T> to_host() const {
    std::vector<T> host(static_cast<std::size_t>(size_));
    if (size_ > 0) memory::copy_out(host.data(), data_, host.size() * sizeof(T));
    return host;
  }

  void swap(DeviceVector& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

 private:
  T* data_ = nullptr;
  Index size_ = 0, capacity_ = 0;
};

ES_END
