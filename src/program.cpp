#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <new>
#include <system_error>

#include "kernels/error.h"
#include "src/commands.h"
#include "src/terminal.h"

namespace eulersolid {

namespace {

/// The command's own help, where one was chosen, knows what the user was trying.
std::string help_hint(const CLI::App& program) {
  const std::vector<CLI::App*> chosen = const_cast<CLI::App&>(program).get_subcommands();
  const std::string command = chosen.empty() ? "" : chosen.front()->get_name() + " ";
  return fmt::format("; see eulersolid {}--help", command);
}

ExitCode report_usage(const CLI::App& program, const CLI::ParseError& error) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    program.exit(error);  // prints the help or the version
    return ExitCode::done;
  }
  std::string message = error.what();
  message = message.substr(0, message.find('\n'));
  print_error(message + help_hint(program));
  return ExitCode::bad_input;
}

ExitCode run_guarded(const ChosenCommand& command) {
  try {
    return command();
  } catch (const InputError& error) {
    print_error(error.what());
    return ExitCode::bad_input;
  } catch (const SimulationError& error) {
    print_error(error.what());
    return ExitCode::failed;
  } catch (const std::bad_alloc&) {
    print_error("there is not enough memory; take a larger cell_size or fewer bodies");
    return ExitCode::machine;
  } catch (const std::exception& error) {  // DeviceError, std::system_error, a library's own
    print_error(error.what());
    return ExitCode::machine;
  }
}

}  // namespace

ExitCode run_program(const std::vector<std::string>& words) {
  CLI::App program("Simulates deformable solids in frictional contact and writes VDB sequences.",
                   "eulersolid");
  program.set_version_flag("--version", "eulersolid " ES_VERSION);
  program.require_subcommand(1);
  ChosenCommand chosen;
  add_run_command(program, chosen, words);
  add_check_command(program, chosen);
  add_info_command(program, chosen);
  add_preview_command(program, chosen);
  add_schema_command(program, chosen);
  try {
    // CLI11 takes the arguments last first, without the program's name.
    program.parse(std::vector<std::string>(words.rbegin(), words.rend() - (words.empty() ? 0 : 1)));
  } catch (const CLI::ParseError& error) {
    return report_usage(program, error);
  }
  return run_guarded(chosen);
}

}  // namespace eulersolid
