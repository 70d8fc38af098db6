#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace eulersolid {

/// The word of `candidates` that someone who wrote `word` most likely meant; empty if none is near.
std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace eulersolid
