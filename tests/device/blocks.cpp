#include "tests/device/blocks.h"

#include <semaphore.h>
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <set>
#include <thread>
#include <vector>

#include "tests/device/test_device.h"

/// Runs the blocks of one kernel. Threads of a block are fibres that are made only when a thread
/// has to wait: until then one stack serves them one after the other, so that loops without
/// barriers cost a call each. Blocks that are there at the same time have a thread of the host
/// each, of which one runs at a time: whoever pauses hands over to another, drawn by the seed. So
/// every run can be had again.

extern "C" void test_device_switch(void** from, void* to);
asm(R"(
.text
.globl test_device_switch
.type test_device_switch,@function
test_device_switch:
  pushq %rbp; pushq %rbx; pushq %r12; pushq %r13; pushq %r14; pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15; popq %r14; popq %r13; popq %r12; popq %rbx; popq %rbp
  ret
.size test_device_switch,.-test_device_switch
)");

#if defined(ES_TEST_DEVICE_TSAN)
#include <sanitizer/tsan_interface.h>
extern "C" void __tsan_read_range(void*, unsigned long);
extern "C" void __tsan_write_range(void*, unsigned long);
#endif

namespace test_device {

namespace {

/// What the thread sanitizer is told: every thread of a kernel is one of its own, though they share
/// stacks and a thread of the host; what orders them is barriers, atomics, and the begin and the
/// end of a kernel.
namespace order {
#if defined(ES_TEST_DEVICE_TSAN)  // this file itself is compiled without the sanitizer: what it
                                  // does is not what a device does
constexpr bool watched = true;
void* self() { return __tsan_get_current_fiber(); }
void* fresh() { return __tsan_create_fiber(0); }
void become(void* thread) { __tsan_switch_to_fiber(thread, __tsan_switch_to_fiber_no_sync); }
void before(void* point) { __tsan_release(point); }
void after(void* point) { __tsan_acquire(point); }
void copies(void* to, const void* from, std::size_t bytes) {
  __tsan_read_range(const_cast<void*>(from), bytes), __tsan_write_range(to, bytes);
}
#else
constexpr bool watched = false;
void* self() { return nullptr; }
void* fresh() { return nullptr; }
void become(void*) {}
void before(void*) {}
void after(void*) {}
void copies(void*, const void*, std::size_t) {}
#endif
}  // namespace order

constexpr std::size_t stack_bytes = 256 * 1024;
constexpr int max_threads = 1024, team = 3;

std::uint64_t random_state = 88172645463325252ull;
std::uint64_t draw() {
  random_state ^= random_state << 13, random_state ^= random_state >> 7,
      random_state ^= random_state << 17;
  return random_state;
}

struct Barrier {
  int expected = 0, arrived = 0;
  unsigned round = 0;
  char point[2] = {0, 0};  ///< of even and odd rounds: who is late in one is before the next
};
struct Warp {
  Barrier barrier;
  std::uint64_t given[2][lanes];
};

struct Copy {
  void* to;
  const void* from;
  std::size_t bytes;
  int batch;
};

struct Fibre {
  std::vector<Copy> copies;  ///< that are on their way
  int batch = 0;
  void* stack = nullptr;
  void* place = nullptr;
  int thread = -1;
  bool done = true;
  Barrier* waits_for = nullptr;
  unsigned round = 0;
  bool blocked() const { return waits_for != nullptr && waits_for->round == round; }
};

/// An order of 0 ... n - 1 that need not be kept.
struct Order {
  std::uint64_t n = 1, step = 1, first = 0;
  explicit Order(std::uint64_t count = 1) : n(count) {
    if (n < 2) return;
    first = draw() % n;
    do step = 1 + draw() % n;
    while (std::gcd(step, n) != 1);
  }
  std::uint64_t operator[](std::uint64_t i) const {
    return std::uint64_t((unsigned __int128)(step)*i % n + first) % n;
  }
};

struct Grid {
  const Launch* launch = nullptr;
  Begin begin = nullptr;
  Call kernel = nullptr;
  const std::byte* arguments = nullptr;
  const void* identity = nullptr;  ///< of the kernel: calls are one for each list of parameters
  std::uint64_t blocks = 0, next = 0;
  Order order;
  int threads = 0;
  bool shared = false;       ///< colleagues take blocks, too
  bool has_barriers = true;  ///< as far as is known
} grid;
char kernel_begin, kernel_end;              // points that order kernels
std::set<const void*> with_barriers, seen;  // kernels

/// What a thread of the host keeps for the block that it runs.
struct Seat {
  std::vector<Fibre> fibres;
  std::vector<Warp> warps;
  std::vector<int> waiting;
  Barrier all;
  Order order;
  int begun = 0, current = 0;
  unsigned block[3];
  void* scheduler = nullptr;
  sem_t turn;
  bool working = false;
  std::vector<void*> threads;  ///< as the sanitizer knows them
  void* host = nullptr;        ///< the same of the thread of the host
  char memory;                 ///< a point that orders the blocks that use one shared memory
};
Seat* seats = nullptr;
sem_t over;
thread_local Seat* seat = nullptr;

/// The thread of a kernel that goes on.
void become(int thread) {
  if (!order::watched) return;
  if (seat->threads.empty()) seat->threads.resize(max_threads);
  void*& known = seat->threads[std::size_t(thread)];
  if (known == nullptr) known = order::fresh();
  order::become(known);
}

void enter(int thread) {
  const Launch& l = *grid.launch;
  const unsigned at[3] = {unsigned(thread) % l.block[0], unsigned(thread) / l.block[0] % l.block[1],
                          unsigned(thread) / (l.block[0] * l.block[1])};
  grid.begin(l, seat->block, at);
}

void leave() {
  test_device_switch(&seat->fibres[std::size_t(seat->current)].place, seat->scheduler);
}

/// A stack's life: one thread after the other, until one of them had to wait and has ended. Where
/// the sanitizer watches each has its own: it would take what they leave on one for races.
void fibre_main() {
  for (;;) {
    Seat& s = *seat;
    const int mine = s.current;
    Fibre& f = s.fibres[std::size_t(mine)];
    while (s.begun < grid.threads) {
      f.thread = int(s.order[std::uint64_t(s.begun++)]);
      enter(f.thread);
      f.batch = 0;
      become(f.thread);
      order::after(&kernel_begin);
      if (grid.has_barriers) order::after(&s.memory);
      grid.kernel(grid.arguments);
      if (grid.has_barriers) order::before(&s.memory);
      order::before(&kernel_end);
      order::become(s.host);
      if (!f.copies.empty()) end_device("a thread ended before its copies had arrived");
      if (order::watched) break;
    }
    f.done = true;
    leave();
  }
}

/// Behind memory that is never there: who needs more, but for much more, ends.
void* fresh_stack() {
  constexpr std::size_t guard = std::size_t(1) << 20;
  void* at = mmap(nullptr, guard + stack_bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED || mprotect(at, guard, PROT_NONE) != 0) std::abort();
  return static_cast<char*>(at) + guard;
}

/// Where a stack begins that goes on with f.
void* first_place(void* stack, void (*f)()) {
  auto** top = reinterpret_cast<void**>(static_cast<char*>(stack) + stack_bytes - 64);
  *--top = nullptr;  // whoever returned to it would fault
  *--top = reinterpret_cast<void*>(f);
  for (int r = 0; r < 6; ++r) *--top = nullptr;
  return top;
}

void resume(Seat& s, int fibre) {
  Fibre& f = s.fibres[std::size_t(fibre)];
  s.current = fibre;
  if (f.stack == nullptr) {
    f.stack = fresh_stack();
    f.place = first_place(f.stack, &fibre_main);
  }
  f.waits_for = nullptr;
  test_device_switch(&s.scheduler, f.place);
}

/// @param orders  does it order memory, too?
void wait_at(Barrier& barrier, bool orders) {
  with_barriers.insert(grid.identity);
  void* const point = barrier.point + barrier.round % 2;
  if (orders) order::before(point);
  if (++barrier.arrived == barrier.expected) {
    barrier.arrived = 0, ++barrier.round;
    if (orders) order::after(point);
    return;
  }
  Seat& s = *seat;
  Fibre& f = s.fibres[std::size_t(s.current)];
  f.waits_for = &barrier, f.round = barrier.round;
  order::become(s.host);
  leave();
  Fibre& again = seat->fibres[std::size_t(seat->current)];
  enter(again.thread);
  become(again.thread);
  if (orders) order::after(point);
}

void run_block(Seat& s, std::uint64_t number) {
  const Launch& l = *grid.launch;
  s.block[0] = unsigned(number % l.grid[0]), s.block[1] = unsigned(number / l.grid[0] % l.grid[1]);
  s.block[2] = unsigned(number / l.grid[0] / l.grid[1]);
  s.begun = 0, s.order = Order(std::uint64_t(grid.threads));
  s.all = {grid.threads};
  for (Warp& w : s.warps) w.barrier = {lanes};
  s.waiting.clear();
  int used = 0;
  while (s.begun < grid.threads) {
    if (order::watched) used = int(s.order[std::uint64_t(s.begun)]);
    s.fibres[std::size_t(used)].done = false;
    resume(s, used);
    if (!s.fibres[std::size_t(used)].done) s.waiting.push_back(used);
    ++used;
  }
  while (!s.waiting.empty()) {
    bool moved = false;
    const Order order(s.waiting.size());
    for (std::size_t i = 0; i < s.waiting.size(); ++i) {
      const int f = s.waiting[std::size_t(order[i])];
      if (s.fibres[std::size_t(f)].done || s.fibres[std::size_t(f)].blocked()) continue;
      resume(s, f), moved = true;
    }
    std::erase_if(s.waiting, [&](int f) { return s.fibres[std::size_t(f)].done; });
    if (moved) continue;
    end_device("threads of a block wait at different barriers");
  }
}

/// Seat `s` has the turn; somebody else who works gets it, drawn by the seed.
bool aggregate(Seat& s) {
  const int from = int(draw() % team);
  for (int i = 0; i < team; ++i) {
    Seat& other = seats[(from + i) % team];
    if (&other == &s || !other.working) continue;
    sem_post(&other.turn);
    return true;
  }
  return false;
}

void wait_for(sem_t& signal) {
  while (sem_wait(&signal) != 0) {
  }
}

void take_turn(Seat& s) { wait_for(s.turn); }

void work(Seat& s) {
  while (grid.next < grid.blocks) run_block(s, grid.order[grid.next++]);
  s.working = false;
}

void colleague(Seat& s) {
  seat = &s;
  s.host = order::self();
  sem_post(&over);  // what it was started with is on the heap, which goes away
  for (;;) {
    take_turn(s);
    work(s);
    if (!aggregate(s)) sem_post(&over);
  }
}

/// They begin only where somebody pauses.
void call_colleagues() {
  if (grid.shared) return;
  grid.shared = true;
  for (int c = 1; c < team; ++c) seats[c].working = true;
}

std::byte* pool = nullptr;
bool plain_products = false;  ///< the device has no environment to ask

}  // namespace

std::byte* shared_pool() { return pool; }

void fill(void* at, std::uint16_t pattern, std::size_t bytes) {
  std::fill_n(static_cast<std::uint16_t*>(at), bytes / sizeof pattern, pattern);
}

void take_seats() {
  seats = new Seat[team];
  for (int c = 0; c < team; ++c)
    sem_init(&seats[c].turn, 0, 0), seats[c].fibres.resize(max_threads);
  sem_init(&over, 0, 0);
  for (int c = 1; c < team; ++c) std::thread(colleague, std::ref(seats[c])).detach();
  for (int c = 1; c < team; ++c) wait_for(over);
}

void leave_stack(void (*f)()) {
  void* here = nullptr;
  test_device_switch(&here, first_place(fresh_stack(), f));
  std::abort();
}

void prepare_blocks() {
  plain_products = std::getenv("ES_TEST_DEVICE_PLAIN") != nullptr;
  if (const char* seed = std::getenv("ES_TEST_DEVICE_SEED"))
    random_state += std::strtoull(seed, nullptr, 10) * 0x9e3779b97f4a7c15ull;
  void* at =
      mmap(nullptr, shared_pool_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) std::abort();
  pool = static_cast<std::byte*>(at);
}

void run_grid(const Launch& launch, Begin begin, Call call, const std::byte* arguments,
              const void* identity) {
  grid = Grid();
  grid.launch = &launch, grid.begin = begin, grid.kernel = call, grid.arguments = arguments;
  grid.identity = identity;
  grid.blocks = std::uint64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2];
  grid.order = Order(grid.blocks);
  grid.threads = int(launch.block[0] * launch.block[1] * launch.block[2]);
  for (int c = 0; c < team; ++c)
    seats[c].warps.resize(std::size_t(grid.threads + lanes - 1) / lanes);
  // A kernel that met no barrier the first time has none, and its blocks share no memory.
  grid.has_barriers = with_barriers.count(identity) > 0 || seen.insert(identity).second;
  order::before(&kernel_begin);
  seat = &seats[0];
  seats[0].host = order::self();
  seats[0].working = true;
  work(seats[0]);
  if (grid.shared && aggregate(seats[0])) wait_for(over);
  order::after(&kernel_end);
}

void pause() {
  Seat& s = *seat;
  call_colleagues();
  const int thread = s.fibres[std::size_t(s.current)].thread;
  order::become(s.host);
  if (aggregate(s)) {
    take_turn(s);
    enter(thread);
  }
  become(thread);
}

void maybe_pause() {
  if (draw() % 2 == 0) pause();
}

void wait_for_block() { wait_at(seat->all, true); }
void wait_for_warp() {
  const int thread = seat->fibres[std::size_t(seat->current)].thread;
  wait_at(seat->warps[std::size_t(thread / lanes)].barrier, true);
}

const std::uint64_t* exchange(std::uint64_t mine) {
  const int thread = seat->fibres[std::size_t(seat->current)].thread;
  Warp& warp = seat->warps[std::size_t(thread / lanes)];
  std::uint64_t* given = warp.given[warp.barrier.round % 2];
  given[thread % lanes] = mine;
  wait_at(warp.barrier, false);  // registers alone
  return given;
}

namespace {
Fibre& mine() { return seat->fibres[std::size_t(seat->current)]; }
}  // namespace

void copy_later(void* to, const void* from, std::size_t bytes) {
  if (reinterpret_cast<std::uintptr_t>(to) % bytes != 0 ||
      reinterpret_cast<std::uintptr_t>(from) % bytes != 0)
    end_device("cp.async from or to a misaligned address");
  order::copies(to, from, bytes);
  fill(to, underway, bytes);
  mine().copies.push_back({to, from, bytes, mine().batch});
}
void end_batch() { ++mine().batch; }
void finish_copies(int pending) {
  Fibre& f = mine();
  std::size_t kept = 0;
  for (const Copy& c : f.copies) {
    if (c.batch >= f.batch - pending)
      f.copies[kept++] = c;
    else
      order::copies(c.to, c.from, c.bytes), std::memcpy(c.to, c.from, c.bytes);
  }
  f.copies.resize(kept);
}

bool products_are_plain() { return plain_products; }

long long nanoseconds() {
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void multiply_16_8_4(double* c, double a0, double a1, double b) {
  const double given[3] = {a0, a1, b};
  double all[3][lanes];
  for (int g = 0; g < 3; ++g) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &given[g], sizeof bits);
    std::memcpy(all[g], exchange(bits), sizeof all[g]);
  }
  const int lane = mine().thread % lanes;
  for (int e = 0; e < 4; ++e) {
    const int row = lane / 4, column = lane % 4 * 2 + e % 2;
    for (int k = 0; k < 4; ++k)
      c[e] = __builtin_fma(all[e / 2][row * 4 + k], all[2][column * 4 + k], c[e]);
  }
}

}  // namespace test_device
