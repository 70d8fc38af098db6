#include "kernels/band/panel_starts.h"

#include <algorithm>

#include "kernels/band/banded.h"

ES_BEGIN

namespace {

/// Row of a subdomain, counted in its order of elimination, at which a column begins that is zero
/// outside `range`; -1 where it does not touch the subdomain.
int local_start(const Subdomain& subdomain, RowRange range) {
  if (subdomain.eliminated == 0) return -1;
  const int head = subdomain.rows[0];
  const int tail = subdomain.rows[std::size_t(subdomain.eliminated - 1)];
  if (range.last < std::min(head, tail) || range.first > std::max(head, tail)) return -1;
  return head <= tail ? std::max(0, range.first - head) : std::max(0, head - range.last);
}

}  // namespace

std::vector<int> subdomain_starts(const Subdomain& subdomain, int tile_rows,
                                  const std::vector<RowRange>& given, Index columns, int width) {
  std::vector<int> start;
  for (Index c = 0; c < columns; c += width) {
    int least = tile_rows;
    for (Index j = c; j < std::min(columns, c + width); ++j) {
      const RowRange range = given[std::size_t(j)];
      if (range.first > range.last) continue;
      const int local = local_start(subdomain, range);
      if (local >= 0) least = std::min(least, local / band_tile);
    }
    start.push_back(least);
  }
  return start;
}

std::vector<int> reduced_starts(const EliminationPlan& plan, const std::vector<RowRange>& given,
                                Index columns, int width) {
  std::vector<int> start;
  for (Index c = 0; c < columns; c += width) {
    int least = int(plan.reduced_system.rows.size());
    for (Index j = c; j < std::min(columns, c + width); ++j) {
      const RowRange range = given[std::size_t(j)];
      if (range.first > range.last) continue;
      const auto from = std::lower_bound(plan.reduced_system.rows.begin(),
                                         plan.reduced_system.rows.end(), range.first);
      least = std::min(least, int(from - plan.reduced_system.rows.begin()));
    }
    if (!plan.subdomains.empty()) least = std::min(least, plan.reduced_system.independent);
    start.push_back(least / band_tile);
  }
  return start;
}

ES_END
