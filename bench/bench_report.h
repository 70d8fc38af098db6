#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/bench_options.h"
#include "io/report_table.h"

namespace eulersolid {

/// What a benchmark prints and writes: the machine, its parameters, tables, and notes.
class BenchReport {
 public:
  /// Prints what is measured and on what.
  /// @param runs  of which times are medians; none where nothing is timed
  BenchReport(const std::string& name, const std::string& what, const BenchOptions& options,
              Backend backend, std::optional<int> runs = {});
  BenchReport(const std::string& name, const std::string& what, const TimedBenchOptions& options,
              Backend backend)
      : BenchReport(name, what, options, backend, options.runs) {}

  /// Parameters and single results for the JSON.
  nlohmann::json& operator[](const std::string& key) { return content_[key]; }
  void print(const std::string& heading, const std::string& key, const ReportTable& table);
  void note(const std::string& line);  ///< a line under the tables

  /// Write the JSON, and tables into a page, where the options ask for it.
  /// @throws std::system_error
  void write() const;

 private:
  std::string told_machine() const;

  std::string file_, page_, command_;
  std::vector<std::pair<std::string, std::string>> tables_;  ///< by key, in Markdown
  nlohmann::json content_;
};

}  // namespace eulersolid
