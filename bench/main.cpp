#include <string>
#include <vector>

#include "bench/baselines/blas_core.h"
#include "bench/bench_program.h"
#include "src/commands/surroundings.h"

int main(int argc, char** argv) {
  eulersolid::prepare_streams();
  const std::vector<std::string> words(argv, argv + argc);
  eulersolid::restart_with_short_waits(argv);
  eulersolid::restart_with_best_blas(words);
  eulersolid::leave(eulersolid::run_bench(words));
}
