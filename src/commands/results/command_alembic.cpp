#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "io/run/animations.h"
#include "io/run/folder_lock.h"
#include "kernels/core/error.h"
#include "src/commands/commands.h"
#include "src/run/terminal.h"

namespace eulersolid {

namespace {

namespace fs = std::filesystem;

ExitCode put_together(const fs::path& run) {
  if (!fs::is_directory(run) || !Manifest::is_in(run))
    throw InputError(run.string() + " is not the folder of a run");
  const FolderLock lock(run);
  Manifest manifest(run);
  std::vector<std::string> left_out;
  const std::vector<fs::path> archives = write_archives(run, manifest, left_out);
  print_warnings(left_out);
  for (const fs::path& file : archives) tell(stdout, (run / file).string() + "\n");
  return ExitCode::done;
}

}  // namespace

void add_alembic_command(CLI::App& program, ChosenCommand& chosen) {
  CLI::App* command = program.add_subcommand(
      "alembic", "Put the meshes of a run's frames (PLY) together in one file, surface/NAME.abc");
  const auto run = std::make_shared<std::string>();
  command->add_option("RUN", *run, "A run folder")->required();
  command->callback([&chosen, run] { chosen = [run] { return put_together(*run); }; });
}

}  // namespace eulersolid
