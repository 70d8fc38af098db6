#pragma once

#include <cstddef>
#include <cstdint>

namespace test_device {

/// Before the fork: what blocks run on, and a little memory that both sides see.
void prepare_blocks();
std::byte* shared_pool();
constexpr std::size_t shared_pool_bytes = 1 << 16;
/// In the device, before the program's memory goes away: what blocks run on.
void take_seats();
/// Of the device: what a kernel did that no device can go on after.
/// @param touched  memory that it did it to
[[noreturn]] void end_device(const char* what, const void* touched = nullptr);
void fill(void* at, std::uint16_t pattern, std::size_t bytes);
/// Goes on with f, which never returns, on a stack of its own.
[[noreturn]] void leave_stack(void (*f)());

}  // namespace test_device
