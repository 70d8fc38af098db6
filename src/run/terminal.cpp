#include "src/run/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "io/printable.h"

namespace eulersolid {

namespace {

bool is_capable_terminal() {
  const char* kind = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

/// By https://no-color.org: set and not empty.
bool colour_wanted() {
  const char* no_color = std::getenv("NO_COLOR");
  return is_capable_terminal() && (no_color == nullptr || *no_color == '\0');
}

void print(std::string_view word, std::string_view colour, const std::string& message) {
  constexpr std::size_t most = 1000;  // bytes: paths may be long
  const std::string line = printable(message, most);
  tell(stderr, colour_wanted() ? fmt::format("\033[{}m{}:\033[0m {}\n", colour, word, line)
                               : fmt::format("{}: {}\n", word, line));
}

}  // namespace

void tell(std::FILE* stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
  std::clearerr(stream);
}

void print_warnings(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) print("warning", "1;33", warning);
}

void print_error(const std::string& message) { print("error", "1;31", message); }

bool progress_can_redraw() { return is_capable_terminal(); }

std::size_t terminal_columns() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

std::string duration_text(double seconds) {
  if (!(seconds < 3.6e8)) return "years";
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  const long whole = std::lround(seconds);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::string percent_text(double part) { return fmt::format("{:.3g} %", 100 * part); }

std::string place_text(Vec3 x) {
  const auto number = [](double value) { return std::fabs(value) < 1e-9 ? 0 : value; };
  return fmt::format("({:.3g}, {:.3g}, {:.3g})", number(x.x), number(x.y), number(x.z));
}

std::string memory_text(double bytes) {
  if (bytes < 1e9) return fmt::format("{:.0f} MB", std::ceil(bytes / 1e6));
  return fmt::format("{:.1f} GB", bytes / 1e9);
}

}  // namespace eulersolid
