#include "tests/device/test_device.h"

#include <execinfo.h>
#include <fcntl.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "tests/device/blocks.h"
#include "tests/device/device_call.h"

extern "C" void openblas_set_num_threads(int);

namespace test_device {

namespace {

#if defined(ES_TEST_DEVICE_TSAN) || defined(__SANITIZE_ADDRESS__)
constexpr bool always_inside = true;
constexpr std::size_t arena_bytes = std::size_t(1) << 36;
#else
constexpr bool always_inside = false;
constexpr std::size_t arena_bytes = std::size_t(1) << 42;
#endif
constexpr std::size_t pool_unit = std::size_t(2) << 20;  // as drivers map it
constexpr std::size_t page = 4096, unit = 16, queue_bytes = std::size_t(8) << 20;
constexpr std::size_t max_quarantined = std::size_t(1) << 33;  // of addresses, which cost nothing

struct Place {
  const char* file = "start";
  unsigned line = 0;
};

/// A call that the device has been asked for; its arguments follow.
struct Command {
  Call run;
  Place place;
  std::size_t bytes;
};
constexpr std::size_t rounded(std::size_t bytes, std::size_t to) {
  return (bytes + to - 1) / to * to;
}

/// What both sides see.
struct Board {
  sem_t go, rest;
  std::atomic<std::size_t> posted, done;  ///< bytes of the queue, ever
  std::atomic<std::size_t> origin;        ///< where the queue's begin is among these
  std::atomic<int> status;                ///< a CUDA error, once the device has ended
  std::atomic<const Command*> current;
  /// What ended it. The device itself prints nothing: libraries keep tables for that on the heap.
  std::atomic<int> signal;
  std::atomic<const void*> touched;
  std::atomic<const char*> reason;  ///< instead of a signal
  char fault[2048];                 ///< the same in words, by the program
  alignas(64) std::byte queue[queue_bytes];
};

struct Allocation {
  std::byte* base;
  std::size_t pages, bytes;
  Place made;
};

struct Counts {
  std::size_t count = 0, bytes = 0;
};

/// Not on the heap, which the device does not see.
Board* board = nullptr;
std::byte* arena = nullptr;

struct Machine {
  std::byte* alias;  // the same memory as the arena, for the program's copies
  pid_t device = 0;
  bool eager;
  bool inside;  ///< a thread instead of a process, for debuggers and sanitizers
  Place place;
  std::byte* next;
  std::map<const std::byte*, Allocation> live, freed;  // by their data
  std::map<std::size_t, std::deque<std::byte*>> reusable;
  std::deque<std::pair<std::size_t, std::byte*>> quarantine;
  std::size_t quarantined = 0, allocated = 0, reserved = 0, commands = 0;
  std::size_t room = ~std::size_t(0), commands_left = ~std::size_t(0);
  bool is_hidden = false;  ///< what both sides see
  std::map<std::pair<std::string, int>, Counts> counts;
  std::recursive_mutex mutex;
};
Machine* the = nullptr;
bool in_device = false;

[[noreturn]] void die(const char* text) {
  std::fputs(text, stderr);
  std::abort();
}

/// `folder/file:line`, or the name of a kernel or a library's function, which have no line.
std::string name(Place place) {
  if (place.line == 0) return place.file;
  const std::string file = place.file;
  std::size_t cut = file.rfind('/');
  if (cut != std::string::npos && cut > 0) cut = file.rfind('/', cut - 1);
  return file.substr(cut == std::string::npos ? 0 : cut + 1) + ":" + std::to_string(place.line);
}

bool in_arena(const void* at) {
  return arena <= static_cast<const std::byte*>(at) &&
         static_cast<const std::byte*>(at) < arena + arena_bytes;
}

/// Where an address is in the memory of the device, as it is allocated by now.
void describe(char* text, std::size_t room, const void* address) {
  const auto* at = static_cast<const std::byte*>(address);
  if (!in_arena(at)) {
    std::snprintf(text, room, "memory of the program, or nothing, at %p", address);
    return;
  }
  for (const auto* allocations : {&the->live, &the->freed}) {
    auto after = allocations->upper_bound(at);
    if (after == allocations->begin()) continue;
    const Allocation& a = std::prev(after)->second;
    if (at >= a.base + (a.pages + 1) * page) continue;
    const bool is_behind = at >= std::prev(after)->first + a.bytes;
    const char* const which = allocations == &the->freed ? "freed memory" : "an allocation";
    std::snprintf(text, room, "%s%s of %zu bytes, made after %s:%u",
                  is_behind ? "what is behind the end of " : "", which, a.bytes, a.made.file,
                  a.made.line);
    return;
  }
  std::snprintf(text, room, "memory of the device that is not allocated");
}

/// Of the program: it has followed a pointer of the device, or has not waited for it.
void program_fault(int, siginfo_t* info, void*) {
  char text[1000], what[500] = "memory that both see, and has not waited since";
  const auto* const at = static_cast<const std::byte*>(info->si_addr);
  const bool is_early = shared_pool() <= at && at < shared_pool() + shared_pool_bytes;
  if (in_arena(at)) describe(what, sizeof what, at);
  if (in_arena(at) || is_early) {
    std::snprintf(
        text, sizeof text,
        "test device: the program touched memory of the device at %p: %s; the last launch "
        "before was %s:%u\n",
        info->si_addr, what, the->place.file, the->place.line);
    if (write(2, text, std::strlen(text)) < 0) _exit(97);
    void* frames[40];
    backtrace_symbols_fd(frames, backtrace(frames, 40), 2);
  }
  signal(SIGSEGV, SIG_DFL);
  raise(SIGSEGV);
}

/// Of the device: a kernel has. The program, which knows what is allocated, says where.
void device_fault(int number, siginfo_t* info, void*) {
  if (number == SIGSEGV || number == SIGBUS) board->touched = info->si_addr;
  board->signal = number;
  board->status = number == SIGABRT ? 710 : 700;
  void* frames[30];
  backtrace_symbols_fd(frames, backtrace(frames, 30), 2);
  sem_post(&board->rest);
  _exit(99);
}

/// What ended the device, once.
void tell_fault() {
  Board& b = *board;
  if (b.fault[0] != 0 || b.status == 0) return;
  const Command* c = b.current;
  const std::string where = c != nullptr ? name(c->place) : "?";
  char what[500] = "";
  if (b.touched != nullptr) describe(what, sizeof what, b.touched);
  const char* const reason = b.reason;
  const std::string ended = reason != nullptr ? reason : "signal " + std::to_string(b.signal);
  std::snprintf(b.fault, sizeof b.fault, "%s in %s%s%s", ended.c_str(), where.c_str(),
                *what != 0 ? ", which touched " : "", what);
  std::fprintf(stderr, "test device: %s\n", b.fault);
}

void handle(int number, void (*handler)(int, siginfo_t*, void*)) {
  static char stack[1 << 16];
  stack_t alternative{};
  alternative.ss_sp = stack, alternative.ss_size = sizeof stack;
  sigaltstack(&alternative, nullptr);
  struct sigaction action {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(number, &action, nullptr);
}

/// Takes from the device what a kernel must not reach: the heap and the stack of the program.
void hide_program() {
  const int maps = open("/proc/self/maps", O_RDONLY);
  static char text[1 << 20];
  std::size_t size = 0;
  for (ssize_t got = 0; (got = read(maps, text + size, sizeof text - 1 - size)) > 0;)
    size += std::size_t(got);
  close(maps);
  text[size] = 0;
  for (char* line = text; line != nullptr && *line != 0;) {
    char* end = std::strchr(line, '\n');
    if (end != nullptr) *end = 0;
    if (std::strstr(line, "[heap]") != nullptr || std::strstr(line, "[stack]") != nullptr) {
      char* after = nullptr;
      const unsigned long first = std::strtoul(line, &after, 16),
                          last = std::strtoul(after + 1, nullptr, 16);
      mprotect(reinterpret_cast<void*>(first), last - first, PROT_NONE);
    }
    line = end == nullptr ? nullptr : end + 1;
  }
}

void serve() {
  take_seats();
  if (!the->inside) {
    for (const int number : {SIGINT, SIGTERM}) signal(number, SIG_IGN);  // the program ends it
    openblas_set_num_threads(1);  // which may make threads, as long as there is a heap
    for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT}) handle(number, device_fault);
    hide_program();
  }
  Board& b = *board;
  for (;;) {
    while (sem_wait(&b.go) != 0) {
    }
    while (b.done != b.posted) {
      const Command* c = reinterpret_cast<const Command*>(b.queue + (b.done - b.origin));
      b.current = c;
      c->run(reinterpret_cast<const std::byte*>(c + 1));
      b.done += sizeof(Command) + rounded(c->bytes, unit);
    }
    sem_post(&b.rest);
  }
}

void write_counts() {
  const char* path = std::getenv("ES_TEST_DEVICE_COUNTS");
  if (path == nullptr) return;
  static const char* const kinds[] = {"launch",  "library",   "allocation", "to_device",
                                      "to_host", "on_device", "clear",      "wait"};
  std::FILE* file = std::fopen(path, "w");
  if (file == nullptr) return;
  for (const auto& [key, c] : the->counts)
    std::fprintf(file, "%s,%s,%zu,%zu\n", key.first.c_str(), kinds[key.second], c.count, c.bytes);
  std::fprintf(file, "all,command,%zu,0\n", the->commands);
  std::fclose(file);
}

void* share(std::size_t bytes) {
  void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) die("test device: no shared memory\n");
  return at;
}

std::byte* map_arena(int file, int protection) {
  void* at = mmap(nullptr, arena_bytes, protection, MAP_SHARED | MAP_NORESERVE, file, 0);
  if (at == MAP_FAILED) die("test device: no room for the memory of the device\n");
  return static_cast<std::byte*>(at);
}

Machine& machine() {
  static std::once_flag once;
  std::call_once(once, [] {
    Machine* m = new Machine;
    board = new (share(sizeof(Board))) Board{};
    sem_init(&board->go, 1, 0), sem_init(&board->rest, 1, 0);
    const int file = memfd_create("device", 0);
    if (file < 0 || ftruncate(file, off_t(arena_bytes)) != 0) die("test device: no memory file\n");
    arena = map_arena(file, PROT_NONE), m->alias = map_arena(file, PROT_READ | PROT_WRITE);
    m->next = arena + page;
    const char* mode = std::getenv("ES_TEST_DEVICE");
    m->eager = mode != nullptr && std::string(mode) == "eager";
    if (const char* text = std::getenv("ES_TEST_DEVICE_MEMORY"))
      m->room = std::strtoull(text, nullptr, 10);
    if (const char* text = std::getenv("ES_TEST_DEVICE_LOST"))
      m->commands_left = std::strtoull(text, nullptr, 10);
    void* frames[4];
    backtrace(frames, 4);  // loads what it needs
    the = m;
    prepare_blocks();
    m->inside = always_inside || std::getenv("ES_TEST_DEVICE_INSIDE") != nullptr;
    if (m->inside) {
      std::thread(serve).detach();
      return;
    }
    const pid_t program = getpid();
    m->device = fork();
    if (m->device < 0) die("test device: no process for the device\n");
    if (m->device == 0) {
      in_device = true;
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != program) _exit(0);
      close_range(3, ~0U, 0);  // or it would hold locks that the program has given up
      munmap(m->alias, arena_bytes);
      // The stack of the program goes away, and with its heap what this thread could allocate.
      leave_stack([] { std::thread(serve).join(); });
    }
    handle(SIGSEGV, program_fault);
    std::atexit(write_counts), std::at_quick_exit(write_counts);
  });
  return *the;
}

/// Memory that both sides see is not the program's while the device may write to it.
void hide_shared(Machine& m, bool hides) {
  if (m.inside || m.is_hidden == hides) return;
  m.is_hidden = hides;
  mprotect(shared_pool(), shared_pool_bytes, hides ? PROT_NONE : PROT_READ | PROT_WRITE);
}

void drain(Machine& m) {
  Board& b = *board;
  struct Shown {
    Machine& machine;
    ~Shown() { hide_shared(machine, false); }
  } const shown{m};
  if (b.status != 0) return tell_fault();
  if (b.done == b.posted) return;
  sem_post(&b.go);
  while (b.done != b.posted && b.status == 0) {
    timespec until{};
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100'000'000;
    if (until.tv_nsec >= 1'000'000'000) until.tv_nsec -= 1'000'000'000, ++until.tv_sec;
    if (sem_timedwait(&b.rest, &until) == 0 || errno != ETIMEDOUT || m.inside) continue;
    int how = 0;
    if (waitpid(m.device, &how, WNOHANG) != m.device || b.status != 0) continue;
    b.signal = WIFSIGNALED(how) ? WTERMSIG(how) : 0, b.status = 719;
  }
  tell_fault();
}

/// The allocation that holds bytes of the device; ends the program where there is none.
const std::byte* checked(Machine& m, const void* data, std::size_t bytes, const char* doing) {
  const auto* first = static_cast<const std::byte*>(data);
  auto after = m.live.upper_bound(first);
  if (after != m.live.begin()) {
    --after;
    if (first >= after->first && first + bytes <= after->first + after->second.bytes) return first;
  }
  std::fprintf(
      stderr,
      "test device: %s %zu bytes at %p, which are not in one allocation of the device (after %s)\n",
      doing, bytes, data, name(m.place).c_str());
  std::abort();
}

}  // namespace

void at(const char* file, unsigned line) { machine().place = {file, line}; }

void note(Event event, std::size_t bytes) {
  Machine& m = machine();
  const std::lock_guard lock(m.mutex);
  static const bool wanted = std::getenv("ES_TEST_DEVICE_COUNTS") != nullptr;
  if (!wanted) return;
  Counts& c = m.counts[{name(m.place), int(event)}];
  ++c.count, c.bytes += bytes;
}

void end_device(const char* what, const void* touched) {
  board->touched = touched, board->reason = what, board->status = 719;
  sem_post(&board->rest);
  if (!in_device) tell_fault();  // a thread instead of a process
  _exit(99);
}

int status() { return machine(), board->status.load(); }
const char* fault() { return board == nullptr ? "" : board->fault; }

void enqueue(Call run, const void* arguments, std::size_t bytes) {
  Machine& m = machine();
  const std::lock_guard lock(m.mutex);
  Board& b = *board;
  if (m.commands_left == 0 && b.status == 0) {
    std::snprintf(b.fault, sizeof b.fault, "the device is lost");
    b.status = 999;
  }
  if (b.status != 0) return;
  --m.commands_left, ++m.commands;
  const std::size_t size = sizeof(Command) + rounded(bytes, unit);
  if (b.posted - b.origin + size > queue_bytes) {
    drain(m);
    if (b.status != 0) return;
    b.origin = b.posted.load();  // the device, which has done everything, looks at nothing
  }
  auto* c = reinterpret_cast<Command*>(b.queue + (b.posted - b.origin));
  *c = {run, m.place, bytes};
  std::memcpy(c + 1, arguments, bytes);
  hide_shared(m, true);
  b.posted += size;
  if (m.eager) sem_post(&b.go);
}

void wait() {
  Machine& m = machine();
  const std::lock_guard lock(m.mutex);
  drain(m);
}

void* allocate(std::size_t bytes) {
  Machine& m = machine();
  const std::lock_guard lock(m.mutex);
  const std::size_t pages = rounded(std::max<std::size_t>(bytes, 1), page) / page;
  if (m.allocated + pages * page > m.room) return nullptr;
  std::byte* base = nullptr;
  auto& again = m.reusable[pages];
  if (!again.empty()) {
    base = again.front(), again.pop_front();
  } else {
    if (m.next + (pages + 1) * page > arena + arena_bytes) return nullptr;
    base = m.next, m.next += (pages + 1) * page;  // a page between any two is never there
  }
  std::byte* data = base + pages * page - rounded(std::max<std::size_t>(bytes, 1), unit);
  m.live[data] = {base, pages, bytes, m.place};
  m.allocated += pages * page;
  if (m.allocated > m.reserved) {
    m.reserved = rounded(m.allocated, pool_unit);
    note(Event::allocation, m.reserved);
  }
  call_later([base, pages] {
    if (mprotect(base, pages * page, PROT_READ | PROT_WRITE) != 0) raise(SIGBUS);
    fill(base, unwritten, pages * page);
  });
  return data;
}

void release(void* data) {
  Machine& m = machine();
  const std::lock_guard lock(m.mutex);
  const auto found = m.live.find(static_cast<std::byte*>(data));
  if (found == m.live.end()) die("test device: cudaFree of what is not allocated\n");
  const Allocation a = found->second;
  m.live.erase(found);
  m.allocated -= a.pages * page;
  call_later([base = a.base, bytes = a.pages * page] {
    madvise(base, bytes, MADV_REMOVE);
    mprotect(base, bytes, PROT_NONE);
  });
  m.freed[static_cast<std::byte*>(data)] = a;
  m.quarantine.push_back({a.pages, a.base}), m.quarantined += a.pages * page;
  while (m.quarantined > max_quarantined) {
    const auto [pages, base] = m.quarantine.front();
    m.quarantine.pop_front(), m.quarantined -= pages * page;
    m.freed.erase(m.freed.lower_bound(base), m.freed.lower_bound(base + pages * page));
    m.reusable[pages].push_back(base);
  }
}

bool holds(const void* at) { return in_arena(at); }
std::size_t reserved() noexcept { return machine().reserved; }
void trim() {
  Machine& m = machine();
  const std::lock_guard lock(m.mutex);
  m.reserved = rounded(m.allocated, pool_unit);
}

void copy_to_device(void* to, const void* from, std::size_t bytes) {
  Machine& m = machine();
  const std::lock_guard lock(m.mutex);
  const std::byte* at = checked(m, to, bytes, "copying to");
  drain(m);
  if (board->status == 0) std::memcpy(m.alias + (at - arena), from, bytes);
}

void copy_to_host(void* to, const void* from, std::size_t bytes) {
  Machine& m = machine();
  const std::lock_guard lock(m.mutex);
  const std::byte* at = checked(m, from, bytes, "copying from");
  drain(m);
  if (board->status == 0) std::memcpy(to, m.alias + (at - arena), bytes);
}

void* allocate_shared(std::size_t bytes) {
  // Both sides need it at one address, so it is there before the fork.
  static std::byte* const pool = [] {
    machine();
    return shared_pool();
  }();
  static std::size_t used = 0;
  wait();  // as the runtime does
  std::byte* const at = pool + used;
  used += rounded(bytes, 64);
  if (used > shared_pool_bytes) die("test device: too much shared memory\n");
  return at;
}

}  // namespace test_device
