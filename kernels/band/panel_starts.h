#pragma once

#include <vector>

#include "kernels/band/elimination_plan.h"
#include "kernels/core/backend.h"
#include "kernels/core/span.h"

ES_BEGIN

/// Rows of a matrix from the first to the last; none where the first is behind the last.
struct RowRange {
  int first, last;
};

/// Where the panels of a right-hand side begin, of which it is known in which rows each column is
/// not zero: per panel of `width` columns the first row of tiles that a forward substitution
/// touches.
///
/// @param given    per column: rows of the whole matrix outside which it is zero
/// @param columns  their number
/// @{
/// In a subdomain of `tile_rows` rows of tiles.
std::vector<int> subdomain_starts(const Subdomain& subdomain, int tile_rows,
                                  const std::vector<RowRange>& given, Index columns, int width);
/// In the reduced system, whose rows ascend, once the subdomains have added their share.
std::vector<int> reduced_starts(const EliminationPlan& plan, const std::vector<RowRange>& given,
                                Index columns, int width);
/// @}

ES_END
