#pragma once

#include <string>
#include <vector>

#include "src/run/chosen_command.h"

namespace eulersolid {

// Each adds one command to the program. `words` is the command line as the user gave it.
void add_alembic_command(CLI::App& program, ChosenCommand& chosen);
void add_run_command(CLI::App& program, ChosenCommand& chosen,
                     const std::vector<std::string>& words);
void add_check_command(CLI::App& program, ChosenCommand& chosen);
void add_new_command(CLI::App& program, ChosenCommand& chosen);
void add_info_command(CLI::App& program, ChosenCommand& chosen);
void add_plot_command(CLI::App& program, ChosenCommand& chosen);
void add_preview_command(CLI::App& program, ChosenCommand& chosen);
void add_schema_command(CLI::App& program, ChosenCommand& chosen);
void add_solve_command(CLI::App& program, ChosenCommand& chosen);
void add_python_commands(CLI::App& program, ChosenCommand& chosen);
void add_manual_command(CLI::App& program, ChosenCommand& chosen);
void add_bench_command(CLI::App& program, ChosenCommand& chosen);

/// The whole program but for main().
/// @param words  the command line, the program's name first
ExitCode run_program(const std::vector<std::string>& words);

/// Is the command one for which short waits of threads matter?
bool has_much_to_compute(const std::vector<std::string>& words);

}  // namespace eulersolid
