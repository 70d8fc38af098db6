#include "src/commands/commands.h"

namespace eulersolid {

/// Sanitizers run no benchmarks, which are a tenth to a sixth of what there is to compile.
void add_bench_command(CLI::App& /*program*/, ChosenCommand& /*chosen*/) {}

}  // namespace eulersolid
