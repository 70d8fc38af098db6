#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace eulersolid {

enum class ExitCode { done = 0, bad_input = 2, failed = 3, machine = 4, interrupted = 130 };

/// The command that the user chose, ready to run; set by the parser.
using ChosenCommand = std::function<ExitCode()>;

}  // namespace eulersolid
