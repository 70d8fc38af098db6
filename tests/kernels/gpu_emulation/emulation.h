#pragma once

#include <cstdint>
#include <functional>

/// Runs the threads of CUDA kernels on the host, so that kernels are tested where there is no
/// device. Every thread of a block is a fiber of one thread of the host, which changes fibers only
/// at barriers and exchanges; blocks run at the same time, on a few threads of the host. That shows
/// wrong sums, missing barriers that matter to this order, barriers that not all threads reach,
/// waiting for each other in a circle, and flags raised too early; not how fast anything is, nor
/// races that the order of the fibers hides.
namespace emulation {

constexpr int lanes = 32;          ///< of a warp
constexpr int blocks_at_once = 3;  ///< that the "device" holds

/// Run `blocks` blocks of `threads` fibers, a multiple of a warp. `enter_block` and `enter_thread`
/// are called with their numbers before a block begins, and whenever a fiber goes on.
void run_blocks(int blocks, int threads, const std::function<void(int)>& enter_block,
                const std::function<void(int)>& enter_thread, const std::function<void()>& kernel);

/// What a fiber may call.
void wait_for_block();                              ///< __syncthreads
void wait_for_warp();                               ///< __syncwarp
const std::uint64_t* exchange(std::uint64_t mine);  ///< what all lanes of the warp gave
void pause();                                       ///< let other blocks run

}  // namespace emulation
