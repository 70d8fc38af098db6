#include <fmt/format.h>
#include <plot_script.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "io/child_program.h"
#include "io/output_file.h"
#include "io/printable.h"
#include "io/run/manifest.h"
#include "kernels/core/error.h"
#include "src/commands/commands.h"
#include "src/commands/is_a_name.h"

namespace eulersolid {

namespace {

namespace fs = std::filesystem;

struct PlotCommand {
  std::string run;
  std::string file;  ///< empty: plot.png in the run's folder
};

/// The script, by a python3 that has what it needs: of those in PATH and of the system.
ProgramEnd draw(const fs::path& run, const fs::path& file) {
  constexpr int no_library = 3, no_program = 127;
  ProgramEnd end;
  for (const char* python : {"python3", "/usr/bin/python3"}) {
    end = call_program({python, "-c", plot_script, run.string(), file.string()});
    if (end.code != no_library && end.code != no_program) break;
  }
  if (end.code == no_program)
    throw InputError(
        "plots need python3, which is not there; install it (apt-get install python3 "
        "python3-matplotlib)");
  return end;
}

/// Of what a script says.
std::string last_line(std::string text) {
  text.erase(text.find_last_not_of('\n') + 1);
  return printable(text.substr(text.rfind('\n') + 1), 4 * max_shown);
}

ExitCode plot(const PlotCommand& command) {
  const fs::path run = command.run;
  if (!fs::is_directory(run)) throw InputError(command.run + " is not the folder of a run");
  const bool in_run = command.file.empty();
  const fs::path wanted = in_run ? run / "plot.png" : fs::path(command.file);
  const std::string extension = wanted.extension().string();
  if (extension != ".png" && extension != ".svg" && extension != ".pdf")
    throw InputError(wanted.string() +
                     " is no name of a plot: it must end with .png, .svg or .pdf");
  const fs::path file = checked_output_file(wanted);
  const bool is_listed = in_run && Manifest::is_in(run);
  if (is_listed) Manifest(run).require_own("plot.png");
  fs::path unfinished = file;
  unfinished.replace_extension(".tmp" + extension);
  fs::remove(unfinished);  // a link there would be followed
  const ProgramEnd end = draw(run, unfinished);
  if (end.code != 0) {
    fs::remove(unfinished);
    const std::string line = last_line(end.text);
    constexpr int by_disk = 4;
    if (end.code == by_disk) throw DeviceError("while plotting: " + line);
    throw InputError(line);
  }
  fs::rename(unfinished, file);
  if (is_listed) Manifest(run).add_present("plot.png");
  fmt::print("{}\n", file.string());
  return ExitCode::done;
}

}  // namespace

void add_plot_command(CLI::App& program, ChosenCommand& chosen) {
  CLI::App* command = program.add_subcommand(
      "plot", "Draw a run's energies, momenta, contacts, iterations and times on one page");
  const auto options = std::make_shared<PlotCommand>();
  command->add_option("RUN", options->run, "A run folder")->required();
  command
      ->add_option("-o", options->file,
                   "Where to (.png, .svg or .pdf); plot.png in the folder when left out")
      ->type_name("FILE")
      ->check(is_a_name());
  command->callback([&chosen, options] { chosen = [options] { return plot(*options); }; });
}

}  // namespace eulersolid
