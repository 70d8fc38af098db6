#pragma once

#include <cstddef>

namespace test_device {

/// Before the fork: what blocks run on, and a little memory that both sides see.
void prepare_blocks();
std::byte* shared_pool();
constexpr std::size_t shared_pool_bytes = 1 << 16;
/// In the device, before the program's memory goes away: what blocks run on.
void take_seats();
/// Of the device: what a kernel did that no device can go on after.
[[noreturn]] void end_device(const char* what);
/// Goes on with f, which never returns, on a stack of its own.
[[noreturn]] void leave_stack(void (*f)());

}  // namespace test_device
