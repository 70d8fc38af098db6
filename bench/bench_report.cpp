#include "bench/bench_report.h"

#include <fmt/format.h>

#include <filesystem>

#include "bench/baselines/lapack_band.h"
#include "bench/table_page.h"
#include "io/output_file.h"
#include "kernels/choice/backend_choice.h"
#include "kernels/core/error.h"
#include "kernels/core/threads.h"

namespace eulersolid {

BenchReport::BenchReport(const std::string& name, const std::string& what,
                         const BenchOptions& options, Backend backend, std::optional<int> runs)
    : file_(options.json.empty() ? "" : checked_output_file(options.json)),
      page_(options.tables.empty() ? "" : checked_output_file(options.tables)),
      command_(options.command) {
  if (!page_.empty() && command_.empty())
    throw InputError("--tables " + options.tables +
                     ": names with spaces or angle brackets cannot stand beside a table");
  if (!page_.empty() && std::filesystem::exists(page_)) check_tables(page_, text_of_page(page_));
  content_["bench"] = name;
  content_["machine"] = {{"backend", backend_name(backend)},
                         {"device", device_name(backend)},
                         {"processor", device_name(Backend::cpu)},
                         {"threads", threads()},
                         {"openblas_core", lapack::core_name()}};
  content_["version"] = ES_VERSION;
  if (runs) content_["runs"] = *runs;
  fmt::print("{}: {}\n", name, what);
  fmt::print("{} on {}, {} thread{}, OpenBLAS for {}", backend_name(backend), device_name(backend),
             threads(), threads() == 1 ? "" : "s", lapack::core_name());
  if (runs) fmt::print("; medians of {} run{}", *runs, *runs == 1 ? "" : "s");
  fmt::print("\n");
}

void BenchReport::print(const std::string& heading, const std::string& key,
                        const ReportTable& table) {
  content_[key] = table.json();
  tables_.push_back({key, table.markdown()});
  fmt::print("\n{}{}\n", heading.empty() ? "" : heading + "\n", table.text());
  std::fflush(stdout);
}

void BenchReport::note(const std::string& line) {
  content_["notes"].push_back(line);
  fmt::print("{}\n", line);
}

std::string BenchReport::told_machine() const {
  const nlohmann::json& machine = content_["machine"];
  const int threads = machine["threads"];
  std::string told =
      fmt::format("`{}`, version {}, {} on {}, {} thread{}", command_,
                  content_["version"].get<std::string>(), machine["backend"].get<std::string>(),
                  machine["device"].get<std::string>(), threads, threads == 1 ? "" : "s");
  if (content_.contains("runs")) {
    const int runs = content_["runs"];
    told += fmt::format(", medians of {} run{}", runs, runs == 1 ? "" : "s");
  }
  return told;
}

void BenchReport::write() const {
  if (!file_.empty()) write_whole_file(file_, content_.dump(1) + "\n");
  if (page_.empty()) return;
  const std::string page = std::filesystem::exists(page_) ? text_of_page(page_) : "";
  std::vector<std::pair<std::string, std::string>> tables = tables_;
  for (auto& [key, table] : tables) table += "\n" + told_machine() + ".\n";
  write_whole_file(page_, with_tables(page, command_, tables));
}

}  // namespace eulersolid
