#include "bench/table_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/text_file.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

constexpr std::string_view comment = "<!-- ", first_words = "<!-- eulersolid bench ",
                           end_of_table = "<!-- end of table -->\n";

}  // namespace

void check_tables(const std::string& name, const std::string& page) {
  for (std::size_t at = 0; (at = page.find(first_words, at)) != std::string::npos; ++at) {
    const std::size_t end = page.find(comment, at + 1);
    if (end != std::string::npos && page.compare(end, end_of_table.size(), end_of_table) == 0)
      continue;
    const auto line = 1 + std::count(page.begin(), page.begin() + std::ptrdiff_t(at), '\n');
    throw InputError(fmt::format("{}:{}: this table has no end; expected a line {}", name, line,
                                 end_of_table.substr(0, end_of_table.size() - 1)));
  }
}

std::string with_table(const std::string& page, const std::string& command, const std::string& key,
                       const std::string& table) {
  const std::string begin = fmt::format("{}{}: {} -->\n", comment, command, key);
  const std::string block = begin + table + std::string(end_of_table);
  const std::size_t first = page.find(begin);
  if (first == std::string::npos) return page + (page.empty() ? "" : "\n") + block;
  const std::size_t last = page.find(end_of_table, first) + end_of_table.size();
  return page.substr(0, first) + block + page.substr(last);
}

int tables_in(const std::string& page) {
  int count = 0;
  for (std::size_t at = 0; (at = page.find(first_words, at)) != std::string::npos; ++at) ++count;
  return count;
}

std::vector<std::string> commands_in(const std::string& page) {
  std::vector<std::string> commands;
  for (std::size_t at = 0; (at = page.find(first_words, at)) != std::string::npos; ++at) {
    const std::size_t first = at + comment.size();
    const std::size_t last = page.rfind(": ", page.find(" -->", first));
    const std::string command = page.substr(first, last - first);
    if (std::find(commands.begin(), commands.end(), command) == commands.end())
      commands.push_back(command);
  }
  return commands;
}

std::string text_of_page(const std::string& path) {
  std::string text, line;
  for (TextFile file(path); file.next(line);) text += line + "\n";
  return text;
}

}  // namespace eulersolid
