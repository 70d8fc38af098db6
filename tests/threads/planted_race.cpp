/// A loop whose iterations add to one sum, as none may: what finds races must find this one, or
/// its silence about the program means nothing. `planted_race fixed` adds without one.
#include <cstdio>
#include <string>

#include "kernels/core/device_vector.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/threads.h"

using namespace eulersolid;

int main(int argc, char** argv) {
  const bool is_fixed = argc > 1 && std::string(argv[1]) == "fixed";
  set_threads(3);
  constexpr Index count = 100000;
  DeviceVector<double> terms(count, 1.0), sum(count, 0.0);
  const Span<const double> from = terms.span();
  const Span<double> to = sum.span();
  // Again and again: on a busy machine one thread may be done with a loop before the others wake.
  for (int round = 0; round < 100; ++round)
    parallel_for(count, [=] ES_DEVICE(Index i) { to[is_fixed ? i : 0] += from[i]; });
  std::printf("%g\n", sum.to_host()[0]);
}
