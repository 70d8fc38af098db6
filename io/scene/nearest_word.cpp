#include "io/scene/nearest_word.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace eulersolid {

std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates) {
  std::string nearest;
  std::size_t least = std::max<std::size_t>(word.size() < 4 ? 1 : 2, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    // Edits (insert, delete, replace, swap neighbours) between prefixes, three rows at a time.
    std::vector<std::size_t> before, above(candidate.size() + 1), row;
    std::iota(above.begin(), above.end(), 0);
    for (std::size_t i = 1; i <= word.size(); ++i) {
      row.assign(candidate.size() + 1, i);
      for (std::size_t j = 1; j <= candidate.size(); ++j) {
        const bool same = word[i - 1] == candidate[j - 1];
        row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
        if (i > 1 && j > 1 && word[i - 1] == candidate[j - 2] && word[i - 2] == candidate[j - 1])
          row[j] = std::min(row[j], before[j - 2] + 1);
      }
      before = std::exchange(above, row);
    }
    if (above.back() < least && above.back() < candidate.size())
      least = above.back(), nearest = candidate;
  }
  return nearest;
}

}  // namespace eulersolid
