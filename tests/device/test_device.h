#pragma once

#include <cstddef>
#include <cstdint>

/// A CUDA device made of a second process, so that the gpu backend runs where there is none.
///
/// The device is a child that shares one arena with the program. In the child what is allocated may
/// be read and written, and the program's stack and heap may not; in the program it is the other
/// way round: whoever follows a pointer of the other side faults, and is named. Work is queued and
/// done when the program waits for it (or, with ES_TEST_DEVICE=eager, at once); memory that both
/// see is hidden from the program until then. Blocks, and threads within a block, begin in an order
/// drawn from ES_TEST_DEVICE_SEED; blocks that wait for each other run by turns. New memory holds
/// not-a-numbers; freed memory faults, and so does what is behind the end of an allocation. With
/// ES_TEST_DEVICE_MEMORY=bytes there is no more than that, and with ES_TEST_DEVICE_LOST=n the
/// device is gone after n commands.
namespace test_device {

constexpr int lanes = 32;

/// What memory holds, twice a float, before it is written to, and where a copy has not arrived yet:
/// not-a-numbers that no computation makes.
constexpr std::uint16_t unwritten = 0xfff9, underway = 0xfff7;

struct Launch {
  unsigned grid[3], block[3];
};

/// What a fibre of a kernel may call.
void wait_for_block();
void wait_for_warp();
const std::uint64_t* exchange(std::uint64_t mine);
void pause();        ///< let other blocks run
void maybe_pause();  ///< the same, sometimes
/// Copies from global to shared memory that go on while the thread does (cp.async): what is read
/// before finish_copies() are not-a-numbers, and what is overwritten before it arrives all the
/// same.
void copy_later(void* to, const void* from, std::size_t bytes);
void end_batch();
void finish_copies(int pending);  ///< all but the last batches
/// Are products of tiles to be plain sums, in the same order? They are ten times as fast so.
bool products_are_plain();
long long nanoseconds();  ///< the device's clock
/// c += A B by a warp, mma.m16n8k4 for .f64: registers as the PTX ISA numbers them.
void multiply_16_8_4(double* c, double a0, double a1, double b);

/// What is counted, by the place in the sources that asked for it.
enum class Event {
  launch,
  library,
  allocation,  ///< that the pool asks the driver for
  to_device,
  to_host,
  on_device,
  clear,
  wait
};
void note(Event event, std::size_t bytes = 0);
/// Where the program is, for the table of counts and for messages.
void at(const char* file, unsigned line);

int status();         ///< of the device: 0, or the CUDA error that ended it
const char* fault();  ///< what that was: which kernel, what it touched

void* allocate(std::size_t bytes);  ///< null where there is no more
bool holds(const void* at);         ///< is that memory of the device?
std::size_t reserved() noexcept;    ///< of the pool, which keeps what was released [bytes]
void trim();                        ///< the pool to what is in use
void release(void* data);
void wait();
void copy_to_device(void* to, const void* from, std::size_t bytes);
void copy_to_host(void* to, const void* from, std::size_t bytes);
/// Memory that both sides see at the same address.
void* allocate_shared(std::size_t bytes);

/// Has the device call run(arguments) after all that was asked before.
using Call = void (*)(const std::byte*);
void enqueue(Call run, const void* arguments, std::size_t bytes);

/// Calls `kernel` once for every thread of every block; in the device only.
/// @param begin  sets the numbers of the thread that goes on
using Begin = void (*)(const Launch& launch, const unsigned* block, const unsigned* thread);
/// @param identity  of the kernel
void run_grid(const Launch& launch, Begin begin, Call kernel, const std::byte* arguments,
              const void* identity);

}  // namespace test_device
