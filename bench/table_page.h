#pragma once

#include <string>
#include <vector>

namespace eulersolid {

// Tables in a Markdown page that benchmarks write. Each lies between the lines
//
//     <!-- eulersolid bench NAME ...: KEY -->   and   <!-- end of table -->

/// @param name  of the page, for messages
/// @throws InputError `name:line: what is wrong` where a table has no end
void check_tables(const std::string& name, const std::string& page);

/// The page with a table in place of the one that was there, or else at its end.
/// @param command  that measures it @param key  which of its tables @pre  check_tables()
std::string with_table(const std::string& page, const std::string& command, const std::string& key,
                       const std::string& table);

int tables_in(const std::string& page);

/// The commands whose tables a page has, once each and in its order.
std::vector<std::string> commands_in(const std::string& page);

/// @throws InputError where there is no such file, or it cannot be read
std::string text_of_page(const std::string& path);

}  // namespace eulersolid
