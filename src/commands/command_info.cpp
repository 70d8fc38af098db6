#include <fmt/format.h>
#include <openvdb/version.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "io/vdb/vdb.h"
#include "kernels/core/error.h"
#include "kernels/core/threads.h"
#include "src/commands/commands.h"
#include "src/simulation/backend_choice.h"

namespace eulersolid {

namespace {

ExitCode print_versions() {
  fmt::print("eulersolid  {}\n", ES_VERSION);
  fmt::print("compiler    {}\n", __VERSION__);
  fmt::print("OpenVDB     {}\n", OPENVDB_LIBRARY_VERSION_STRING);
  fmt::print("cpu         {} threads, {}\n", threads(), device_name(Backend::cpu));
  std::string why;
  const bool available = gpu_available(&why);
  fmt::print("gpu         {}\n", available ? device_name(Backend::gpu) : "none: " + why);
  return ExitCode::done;
}

ExitCode describe(const std::string& file) {
  if (!std::filesystem::exists(file)) throw InputError(file + ": no such file");
  if (std::filesystem::path(file).extension() != ".vdb")
    throw InputError(file + ": not a .vdb file");
  fmt::print("{}", describe_vdb(file));
  return ExitCode::done;
}

}  // namespace

void add_info_command(CLI::App& program, ChosenCommand& chosen) {
  CLI::App* command =
      program.add_subcommand("info", "Print versions and devices, or what a .vdb file holds");
  const auto file = std::make_shared<std::string>();
  command->add_option("FILE", *file, "A .vdb file");
  command->callback([&chosen, file] {
    chosen = [file] { return file->empty() ? print_versions() : describe(*file); };
  });
}

}  // namespace eulersolid
