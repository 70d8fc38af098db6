#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace eulersolid {

/// A table that is printed with aligned columns, and written as a table of Markdown or a list of
/// JSON objects.
class ReportTable {
 public:
  struct Column {
    std::string key;      ///< in the JSON; not there when empty
    std::string heading;  ///< with the unit; not printed when empty
    int digits = 3;       ///< behind the point of numbers that are not whole
  };
  explicit ReportTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// A value per column: number, text, true or false, or null where there is none; any where the
  /// column is not printed.
  void add(std::vector<nlohmann::json> row);
  std::string text() const;
  std::string markdown() const;
  nlohmann::json json() const;

 private:
  /// What is printed: the headings, then the rows.
  std::vector<std::vector<std::string>> cells() const;
  std::vector<bool> is_text() const;  ///< of each column that is printed

  std::vector<Column> columns_;
  std::vector<std::vector<nlohmann::json>> rows_;
};

}  // namespace eulersolid
