#include "bench/solvers/siconos_peer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "io/child_program.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

/// Beside the program as it is installed, or as it is built in a folder of the sources.
fs::path found_script() {
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  for (const char* folder : {"../share/eulersolid/siconos", "../../bench/peers/siconos"}) {
    const fs::path script = here / folder / "run_siconos.py";
    if (fs::exists(script)) return fs::canonical(script);
  }
  throw InputError(
      "--siconos: the script run_siconos.py is neither in share/eulersolid/siconos "
      "beside the program nor in bench/peers/siconos of the sources");
}

std::string last_line(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  const std::size_t start = text.rfind('\n');
  return start == std::string::npos ? text : text.substr(start + 1);
}

}  // namespace

SiconosPeer found_siconos() {
  const char* const chosen = std::getenv("EULERSOLID_PYTHON");
  std::vector<std::string> pythons = {"python3", "/usr/bin/python3"};  // the system's has it
  if (chosen != nullptr) pythons = {chosen};
  for (const std::string& python : pythons)
    if (call_program({python, "-c", "import siconos.numerics, h5py, scipy"}).code == 0)
      return {python, found_script()};
  throw InputError("--siconos: " + pythons[0] +
                   " has no Siconos; expected Debian's python3-siconos, "
                   "python3-h5py and python3-scipy, or EULERSOLID_PYTHON with all three");
}

nlohmann::json siconos_results(const SiconosPeer& siconos, const std::vector<fs::path>& files,
                               const CoulombLimits& limits) {
  const fs::path table =
      fs::temp_directory_path() / fmt::format("eulersolid_siconos_{}.json", ::getpid());
  std::vector<std::string> words = {siconos.python, siconos.script.string()};
  for (const fs::path& file : files) words.push_back(file.string());
  words.insert(words.end(),
               {"--tolerance", fmt::format("{:g}", limits.tolerance), "--max-seconds",
                fmt::format("{:g}", limits.max_seconds), "--cut", "4", "--json", table.string()});
  const ProgramEnd end = call_program(words);
  std::ifstream file(table);
  const nlohmann::json content = nlohmann::json::parse(file, nullptr, false);
  fs::remove(table);
  if (end.code != 0 || !content.is_object() || !content.contains("results"))
    throw InputError("--siconos: Siconos failed: " +
                     (end.text.empty() ? "it printed nothing" : last_line(end.text)));
  return content.at("results");
}

}  // namespace eulersolid
