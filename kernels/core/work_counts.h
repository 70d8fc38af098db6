#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace eulersolid {

/// What a backend is asked for beside arithmetic. On a GPU each of these takes microseconds,
/// however little it is for.
enum class Work {
  loop,          ///< a loop, a reduction or a kernel was started
  library_call,  ///< of a library for the device: dense algebra, sorts, scans
  read_back,     ///< a value that the program waits for: a copy to it, a reduction that ends there
  upload,        ///< a copy from the program
  allocation     ///< memory from the system or the driver
};

/// How often, of all backends together.
struct WorkCounts {
  std::array<std::int64_t, 5> counts{};

  std::int64_t operator[](Work kind) const { return counts[std::size_t(kind)]; }
  WorkCounts operator-(const WorkCounts& before) const {
    WorkCounts since = *this;
    for (std::size_t i = 0; i < counts.size(); ++i) since.counts[i] -= before.counts[i];
    return since;
  }
};

namespace detail {
inline std::array<std::atomic<std::int64_t>, 5> work{};
}  // namespace detail

inline void count_work(Work kind) noexcept {
  detail::work[std::size_t(kind)].fetch_add(1, std::memory_order_relaxed);
}

/// Since the program began, by all threads.
inline WorkCounts work_counts() noexcept {
  WorkCounts now;
  for (std::size_t i = 0; i < now.counts.size(); ++i) now.counts[i] = detail::work[i];
  return now;
}

}  // namespace eulersolid
