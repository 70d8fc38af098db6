#include "src/commands/run_summary.h"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>

#include "io/printable.h"
#include "kernels/core/error.h"
#include "src/run/terminal.h"

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

Json read_report(const fs::path& folder) {
  const fs::path file = folder / "run.json";
  if (!fs::is_regular_file(file))
    throw InputError(folder.string() + " is not the folder of a run (no run.json)");
  std::ifstream text(file);
  Json report = Json::parse(text, nullptr, false);
  if (!report.is_object() || !report.contains("exit_state"))
    throw InputError(file.string() + " cannot be read; it is damaged");
  return report;
}

/// A text of the report, empty where there is none.
std::string text_of(const Json& report, const char* key) {
  const auto value = report.find(key);
  return value != report.end() && value->is_string()
             ? printable(value->get<std::string>(), 4 * max_shown)
             : "";
}

double number_of(const Json& report, const char* key) {
  const auto value = report.find(key);
  return value != report.end() && value->is_number() ? value->get<double>() : 0;
}

std::string line(const char* name, const std::string& value) {
  return fmt::format("{:<11}{}\n", name, value);
}

/// Files and bytes of each folder of the run.
std::string files_text(const fs::path& folder) {
  struct Sum {
    int files = 0;
    double bytes = 0;
  };
  std::map<std::string, Sum> sums;
  std::error_code unknown;
  // Files may go while a run writes others.
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator entry(folder, options, unknown), end;
       !unknown && entry != end; entry.increment(unknown)) {
    std::error_code gone;
    if (!entry->is_regular_file(gone)) continue;
    const fs::path name = entry->path().lexically_relative(folder);
    const bool is_at_top = ++name.begin() == name.end();
    Sum& sum = sums[is_at_top ? "" : name.begin()->string() + "/"];
    const std::uintmax_t bytes = entry->file_size(gone);
    if (gone) continue;
    sum.files += 1, sum.bytes += double(bytes);
  }
  std::string text;
  for (const auto& [name, sum] : sums)
    text += line(text.empty() ? "files" : "",
                 fmt::format("{:<12} {:>5}, {}", name.empty() ? "tables" : name, sum.files,
                             memory_text(sum.bytes)));
  return text;
}

std::string phases_text(const Json& totals) {
  constexpr const char* phases[] = {"grid", "detect", "assemble", "contact", "friction", "output"};
  const double seconds = number_of(totals, "seconds");
  std::string text;
  for (const char* phase : phases) {
    const double its = number_of(totals, fmt::format("seconds_{}", phase).c_str());
    text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", phase,
                        seconds > 0 ? 100 * its / seconds : 0.0);
  }
  return text;
}

/// "1 alarm", "2 alarms".
std::string counted(double number, std::string_view what) {
  return fmt::format("{:.0f} {}{}", number, what, number == 1 ? "" : "s");
}

std::string quality_text(const Json& report, const Json& totals) {
  if (totals.empty()) return "not known yet";
  if (report.value("flawless", Json()).is_boolean() && report["flawless"].get<bool>())
    return "nothing to note";
  return fmt::format("{}, {}, {}, {}, overlaps of up to {:.3g} cells, {:.2g} % of energy made",
                     counted(number_of(totals, "alarms"), "alarm"),
                     counted(number_of(totals, "unconverged_steps"), "unconverged step"),
                     counted(number_of(totals, "overlap_spikes"), "overlap spike"),
                     counted(number_of(totals, "repaired_nodes"), "repaired node"),
                     number_of(totals, "largest_overlap"), 100 * number_of(totals, "drift_energy"));
}

}  // namespace

std::string run_summary(const fs::path& folder) {
  const Json report = read_report(folder);
  const Json totals = report.value("totals", Json::object());
  const std::string message = text_of(report, "message");
  const double steps = number_of(totals, "steps"), seconds = number_of(totals, "seconds");
  std::string text = line("scene", text_of(report, "scene"));
  text += line("state", text_of(report, "exit_state") + (message.empty() ? "" : ": " + message));
  text += line("program", fmt::format("{} {} on {} ({}), {}", text_of(report, "program"),
                                      text_of(report, "version"), text_of(report, "backend"),
                                      text_of(report, "device"),
                                      counted(number_of(report, "threads"), "thread")));
  const std::string numerics = text_of(report, "numerics");
  if (!numerics.empty()) text += line("numerics", numerics);
  text += line("started", text_of(report, "start"));
  text += line("simulated",
               fmt::format("{:.6g} s: {}, {}", number_of(totals, "time"),
                           counted(number_of(totals, "frames"), "frame"), counted(steps, "step")));
  text += line("took", fmt::format("{} ({:.3g} s per step): {}", duration_text(seconds),
                                   steps > 0 ? seconds / steps : 0.0, phases_text(totals)));
  text += line("contacts", fmt::format("{:.0f} at most, {:.0f} staggered projections in all",
                                       number_of(totals, "largest_contacts"),
                                       number_of(totals, "sp_iterations")));
  text += line("quality", quality_text(report, totals));
  return text + files_text(folder);
}

}  // namespace eulersolid
