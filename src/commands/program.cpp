#include "src/commands/program.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <new>
#include <system_error>

#include "io/scene/nearest_word.h"
#include "kernels/core/error.h"
#include "src/commands/surroundings.h"
#include "src/run/terminal.h"

namespace eulersolid {

namespace {

/// The command's own help, where one was chosen, knows what the user was trying.
std::string help_hint(const CLI::App& program) {
  std::string commands;
  for (CLI::App* app = &const_cast<CLI::App&>(program); !app->get_subcommands().empty();) {
    app = app->get_subcommands().front();
    commands += app->get_name() + " ";
  }
  return fmt::format("; see {} {}--help", program.get_name(), commands);
}

/// What is wrong with a word where it names none of the app's commands; empty where it does.
std::string unknown_name(const CLI::App& app, const std::string& word, const char* what) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), word) != names.end()) return "";
  const std::string near = nearest_word(word, names);
  std::erase(names, "list");  // of the benchmarks: no benchmark itself
  return fmt::format("{} is not a {}; {}", word, what,
                     near.empty() ? fmt::format("known are {}", fmt::join(names, ", "))
                                  : fmt::format("did you mean \"{}\"?", near));
}

/// What is wrong with the first word; empty where nothing is.
std::string unknown_first(const CLI::App& program, const std::vector<std::string>& words,
                          const char* what) {
  if (words.size() < 2 || words[1].starts_with("-")) return "";
  return unknown_name(program, words[1], what);
}

/// In the order of the command line; the library has them in the order in which it takes them.
std::string unexpected_words(const CLI::App& program, std::vector<std::string> words) {
  const std::vector<std::string> extras = program.remaining(/*recurse=*/true);
  std::erase_if(words, [&](const std::string& word) {
    return std::find(extras.begin(), extras.end(), word) == extras.end();
  });
  return fmt::format("not expected here: {}", fmt::join(words, " "));
}

ExitCode report_usage(const CLI::App& program, const CLI::ParseError& error,
                      const std::vector<std::string>& words, const char* what) {
  if (error.get_exit_code() == 0) {
    program.exit(error);  // prints the help or the version
    return ExitCode::done;
  }
  std::string message = unknown_first(program, words, what);
  if (message.empty() && dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr)
    message = unexpected_words(program, words);
  if (message.empty()) message = error.what();
  message = message.substr(0, message.find('\n'));
  print_error(message + help_hint(program));
  return ExitCode::bad_input;
}

ExitCode run_guarded(const ChosenCommand& command) {
  try {
    require_address_space();
    const ExitCode code = command();
    finish_output();
    return code;
  } catch (const InputError& error) {
    print_error(error.what());
    return ExitCode::bad_input;
  } catch (const SimulationError& error) {
    print_error(error.what());
    return ExitCode::failed;
  } catch (const std::bad_alloc&) {
    print_error(
        "there is not enough memory; take a smaller problem (in a scene a larger cell_size, or "
        "fewer bodies)");
    return ExitCode::machine;
  } catch (const std::filesystem::filesystem_error& error) {
    print_error(fmt::format("cannot use {}: {}", error.path1().string(), error.code().message()));
    return ExitCode::machine;
  } catch (const std::exception& error) {  // DeviceError, std::system_error, a library's own
    print_error(error.what());
    return ExitCode::machine;
  }
}

}  // namespace

ExitCode run_words(CLI::App& program, const ChosenCommand& chosen,
                   const std::vector<std::string>& words, const char* what) {
  program.require_subcommand(1);
  try {
    // CLI11 takes the arguments last first, without the program's name.
    program.parse(std::vector<std::string>(words.rbegin(), words.rend() - (words.empty() ? 0 : 1)));
  } catch (const CLI::ParseError& error) {
    return run_guarded([&] { return report_usage(program, error, words, what); });
  }
  return run_guarded(chosen);
}

}  // namespace eulersolid
