#pragma once

#include <string>
#include <utility>
#include <vector>

namespace eulersolid {

// Tables in a Markdown page that benchmarks write. Each lies between the lines
//
//     <!-- eulersolid bench NAME ...: KEY -->   and   <!-- end of table -->

/// @param name  of the page, for messages
/// @throws InputError `name:line: what is wrong` where a table has no end
void check_tables(const std::string& name, const std::string& page);

/// The page with tables in place of those that were there: where it has some of the command, these
/// alone, and each place that one stands in, or else all of them at its end.
/// @param command  that measures them @param tables  by key
/// @throws InputError where the command has no table with a key that stands there
/// @pre  check_tables()
std::string with_tables(const std::string& page, const std::string& command,
                        const std::vector<std::pair<std::string, std::string>>& tables);

int tables_in(const std::string& page);

/// The commands whose tables a page has, once each and in its order.
std::vector<std::string> commands_in(const std::string& page);

/// @throws InputError where there is no such file, or it cannot be read
std::string text_of_page(const std::string& path);

}  // namespace eulersolid
