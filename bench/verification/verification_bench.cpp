#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "bench/add_bench.h"
#include "bench/bench_report.h"
#include "bench/benches.h"
#include "bench/verification/page.h"
#include "bench/verification/verify.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

struct VerificationOptions : BenchOptions {
  std::vector<std::string> cases;  ///< all when empty
  bool coarse = false;
  std::string page;  ///< to write; none when empty
};

std::vector<std::string> verified_names() {
  std::vector<std::string> names;
  for (const VerificationCase& one : verification_cases()) names.push_back(one.name);
  return names;
}

void add_rows(const Verified& result, ReportTable& table) {
  using nlohmann::json;
  const VerificationCase& one = result.of;
  for (const VerifiedSize& size : result.sizes) {
    const bool last = &size == &result.sizes.back();
    table.add({one.name, one.group, one.what, one.quantity, one.source, one.across, size.cells,
               fmt::format("{:.6g}", one.exact), one.exact, fmt::format("{:.6g}", size.ours),
               size.ours, 100 * size.error, size.error,
               last && result.order ? json(*result.order) : json(), size.seconds,
               last ? json(one.most) : json(), last ? json(result.holds()) : json()});
  }
}

ExitCode run(const VerificationOptions& options) {
  if (options.coarse && !options.page.empty())
    throw InputError("--page is of all grids: it does not go with --coarse");
  const Backend backend = apply(options);
  BenchReport report("verification", "cases with exact answers on finer and finer grids", options,
                     backend);
  report["parameters"] = {{"coarse", options.coarse}};
  ReportTable table({{"case", "case", 0},
                     {"group", "", 0},
                     {"what", "", 0},
                     {"quantity", "quantity", 0},
                     {"source", "", 0},
                     {"across", "", 0},
                     {"cells", "cells", 0},
                     {"", "exact", 0},
                     {"exact", "", 0},
                     {"", "ours", 0},
                     {"ours", "", 0},
                     {"", "error [%]", 3},
                     {"error", "", 0},
                     {"order", "order", 2},
                     {"seconds", "s", 1},
                     {"most", "", 0},
                     {"holds", "holds", 0}});
  std::vector<Verified> results;
  for (const VerificationCase& one : verification_cases()) {
    const auto& names = options.cases;
    if (!names.empty() && std::find(names.begin(), names.end(), one.name) == names.end()) continue;
    if (options.coarse && one.coarse == 0) continue;
    results.push_back(verify(one, backend, options.coarse ? Grids::coarse : Grids::all));
    add_rows(results.back(), table);
  }
  report.print("errors are parts of the exact value, or of what the case says where that is 0",
               "rows", table);
  for (const Verified& result : results)
    if (!result.failure.empty()) report.note(result.of.name + ": " + result.failure);
  report.note("sources of the exact values: docs/verification.md");
  report.write();
  if (!options.page.empty()) write_page(options.page, results);
  return ExitCode::done;
}

}  // namespace

void add_verification_bench(CLI::App& bench, ChosenCommand& chosen) {
  const auto [command, options] = add_bench<VerificationOptions>(
      bench, chosen, "verification", "Cases with exact answers on finer and finer grids", run);
  command.add_option("--case", options.cases, "Names of the cases to run; all when left out")
      ->delimiter(',')
      ->check(CLI::IsMember(verified_names()));
  command.add_flag("--coarse", options.coarse, "Run the coarse grids alone");
  command.add_option("--page", options.page, "Write a page of the results with plots (Markdown)");
}

}  // namespace eulersolid
