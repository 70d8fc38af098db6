#include "io/report_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace eulersolid {

namespace {

std::string cell_text(const nlohmann::json& value, int digits) {
  if (value.is_null()) return "-";
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_integer()) return value.dump();
  const double number = value.get<double>();
  if (std::abs(number) < std::pow(10.0, 1 - digits) && std::abs(number) >= 1e-3)
    return fmt::format("{:#.2g}", number);
  const bool tiny = number != 0 && std::abs(number) < 0.5 * std::pow(10.0, -digits);
  return tiny || std::abs(number) >= 1e7 ? fmt::format("{:.1e}", number)
                                         : fmt::format("{:.{}f}", number, digits);
}

}  // namespace

void ReportTable::add(std::vector<nlohmann::json> row) {
  assert(row.size() == columns_.size());
  rows_.push_back(std::move(row));
}

std::vector<std::vector<std::string>> ReportTable::cells() const {
  std::vector<std::vector<std::string>> cells(rows_.size() + 1);
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (columns_[c].heading.empty()) continue;
    cells[0].push_back(columns_[c].heading);
    for (std::size_t r = 0; r < rows_.size(); ++r)
      cells[r + 1].push_back(cell_text(rows_[r][c], columns_[c].digits));
  }
  return cells;
}

std::vector<bool> ReportTable::is_text() const {
  std::vector<bool> text;
  for (std::size_t c = 0; c < columns_.size(); ++c)
    if (!columns_[c].heading.empty()) text.push_back(!rows_.empty() && rows_[0][c].is_string());
  return text;
}

std::string ReportTable::text() const {
  const std::vector<std::vector<std::string>> table = cells();
  const std::vector<bool> left = is_text();
  std::string text;
  std::vector<std::size_t> widths(left.size(), 0);
  for (const auto& row : table)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  for (const auto& row : table) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c)
      line += left[c] ? fmt::format("{:<{}}  ", row[c], widths[c])
                      : fmt::format("{:>{}}  ", row[c], widths[c]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string ReportTable::markdown() const {
  std::string text;
  for (const auto& row : cells()) {
    text += "|";
    for (std::string cell : row) {
      for (std::size_t at = 0; (at = cell.find('|', at)) != std::string::npos; at += 2)
        cell.insert(at, "\\");
      text += " " + cell + " |";
    }
    text += "\n";
    if (text.find('\n') != text.size() - 1) continue;
    text += "|";
    for (const bool left : is_text()) text += left ? " --- |" : " ---: |";
    text += "\n";
  }
  return text;
}

nlohmann::json ReportTable::json() const {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& row : rows_) {
    nlohmann::json object;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (!columns_[c].key.empty()) object[columns_[c].key] = row[c];
    }
    list.push_back(std::move(object));
  }
  return list;
}

}  // namespace eulersolid
