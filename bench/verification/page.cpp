#include "bench/verification/page.h"

#include <fmt/format.h>

#include <algorithm>

#include "bench/verification/plot.h"
#include "io/output_file.h"

namespace eulersolid {

namespace {

std::string percent(double part) {
  return part < 1e-6 ? fmt::format("{:.0e}", part) : fmt::format("{:.2g} %", 100 * part);
}

std::string order_text(const Verified& result) {
  return result.order ? fmt::format("{:.1f}", *result.order) : "-";
}

std::string row(const Verified& result, const std::string& folder) {
  const VerificationCase& one = result.of;
  if (result.sizes.empty())
    return fmt::format("| `{}` | {} | - | - | {} |\n", one.name, one.quantity, result.failure);
  const std::string error = percent(result.finest().error);
  return fmt::format("| [`{}`]({}/{}.svg) | {} | {:.6g} | {:.6g} | {} | {} | {} |\n", one.name,
                     folder, one.name, one.quantity, one.exact, result.finest().ours,
                     result.holds() ? error : "**" + error + "**", order_text(result),
                     one.order ? fmt::format("{:.1f}", *one.order) : "");
}

std::string details(const Verified& result, const std::string& folder) {
  const VerificationCase& one = result.of;
  std::string text = fmt::format("### {}\n\n{} Exact: {}.\n\n", one.name, one.what, one.source);
  if (!result.sizes.empty()) {
    text += fmt::format("| cells across {} | ours: {} | error |\n| --- | --- | --- |\n", one.across,
                        one.quantity);
    for (const VerifiedSize& size : result.sizes)
      text += fmt::format("| {} | {:.6g} | {} |\n", size.cells, size.ours, percent(size.error));
    text += fmt::format("\n![error against cell size]({}/{}.svg)\n\n", folder, one.name);
  }
  if (!result.failure.empty()) text += "On a finer grid: " + result.failure + ".\n\n";
  return text;
}

constexpr const char* head = R"(# Verification

Cases with known answers, run on finer and finer grids. `eulersolid bench verification --page docs/verification.md`
runs them and writes this page; `--case NAME` runs one, `--coarse` the coarse grids alone, as the fast tests do. They are
in `bench/verification/cases/`, a file for each group; `tests/bench/verification_test.cpp` asks for the errors.

An error is |ours - exact| over the exact value, or over what the case says where that is 0. Its order is the slope of
the line through all grids, logarithmic; "-" where errors are rounding, or do not fall from grid to grid. "least" is the
order that the tests ask for. Errors in bold are above what the case is to reach (1 %, with contact 2 %): known, and not
hidden. Where the exact value is that of a linear or thin-body theory, what that leaves out is in the error.

)";

}  // namespace

void write_page(const std::filesystem::path& page, const std::vector<Verified>& results) {
  const std::string folder = page.stem().string();
  std::filesystem::create_directories(page.parent_path() / folder);
  std::string text = head, group;
  const auto held = std::count_if(results.begin(), results.end(),
                                  [](const Verified& result) { return result.holds(); });
  text += fmt::format("{} of {} cases have the error that they are to have on the finest grid.\n",
                      held, results.size());
  for (const Verified& result : results) {
    if (result.of.group != group) {
      group = result.of.group;
      text += fmt::format("\n## {}\n\n| case | quantity | exact | ours | error | order | least |\n",
                          group);
      text += "| --- | --- | --- | --- | --- | --- | --- |\n";
    }
    text += row(result, folder);
  }
  text += "\n## The cases one by one\n\n";
  for (const Verified& result : results) {
    text += details(result, folder);
    if (!result.sizes.empty())
      write_whole_file(page.parent_path() / folder / (result.of.name + ".svg"), plot_of(result));
  }
  while (text.ends_with("\n\n")) text.pop_back();
  write_whole_file(page, text);
}

}  // namespace eulersolid
