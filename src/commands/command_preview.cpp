#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "io/preview/preview.h"
#include "kernels/core/error.h"
#include "src/commands/commands.h"

namespace eulersolid {

namespace {

namespace fs = std::filesystem;

struct PreviewCommand {
  std::string source;
  std::string picture;  ///< empty: beside the file
};

ExitCode draw(const PreviewCommand& options) {
  const fs::path source = options.source;
  if (fs::is_directory(source)) {
    if (!options.picture.empty())
      throw InputError(
          fmt::format("-o names one picture, but {} is a folder of frames; name a "
                      ".vdb file in it",
                      options.source));
    const int pictures = preview_folder(source);
    fmt::print("{} picture{} of {}\n", pictures, pictures == 1 ? "" : "s", options.source);
    return ExitCode::done;
  }
  if (!fs::exists(source)) throw InputError(options.source + ": no such file or folder");
  fs::path picture = options.picture;
  if (picture.empty()) picture = fs::path(source).replace_extension(".png");
  preview_file(source, picture);
  fmt::print("{}\n", picture.string());
  return ExitCode::done;
}

}  // namespace

void add_preview_command(CLI::App& program, ChosenCommand& chosen) {
  CLI::App* command =
      program.add_subcommand("preview", "Draw pictures of a run folder or of one VDB file");
  const auto options = std::make_shared<PreviewCommand>();
  command->add_option("DIR|FILE.vdb", options->source, "A run folder or a frame of it")->required();
  command->add_option("-o", options->picture, "Picture of the one frame (PNG)")->type_name("PNG");
  command->callback([&chosen, options] { chosen = [options] { return draw(*options); }; });
}

}  // namespace eulersolid
