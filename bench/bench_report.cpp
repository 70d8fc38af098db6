#include "bench/bench_report.h"

#include <fmt/format.h>

#include "bench/baselines/lapack_band.h"
#include "io/output_file.h"
#include "kernels/choice/backend_choice.h"
#include "kernels/core/threads.h"

namespace eulersolid {

BenchReport::BenchReport(const std::string& name, const std::string& what,
                         const BenchOptions& options, Backend backend, std::optional<int> runs)
    : file_(options.json.empty() ? "" : checked_output_file(options.json)) {
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
  fmt::print("\n{}{}\n", heading.empty() ? "" : heading + "\n", table.text());
  std::fflush(stdout);
}

void BenchReport::note(const std::string& line) {
  content_["notes"].push_back(line);
  fmt::print("{}\n", line);
}

void BenchReport::write() const {
  if (!file_.empty()) write_whole_file(file_, content_.dump(1) + "\n");
}

}  // namespace eulersolid
