#include <CLI/CLI.hpp>
#include <cstdlib>
#include <string>
#include <vector>

#include "kernels/core/error.h"
#include "src/commands/become.h"
#include "src/commands/commands.h"

namespace eulersolid {

namespace {

/// Starts a module of the Python package, or says in a line that it is not there.
constexpr const char* start_module = R"(
import importlib, sys
try:
    module = importlib.import_module("eulersolid." + sys.argv[1])
except ImportError as error:
    print(f"error: eulersolid {sys.argv[1]} is a part of the Python package, which cannot be used: {error}; "
          f"install it for {sys.executable} (docs/python.md), or set EULERSOLID_PYTHON to another one", file=sys.stderr)
    sys.exit(4)
sys.exit(module.main(sys.argv[2:]))
)";

/// Becomes Python with a command of the package, which starts this very program.
[[noreturn]] void become_python(const std::string& command, std::vector<std::string> words) {
  const char* const chosen = std::getenv("EULERSOLID_PYTHON");
  const std::string python = chosen != nullptr ? chosen : "python3";
  ::setenv("EULERSOLID", own_program().c_str(), 0);
  words.insert(words.begin(), {python, "-c", start_module, command});
  become(python, words);
  throw InputError("eulersolid " + command + " needs Python, and " + python + " cannot be started");
}

void add(CLI::App& program, ChosenCommand& chosen, const std::string& name,
         const std::string& description) {
  CLI::App* command = program.add_subcommand(name, description);
  command->set_help_flag();  // its own
  command->prefix_command();
  command->callback([&chosen, command] {
    chosen = [name = command->get_name(), words = command->remaining()]() -> ExitCode {
      become_python(name, words);
    };
  });
}

}  // namespace

void add_python_commands(CLI::App& program, ChosenCommand& chosen) {
  add(program, chosen, "sweep", "Run a scene for many values of its keys, on Dask; make one table");
  add(program, chosen, "fit", "Find values of keys for which a scene does what was measured");
}

}  // namespace eulersolid
