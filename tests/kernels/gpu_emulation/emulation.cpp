#include "tests/kernels/gpu_emulation/emulation.h"

#include <setjmp.h>
#include <ucontext.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

namespace emulation {

namespace {

constexpr std::size_t stack_bytes = 64 * 1024;
#if defined(__SANITIZE_ADDRESS__)
constexpr bool sanitized = true;  // the sanitizer follows swapcontext, but not jumps between stacks
#else
constexpr bool sanitized = false;
#endif

/// Threads that wait for each other.
struct Barrier {
  int expected = 0, arrived = 0;
  unsigned round = 0;
};

struct Warp {
  Barrier barrier;
  std::uint64_t given[2]
                     [lanes];  ///< by turns, so that the slow may still read what the fast replace
};

struct Fiber {
  ucontext_t context;
  jmp_buf place;
  std::unique_ptr<char[]> stack{new char[stack_bytes]};
  bool started = false, finished = false;
  Barrier* waits_for = nullptr;
  unsigned round = 0;

  bool blocked() const { return waits_for != nullptr && waits_for->round == round; }
};

struct Block {
  std::vector<Fiber> fibers;
  std::vector<Warp> warps;
  Barrier all;
  int current = 0;
  ucontext_t scheduler;
  jmp_buf back;
  const std::function<void()>* kernel = nullptr;

  explicit Block(int threads) : fibers(std::size_t(threads)), warps(std::size_t(threads / lanes)) {}
  Fiber& fiber() { return fibers[std::size_t(current)]; }
  Warp& warp() { return warps[std::size_t(current / lanes)]; }
};
thread_local Block* block = nullptr;

/// Back to the scheduler, until it lets this fiber go on.
void leave() {
  Block& b = *block;
  Fiber& fiber = b.fiber();
  if (sanitized)
    swapcontext(&fiber.context, &b.scheduler);
  else if (_setjmp(fiber.place) == 0)
    _longjmp(b.back, 1);
}

void begin_fiber() {
  (*block->kernel)();
  block->fiber().finished = true;
  leave();
}

void resume(Block& b) {
  Fiber& fiber = b.fiber();
  fiber.waits_for = nullptr;
  if (!fiber.started) {
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = fiber.stack.get();
    fiber.context.uc_stack.ss_size = stack_bytes;
    fiber.context.uc_link = nullptr;
    makecontext(&fiber.context, begin_fiber, 0);
  }
  if (sanitized || !fiber.started) {
    fiber.started = true;
    if (sanitized || _setjmp(b.back) == 0) swapcontext(&b.scheduler, &fiber.context);
  } else if (_setjmp(b.back) == 0) {
    _longjmp(fiber.place, 1);
  }
}

void wait_at(Barrier& barrier) {
  if (++barrier.arrived == barrier.expected) {
    barrier.arrived = 0, ++barrier.round;
    return;
  }
  Fiber& fiber = block->fiber();
  fiber.waits_for = &barrier, fiber.round = barrier.round;
  leave();
}

/// Let the fibers run by turns until all have finished.
void run(Block& b, const std::function<void(int)>& enter_thread) {
  for (Fiber& fiber : b.fibers) fiber.started = fiber.finished = false;
  b.all = {int(b.fibers.size())};
  for (Warp& warp : b.warps) warp.barrier = {lanes};
  for (std::size_t finished = 0; finished < b.fibers.size();) {
    bool moved = false;
    for (b.current = 0; b.current < int(b.fibers.size()); ++b.current) {
      if (b.fiber().finished || b.fiber().blocked()) continue;
      enter_thread(b.current);
      resume(b);
      moved = true;
      finished += b.fiber().finished;
    }
    if (!moved) {
      std::fputs("emulation: threads of a block wait at different barriers\n", stderr);
      std::abort();
    }
  }
}

}  // namespace

void run_blocks(int blocks, int threads, const std::function<void(int)>& enter_block,
                const std::function<void(int)>& enter_thread, const std::function<void()>& kernel) {
  std::atomic<int> next{0};
  const auto work = [&] {
    Block mine(threads);
    mine.kernel = &kernel;
    block = &mine;
    for (int b = next++; b < blocks; b = next++) {
      enter_block(b);
      run(mine, enter_thread);
    }
    block = nullptr;
  };
  std::vector<std::thread> team;
  for (int t = 0; t < blocks_at_once && t < blocks; ++t) team.emplace_back(work);
  for (std::thread& member : team) member.join();
}

void wait_for_block() { wait_at(block->all); }
void wait_for_warp() { wait_at(block->warp().barrier); }

const std::uint64_t* exchange(std::uint64_t mine) {
  Warp& warp = block->warp();
  std::uint64_t* given = warp.given[warp.barrier.round % 2];
  given[block->current % lanes] = mine;
  wait_at(warp.barrier);
  return given;
}

void pause() { std::this_thread::yield(); }

}  // namespace emulation
