#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/bench_options.h"

namespace eulersolid {

/// A table that is printed with aligned columns and written as a list of JSON objects.
class BenchTable {
 public:
  struct Column {
    std::string key;      ///< in the JSON; not there when empty
    std::string heading;  ///< with the unit; not printed when empty
    int digits = 3;       ///< behind the point of numbers that are not whole
  };
  explicit BenchTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// A value per column: number, text, true or false, or null where there is none; any where the
  /// column is not printed.
  void add(std::vector<nlohmann::json> row);
  std::string text() const;
  nlohmann::json json() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<nlohmann::json>> rows_;
};

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
  void print(const std::string& heading, const std::string& key, const BenchTable& table);
  void note(const std::string& line);  ///< a line under the tables

  /// Write the JSON where the options ask for it.
  /// @throws std::system_error
  void write() const;

 private:
  std::string file_;
  nlohmann::json content_;
};

}  // namespace eulersolid
