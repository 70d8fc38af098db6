#pragma once

#include <cstddef>

#include "kernels/core/backend.h"

ES_BEGIN

/// Memory of this backend: the host's for cpu, the device's for gpu. Sizes in bytes.
namespace memory {

void* allocate(std::size_t bytes);  ///< @throws DeviceError when there is not enough
void release(void* data) noexcept;  ///< null is allowed
void copy_in(void* device, const void* host, std::size_t bytes);
void copy_out(void* host, const void* device, std::size_t bytes);  ///< waits for the device
void copy(void* to, const void* from, std::size_t bytes);          ///< device to device
void fill_zero(void* device, std::size_t bytes);
void wait();                   ///< until the device has finished what was asked of it
std::size_t peak() noexcept;   ///< largest total of live allocations since restart_peak()
void restart_peak() noexcept;  ///< count from what is live now

}  // namespace memory

ES_END
