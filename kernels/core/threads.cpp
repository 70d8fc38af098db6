#include "kernels/core/threads.h"

#include <omp.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "kernels/core/error.h"

namespace eulersolid {

namespace {

/// What OMP_NUM_THREADS asks for beyond this only waits.
constexpr int most_per_processor = 8;

int& thread_count() {
  static int count =
      std::min({omp_get_max_threads(), most_threads, most_per_processor * omp_get_num_procs()});
  return count;
}

bool& reversed_flag() {
  static bool reversed = [] {
    const char* order = std::getenv("ES_LOOP_ORDER");
    return order != nullptr && std::string_view(order) == "reverse";
  }();
  return reversed;
}

}  // namespace

void set_threads(int count) { thread_count() = std::max(1, count); }
int threads() { return thread_count(); }

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

void set_loops_reversed(bool reversed) { reversed_flag() = reversed; }
bool loops_reversed() { return reversed_flag(); }

}  // namespace eulersolid
