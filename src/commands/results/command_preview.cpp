#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>

#include "io/output_file.h"
#include "io/preview/movie.h"
#include "io/preview/preview.h"
#include "io/run/manifest.h"
#include "io/scene/scene.h"
#include "io/toml/toml_value.h"
#include "kernels/core/error.h"
#include "kernels/core/threads.h"
#include "src/commands/commands.h"
#include "src/commands/is_a_name.h"
#include "src/run/terminal.h"

namespace eulersolid {

namespace {

namespace fs = std::filesystem;

struct PreviewCommand {
  std::string source;
  std::string output;  ///< picture, or folder of pictures; empty: beside the file, in the run
  std::string movie;   ///< empty: none
  std::string size;    ///< empty: as it is by default
  std::optional<int> threads;
  std::optional<std::string> look_at, from, turntable, follow, colour, colour_range;
  bool no_stamp = false;
};

/// `[1, 2, 3]` of `1,2,3`, `"ball"` of `ball`; what is TOML or a single number stays.
std::string toml_of(const std::string& text) {
  const bool is_name = text.find_first_not_of("0123456789+-.,eE \t") != std::string::npos;
  if (text.starts_with('[') || text.starts_with('"') || text.starts_with('\'')) return text;
  if (is_name) return '"' + text + '"';
  return text.find(',') == std::string::npos ? text : '[' + text + ']';
}

/// The options that stand for keys of the scene's `[preview]`.
std::vector<SceneOverride> changes_of(const PreviewCommand& command) {
  std::vector<SceneOverride> changes;
  const auto add = [&](const char* option, const char* key,
                       const std::optional<std::string>& value) {
    if (value)
      changes.emplace_back(fmt::format("preview.{}={}", key, toml_of(*value)),
                           fmt::format("{} {}", option, *value));
  };
  add("--look-at", "look_at", command.look_at);
  add("--from", "from", command.from);
  add("--turntable", "turntable", command.turntable);
  add("--follow", "follow", command.follow);
  add("--colour", "colour", command.colour);
  add("--colour-range", "colour_range", command.colour_range);
  if (command.no_stamp) changes.emplace_back("preview.stamp=false", "--no-stamp");
  return changes;
}

/// Width and height of `WIDTHxHEIGHT`.
void take_size(const std::string& text, PreviewOptions& options) {
  constexpr int least = 16, most = 8192;
  int width = 0, height = 0;
  char by = 0, more = 0;
  const int read = std::sscanf(text.c_str(), "%6d%c%6d%c", &width, &by, &height, &more);
  const auto fits = [](int pixels) { return least <= pixels && pixels <= most; };
  if (read != 3 || by != 'x' || !fits(width) || !fits(height))
    throw InputError(fmt::format(
        "--size is {}, but must be WIDTHxHEIGHT, such as 960x720, each from {} to {} pixels", text,
        least, most));
  options.width = width, options.height = height;
}

/// In the folder of a run its list names them: one that replaces it removes them, too.
void put_picture(const fs::path& picture, const std::string& bytes) {
  const fs::path folder = picture.parent_path(), run = folder.parent_path();
  if (folder.filename() == "preview" && Manifest::is_in(run)) {
    const fs::path name = "preview" / picture.filename();
    Manifest manifest(run);
    manifest.require_own(name);
    manifest.add(name, std::string_view(bytes));
  }
  write_whole_file(picture, bytes);
}

/// Frames a second of the run that pictures are of.
double rate_of(const std::vector<fs::path>& pictures) {
  const fs::path scene = pictures.front().parent_path().parent_path() / "scene.toml";
  const double usual = Scene::Output{}.fps;
  if (!fs::exists(scene)) return usual;
  const TomlValue run = read_toml(scene.string());  // files that it names may have moved
  const TomlValue* output = run.find("output");
  const TomlValue* fps = output ? output->find("fps") : nullptr;
  return fps && fps->number > 0 ? fps->number : usual;
}

/// For the pictures of a folder of frames.
fs::path made_folder(const PreviewCommand& command) {
  const fs::path folder = command.output;
  if (folder.extension() == ".png" || fs::is_regular_file(folder))
    throw InputError(
        fmt::format("-o {} names one picture, but {} is a folder of frames; name a folder for its "
                    "pictures, or a .vdb file in it",
                    command.output, command.source));
  fs::create_directories(folder);
  return folder;
}

ExitCode draw_folder(const PreviewCommand& command, const PreviewOptions& options) {
  const std::optional<fs::path> elsewhere =
      command.output.empty() ? std::nullopt : std::optional(made_folder(command));
  fs::path movie;
  if (!command.movie.empty()) movie = checked_movie(command.movie);
  const bool redraws = progress_can_redraw();
  const auto progress = [&](int number, int count) {
    if (redraws) tell(stderr, fmt::format("\rpicture {} of {}", number, count));
  };
  std::vector<std::string> warnings;
  std::vector<fs::path> pictures;
  const auto put = [&](const fs::path& picture, const std::string& bytes) {
    if (!elsewhere) make_own_folder(picture.parent_path());
    pictures.push_back(elsewhere ? *elsewhere / picture.filename() : picture);
    put_picture(pictures.back(), bytes);
  };
  const std::vector<fs::path> frames =
      preview_folder(command.source, options, progress, put, &warnings);
  if (redraws) tell(stderr, "\n");
  print_warnings(warnings);
  tell(stdout,
       fmt::format("{} picture{} of {} in {}\n", pictures.size(), pictures.size() == 1 ? "" : "s",
                   command.source, pictures.front().parent_path().string()));
  if (movie.empty()) return ExitCode::done;
  write_movie(movie, pictures, rate_of(frames));
  tell(stdout, movie.string() + "\n");
  return ExitCode::done;
}

ExitCode draw(const PreviewCommand& command) {
  PreviewOptions options;
  options.changes = changes_of(command);
  if (!command.size.empty()) take_size(command.size, options);
  if (command.threads) set_threads(*command.threads);
  const fs::path source = command.source;
  if (fs::is_directory(source)) return draw_folder(command, options);
  if (!command.movie.empty())
    throw InputError(
        fmt::format("--movie needs a folder of frames, but {} is none", source.string()));
  if (!fs::exists(source)) throw InputError(command.source + ": no such file or folder");
  fs::path picture = command.output;
  if (picture.empty()) picture = fs::path(source).replace_extension(".png");
  if (picture.extension() != ".png")
    throw InputError(picture.string() + " is no name of a picture: it must end with .png");
  picture = checked_output_file(picture);
  std::vector<std::string> warnings;
  preview_file(source, picture, options, &warnings);
  print_warnings(warnings);
  fmt::print("{}\n", picture.string());
  return ExitCode::done;
}

}  // namespace

void add_preview_command(CLI::App& program, ChosenCommand& chosen) {
  CLI::App* command =
      program.add_subcommand("preview", "Draw pictures of a run folder or of one VDB file");
  const auto options = std::make_shared<PreviewCommand>();
  command->add_option("DIR|FILE.vdb", options->source, "A run folder or a frame of it")->required();
  command
      ->add_option("-o", options->output,
                   "Picture of the one frame, or folder for those of a run; else they take the "
                   "places of those that the run drew")
      ->type_name("PNG|DIR")
      ->check(is_a_name());
  command
      ->add_option("--size", options->size,
                   "Of the pictures; 960x720 when left out (a run draws 640x480)")
      ->type_name("WIDTHxHEIGHT");
  command->add_option("--threads", options->threads, "All when left out")
      ->type_name("N")
      ->check(CLI::Range(1, max_threads));
  command
      ->add_option("--look-at", options->look_at,
                   "What is in the middle: a point, or a body where it starts")
      ->type_name("X,Y,Z|BODY");
  command->add_option("--from", options->from, "Where the camera is [m]")->type_name("X,Y,Z");
  command
      ->add_option("--turntable", options->turntable,
                   "Turns of the camera during the run, or an angle such as \"90 deg\"")
      ->type_name("TURNS");
  command->add_option("--follow", options->follow, "Body that the camera moves along with")
      ->type_name("BODY");
  command
      ->add_option("--colour,--color", options->colour,
                   "What colours stand for: body, speed, stress, pressure, J or contact_pressure")
      ->type_name("FIELD");
  command
      ->add_option("--colour-range,--color-range", options->colour_range,
                   "Values at the ends of the colours; those of all frames when left out")
      ->type_name("LOW,HIGH");
  command->add_flag("--no-stamp", options->no_stamp, "Do not write the time into the pictures");
  command
      ->add_option("--movie", options->movie,
                   "Put the pictures together as a movie (.mp4 or .gif), with ffmpeg")
      ->type_name("FILE")
      ->check(is_a_name());
  command->callback([&chosen, options] { chosen = [options] { return draw(*options); }; });
}

}  // namespace eulersolid
