#include <fmt/format.h>
#include <openvdb/version.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <memory>

#include "io/hdf5_contents.h"
#include "io/printable.h"
#include "io/vdb/vdb.h"
#include "kernels/choice/backend_choice.h"
#include "kernels/core/error.h"
#include "kernels/core/threads.h"
#include "src/commands/commands.h"
#include "src/commands/run_summary.h"
#include "src/run/checkpoint.h"
#include "src/run/terminal.h"

namespace eulersolid {

namespace {

ExitCode print_versions() {
  fmt::print("eulersolid  {}\n", ES_VERSION);
  fmt::print("compiler    {}\n", __VERSION__);
  fmt::print("OpenVDB     {}\n", OPENVDB_LIBRARY_VERSION_STRING);
  fmt::print("cpu         {} thread{}, {}\n", threads(), threads() == 1 ? "" : "s",
             device_name(Backend::cpu));
  std::string why;
  const bool available = gpu_available(&why);
  fmt::print("gpu         {}\n", available ? device_name(Backend::gpu) : "none: " + why);
  return ExitCode::done;
}

/// `12 numbers`
std::string content_text(const Hdf5Entry& entry) {
  switch (entry.kind) {
    case Hdf5Entry::Kind::group:
      return "";
    case Hdf5Entry::Kind::integers:
      return fmt::format("{} whole numbers", entry.integers.size());
    case Hdf5Entry::Kind::numbers:
      return fmt::format("{} numbers", entry.numbers.size());
    case Hdf5Entry::Kind::text:
      return printable(entry.text.substr(0, entry.text.find('\0')), max_shown);
    case Hdf5Entry::Kind::other:
      return "something else";
  }
  return "";
}

/// Every name, and what a checkpoint is of: that is whole, or refused.
std::string describe_hdf5(const std::string& file) {
  const std::map<std::string, Hdf5Entry> contents = hdf5_contents(file);
  std::string text;
  if (contents.contains("simulation") || contents.contains("sums")) {
    const Checkpoint checkpoint = read_checkpoint(file);
    text = fmt::format("checkpoint after step {} ({:.6g} s) of {}, by eulersolid {} on {}\n",
                       checkpoint.simulation.steps, checkpoint.simulation.time,
                       printable(checkpoint.source, max_shown),
                       printable(checkpoint.version, max_shown),
                       printable(checkpoint.backend, max_shown));
  }
  for (const auto& [name, entry] : contents)
    if (entry.kind != Hdf5Entry::Kind::group)
      text += fmt::format("  {:<40} {}\n", printable(name, max_shown), content_text(entry));
  return text;
}

ExitCode describe(const std::string& file) {
  if (!std::filesystem::exists(file)) throw InputError(file + ": no such file or folder");
  if (std::filesystem::is_directory(file)) {
    fmt::print("{}", run_summary(file));
    return ExitCode::done;
  }
  const std::string extension = std::filesystem::path(file).extension().string();
  if (extension == ".vdb")
    fmt::print("{}", describe_vdb(file));
  else if (extension == ".h5" || extension == ".hdf5")
    fmt::print("{}: an HDF5 file\n{}", file, describe_hdf5(file));
  else
    throw InputError(file + ": not a .vdb, .h5 or .hdf5 file");
  return ExitCode::done;
}

}  // namespace

void add_info_command(CLI::App& program, ChosenCommand& chosen) {
  CLI::App* command = program.add_subcommand(
      "info", "Print versions and devices, what a run came to, or what a .vdb or .h5 file holds");
  const auto file = std::make_shared<std::string>();
  command->add_option("FILE", *file, "A run folder, or a .vdb, .h5 or .hdf5 file");
  command->callback([&chosen, file] {
    chosen = [file] { return file->empty() ? print_versions() : describe(*file); };
  });
}

}  // namespace eulersolid
