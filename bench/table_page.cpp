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

std::string with_tables(const std::string& page, const std::string& command,
                        const std::vector<std::pair<std::string, std::string>>& tables) {
  const std::string begin = fmt::format("{}{}: ", comment, command);
  const auto block = [&](const std::string& key, const std::string& table) {
    return begin + key + " -->\n" + table + std::string(end_of_table);
  };
  std::string made;
  std::size_t copied = 0;
  for (std::size_t at = 0; (at = page.find(begin, at)) != std::string::npos;) {
    const std::size_t first = at + begin.size();
    const std::string key = page.substr(first, page.find(" -->", first) - first);
    const auto table = std::find_if(tables.begin(), tables.end(),
                                    [&](const auto& each) { return each.first == key; });
    if (table == tables.end())
      throw InputError(fmt::format("`{}` measures no table named {}", command, key));
    made += page.substr(copied, at - copied) + block(key, table->second);
    at = copied = page.find(end_of_table, first) + end_of_table.size();
  }
  made += page.substr(copied);
  if (copied > 0) return made;
  for (const auto& [key, table] : tables) made += (made.empty() ? "" : "\n") + block(key, table);
  return made;
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
