#include "src/commands/commands.h"

#include <CLI/CLI.hpp>

#include "src/commands/program.h"

namespace eulersolid {

ExitCode run_program(const std::vector<std::string>& words) {
  CLI::App program("Simulates deformable solids in frictional contact and writes VDB sequences.",
                   "eulersolid");
  program.set_version_flag("--version", "eulersolid " ES_VERSION);
  ChosenCommand chosen;
  add_run_command(program, chosen, words);
  add_check_command(program, chosen);
  add_new_command(program, chosen);
  add_info_command(program, chosen);
  add_plot_command(program, chosen);
  add_preview_command(program, chosen);
  add_alembic_command(program, chosen);
  add_schema_command(program, chosen);
  add_solve_command(program, chosen);
  add_bench_command(program, chosen);
  add_python_commands(program, chosen);
  add_manual_command(program, chosen);
  return run_words(program, chosen, words, "command");
}

bool has_much_to_compute(const std::vector<std::string>& words) {
  const std::string command = words.size() > 1 ? words[1] : "";
  return command == "run" || command == "check" || command == "solve";
}

}  // namespace eulersolid
