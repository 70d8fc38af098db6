/// A loop whose iterations add to one sum, as none may: what finds races must find this one, or
/// its silence about the program means nothing. `planted_race fixed` adds without one.
#include <atomic>
#include <cstdio>
#include <string>
#include <thread>

#include "kernels/core/device_vector.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/threads.h"

using namespace eulersolid;

int main(int argc, char** argv) {
  const bool is_fixed = argc > 1 && std::string(argv[1]) == "fixed";
  set_threads(3);
  // Few enough that the sanitizer still remembers a thread's first access after its last: it keeps
  // silent about a race whose older half it has forgotten.
  constexpr Index count = 3000;
  DeviceVector<double> terms(count, 1.0), sum(count, 0.0);
  const Span<const double> from = terms.span();
  const Span<double> to = sum.span();
  // Who takes the first iteration waits for another thread, or on a busy machine one may be done
  // with the loop before the others wake. Relaxed, since the flag is not to order anything else.
  // Once in some hundred times the sanitizer misses it even so: there are three races.
  for (int loop = 0; loop < 3; ++loop) {
    std::atomic<bool> others_came = false;
    parallel_for(count, [=, &others_came] ES_DEVICE(Index i) {
      if (i > 0) others_came.store(true, std::memory_order_relaxed);
      while (i == 0 && !others_came.load(std::memory_order_relaxed)) std::this_thread::yield();
      to[is_fixed ? i : 0] += from[i];
    });
  }
  std::printf("%g\n", sum.to_host()[0]);
}
