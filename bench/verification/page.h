#pragma once

#include <filesystem>
#include <vector>

#include "bench/verification/verify.h"

namespace eulersolid {

/// Write what was verified as a page (Markdown), and a plot of each case in the folder of the
/// page's stem beside it.
/// @throws std::system_error
void write_page(const std::filesystem::path& page, const std::vector<Verified>& results);

}  // namespace eulersolid
