#include "io/preview/movie.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "io/child_program.h"
#include "io/output_file.h"
#include "io/printable.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

/// As ffmpeg's list of files wants a path.
std::string quoted(const fs::path& path) {
  std::string text = "'";
  for (const char c : fs::absolute(path).string())
    if (c == '\'')
      text += "'\\''";
    else
      text += c;
  return text + "'";
}

std::string first_line(const std::string& text) {
  return printable(text.substr(0, text.find('\n')), 300);
}

}  // namespace

fs::path checked_movie(const fs::path& movie) {
  const std::string extension = movie.extension().string();
  if (extension != ".mp4" && extension != ".gif")
    throw InputError(movie.string() + " is no name of a movie: it must end with .mp4 or .gif");
  const fs::path checked = checked_output_file(movie);
  if (call_program({"ffmpeg", "-version"}).code != 0)
    throw InputError(
        "--movie needs the program ffmpeg, which is not there; install it "
        "(apt-get install ffmpeg)");
  return checked;
}

void write_movie(const fs::path& movie, const std::vector<fs::path>& pictures, double fps) {
  constexpr double most = 60, slow = 25;  // what displays show, and eyes follow
  const double rate = fps > most ? slow : fps;
  const bool is_gif = movie.extension() == ".gif";
  fs::path list = movie, unfinished = movie;
  list += ".txt.tmp";
  unfinished.replace_extension(".tmp" + movie.extension().string());
  std::string lines = "ffconcat version 1.0\n";
  for (const fs::path& picture : pictures)
    lines += fmt::format("file {}\nduration {}\n", quoted(picture), 1 / rate);
  write_whole_file(list, lines);
  std::vector<std::string> words{"ffmpeg", "-y", "-loglevel", "error", "-xerror"};
  words.insert(words.end(), {"-f", "concat", "-safe", "0", "-i", list.string()});
  // It would show the last one twice.
  words.insert(words.end(), {"-frames:v", std::to_string(pictures.size())});
  words.insert(words.end(), {"-r", fmt::format("{}", rate), "-vf"});
  if (is_gif)
    words.insert(words.end(), {"split[a][b];[a]palettegen[p];[b][p]paletteuse"});
  else
    words.insert(words.end(), {"pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", "-movflags",
                               "+faststart"});
  words.push_back(unfinished.string());
  fs::remove(unfinished);  // a link there would be followed
  const ProgramEnd end = call_program(std::move(words));
  fs::remove(list);
  // On a full disk it says so, and exits with 0.
  if (end.code != 0 || !end.text.empty()) {
    fs::remove(unfinished);
    throw DeviceError(
        fmt::format("while writing {}: ffmpeg: {}", movie.string(), first_line(end.text)));
  }
  fs::rename(unfinished, movie);
}

}  // namespace eulersolid
