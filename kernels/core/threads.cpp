#include "kernels/core/threads.h"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <numeric>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "kernels/core/clock.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

/// What OMP_NUM_THREADS asks for beyond this only waits.
constexpr int max_per_processor = 8;

/// Of a piece of n iterations threads that share its loops do `alone` n one after the other, and
/// take the time of `waking` more. A ball in flight of 2e3, 2e4 and 1e5 cells takes 1.12, 0.80
/// and 0.75 of the time of one thread with two.
constexpr double alone = 0.4, waking = 1000;

thread_local bool in_piece = false;

/// The time in which threads that take the pieces one by one, the largest first, have done all.
double time_of_shared(const std::vector<double>& sizes, const std::vector<std::size_t>& order,
                      int team) {
  std::vector<double> busy(std::size_t(team), 0.0);
  for (const std::size_t i : order) *std::min_element(busy.begin(), busy.end()) += sizes[i];
  return *std::max_element(busy.begin(), busy.end());
}

double time_in_turn(const std::vector<double>& sizes, int team) {
  double time = 0;
  for (const double n : sizes) time += std::min(n, (alone + (1 - alone) / team) * n + waking);
  return time;
}

int& thread_count() {
  static int count =
      std::min({omp_get_max_threads(), max_threads, max_per_processor * omp_get_num_procs()});
  return count;
}

/// Has the environment this value?
bool says(const char* variable, std::string_view value) {
  const char* const found = std::getenv(variable);
  return found != nullptr && found == value;
}

bool& reversed_flag() {
  static bool reversed = says("ES_LOOP_ORDER", "reverse");
  return reversed;
}

}  // namespace

void set_threads(int count) { thread_count() = std::max(1, count); }
int threads() { return in_piece ? 1 : thread_count(); }

void start_threads() {
  std::vector<std::thread> trial;
  std::mutex gate;
  gate.lock();  // so that all of them are there at once
  const int others = threads() - 1;
  try {
    while (int(trial.size()) < others)
      trial.emplace_back([&] { const std::lock_guard wait(gate); });
  } catch (const std::system_error&) {
  }
  gate.unlock();
  for (std::thread& thread : trial) thread.join();
  const int started = int(trial.size()) + 1;
  if (started < threads())
    throw DeviceError("of " + std::to_string(threads()) + " threads the system starts only " +
                      std::to_string(started) + "; pass --threads " + std::to_string(started) +
                      ", or raise its limits (ulimit -u, ulimit -v)");
#pragma omp parallel num_threads(threads())
  {}
}

namespace {

constexpr double shortest_rest = 0.01, longest_rest = 1;  // s
constexpr double rest_forgotten = 0.993;  // with each team that is not held up: half in a hundred
std::atomic<double> rest = shortest_rest;
std::atomic<Clock::time_point> rests_until = Clock::time_point::min();

}  // namespace

void note_team(bool held_up) {
  if (!held_up) {
    rest = std::max(shortest_rest, rest_forgotten * rest.load());
    return;
  }
  rests_until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(rest.load()));
  rest = std::min(longest_rest, 2 * rest.load());
}

bool others_are_busy() {
  static const bool always_shared = says("ES_SHARE_LOOPS", "always");
  const Clock::time_point until = rests_until.load(std::memory_order_relaxed);
  return !always_shared && until != Clock::time_point::min() && Clock::now() < until;
}

void share_pieces(const std::vector<double>& sizes, const std::function<void(std::size_t)>& piece) {
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  const int team = std::min(threads(), int(sizes.size()));
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
  if (team < 2 || time_of_shared(sizes, order, team) > time_in_turn(sizes, threads())) {
    for (std::size_t i = 0; i < sizes.size(); ++i) piece(i);
    return;
  }
  if (loops_reversed()) std::reverse(order.begin(), order.end());
  std::vector<std::exception_ptr> errors(sizes.size());
#pragma omp parallel for schedule(dynamic, 1) num_threads(team)
  for (std::size_t i = 0; i < order.size(); ++i) {
    in_piece = true;
    try {
      piece(order[i]);
    } catch (...) {
      errors[order[i]] = std::current_exception();
    }
    in_piece = false;
  }
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
}

void set_loops_reversed(bool reversed) { reversed_flag() = reversed; }
bool loops_reversed() { return reversed_flag(); }

}  // namespace eulersolid
