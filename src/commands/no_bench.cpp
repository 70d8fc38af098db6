#include "src/commands/commands.h"

namespace eulersolid {

/// Sanitizers run no benchmarks, which take as long to compile as half of the rest.
void add_bench_command(CLI::App& /*program*/, ChosenCommand& /*chosen*/) {}

}  // namespace eulersolid
