#include "bench/peers/solver.h"

#include <chrono>
#include <ctime>

namespace eulersolid {

namespace {

double wall_seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

double processor_seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

SolveClock::SolveClock() : wall_(wall_seconds()), processor_(processor_seconds()) {}

void SolveClock::stop(Answer& answer) const {
  answer.cpu_seconds = processor_seconds() - processor_;
  answer.wall_seconds = wall_seconds() - wall_;
}

}  // namespace eulersolid
