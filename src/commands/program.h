#pragma once

#include <string>
#include <vector>

#include "src/run/chosen_command.h"

namespace eulersolid {

/// A program but for main() and what it can do: parse the command line, run the command that it
/// chooses, turn errors into messages and codes.
/// @param program  with a command for each word that may come first
/// @param chosen   what the callback of a command leaves to be run
/// @param words    the command line, the program's name first
/// @param what     each of these is, in messages: "command"
ExitCode run_words(CLI::App& program, const ChosenCommand& chosen,
                   const std::vector<std::string>& words, const char* what);

}  // namespace eulersolid
