#pragma once

#include <string>
#include <vector>

#include "src/run/chosen_command.h"

namespace eulersolid {

/// The program `eulersolid-bench` but for main(); `eulersolid bench` starts it.
/// @param words  the command line, the program's name first
ExitCode run_bench(const std::vector<std::string>& words);

}  // namespace eulersolid
