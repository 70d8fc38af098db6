#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "io/output_file.h"
#include "io/preview/preview.h"
#include "io/run/manifest.h"
#include "kernels/core/error.h"
#include "src/commands/commands.h"
#include "src/commands/is_a_name.h"

namespace eulersolid {

namespace {

namespace fs = std::filesystem;

struct PreviewCommand {
  std::string source;
  std::string picture;  ///< empty: beside the file
};

/// A run that replaces this one removes its pictures, too.
void list(const std::vector<fs::path>& pictures) {
  const fs::path run = pictures.front().parent_path().parent_path();
  if (!Manifest::is_in(run)) return;
  Manifest manifest(run);
  for (const fs::path& picture : pictures) manifest.add("preview" / picture.filename());
}

ExitCode draw(const PreviewCommand& options) {
  const fs::path source = options.source;
  if (fs::is_directory(source)) {
    if (!options.picture.empty())
      throw InputError(
          fmt::format("-o names one picture, but {} is a folder of frames; name a "
                      ".vdb file in it",
                      options.source));
    const std::vector<fs::path> pictures = preview_folder(source);
    list(pictures);
    fmt::print("{} picture{} of {}\n", pictures.size(), pictures.size() == 1 ? "" : "s",
               options.source);
    return ExitCode::done;
  }
  if (!fs::exists(source)) throw InputError(options.source + ": no such file or folder");
  fs::path picture = options.picture;
  if (picture.empty()) picture = fs::path(source).replace_extension(".png");
  picture = checked_output_file(picture);
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
  command->add_option("-o", options->picture, "Picture of the one frame (PNG)")
      ->type_name("PNG")
      ->check(is_a_name());
  command->callback([&chosen, options] { chosen = [options] { return draw(*options); }; });
}

}  // namespace eulersolid
