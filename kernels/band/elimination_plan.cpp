#include "kernels/band/elimination_plan.h"

#include <algorithm>
#include <numeric>

namespace eulersolid {

std::vector<int> last_rows(const Profile& first) {
  std::vector<int> last(first.size());
  std::iota(last.begin(), last.end(), 0);
  for (std::size_t i = 0; i < first.size(); ++i) {
    int& reached = last[std::size_t(first[i])];
    reached = std::max(reached, int(i));
  }
  for (std::size_t j = 1; j < last.size(); ++j) last[j] = std::max(last[j], last[j - 1]);
  return last;
}

namespace {

/// A separator: no row from `end` on touches a row before `begin`.
struct Separator {
  int begin, end;
};

/// Row before which a fraction of the work of an elimination is done, from whichever end.
int row_at(const Profile& first, const std::vector<int>& last, double fraction) {
  const auto work = [&](std::size_t i) {
    const double width = double(last[i]) - first[i] + 1;
    return width * width;
  };
  double total = 0, sum = 0;
  for (std::size_t i = 0; i < first.size(); ++i) total += work(i);
  for (std::size_t i = 0; i < first.size(); ++i) {
    sum += work(i);
    if (sum >= fraction * total) return int(i);
  }
  return int(first.size());
}

Separator separator_at(const Profile& first, const std::vector<int>& last, double fraction) {
  const int n = int(first.size()), middle = row_at(first, last, fraction);
  const int width = middle < n ? last[std::size_t(middle)] - middle : 0;
  const int begin = std::max(0, middle - width / 2);
  return {begin, begin > 0 ? last[std::size_t(begin - 1)] + 1 : 0};
}

/// The separators between `parts` parts, or none where one would be left without a tile.
std::vector<Separator> separators(const Profile& first, const std::vector<int>& last, int parts,
                                  int tile) {
  const int n = int(first.size());
  std::vector<Separator> cuts;
  for (int k = 1; k < parts; ++k)
    cuts.push_back(separator_at(first, last, double(k) / double(parts)));
  for (std::size_t k = 0; k < cuts.size(); ++k) {  // each part has whole tiles
    const int next = k + 1 < cuts.size() ? cuts[k + 1].begin : n;
    const int tiles = (next - cuts[k].end) / tile;
    if (tiles < 1 || cuts[k].begin < tile) return {};
    cuts[k].end = next - tiles * tile;
  }
  return cuts;
}

/// Profile of a matrix whose rows are taken in the order rows, of a whole band.
std::vector<int> profile_of(const std::vector<int>& rows, const Profile& first,
                            const std::vector<int>& last) {
  const bool descending = rows.size() > 1 && rows[1] < rows[0];
  std::vector<int> result(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t row = std::size_t(rows[i]);
    const int farthest = descending ? rows[0] - last[row] : first[row] - rows[0];
    result[i] = std::clamp(farthest, 0, int(i));
  }
  return result;
}

void append(std::vector<int>& rows, int begin, int end) {
  for (int i = begin; i < end; ++i) rows.push_back(i);
}

/// The rows from `begin` to the end of the matrix, eliminated backwards, and their separator.
Subdomain last_subdomain(const Profile& first, const std::vector<int>& last, Separator left,
                         int offset) {
  Subdomain subdomain;
  for (int i = int(first.size()) - 1; i >= left.begin; --i) subdomain.rows.push_back(i);
  subdomain.eliminated = int(first.size()) - left.end;
  subdomain.first = profile_of(subdomain.rows, first, last);
  for (int i = left.end - 1; i >= left.begin; --i)
    subdomain.place.push_back(offset + i - left.begin);
  return subdomain;
}

/// A subdomain between two separators: the rows of the right one couple with its tail, those of the
/// left one with its head, and by fill with all of it.
Subdomain inner_subdomain(const Profile& first, const std::vector<int>& last, Separator left,
                          Separator right, int left_offset, int right_offset) {
  Subdomain subdomain;
  append(subdomain.rows, left.end, right.end);
  subdomain.first = profile_of(subdomain.rows, first, last);
  append(subdomain.rows, left.begin, left.end);
  subdomain.first.resize(subdomain.rows.size(), 0);
  subdomain.eliminated = right.begin - left.end;
  append(subdomain.place, right_offset, right_offset + right.end - right.begin);
  append(subdomain.place, left_offset, left_offset + left.end - left.begin);
  return subdomain;
}

}  // namespace

int number_of_subdomains(int n, int rho, int most, int tile) {
  const int width = std::max(1, rho), room = n / (width + 2 * tile);
  if (n < 4 * width || n < 8 * tile || room < 2) return 1;
  const int wanted = n >= 30 * width ? std::min(most, n / (4 * width)) : 2;
  return std::clamp(wanted, 2, room);
}

EliminationPlan plan_elimination(const Profile& first, int parts, int tile) {
  const int n = int(first.size());
  const std::vector<int> last = last_rows(first);
  const std::vector<Separator> cuts =
      parts > 1 ? separators(first, last, parts, tile) : std::vector<Separator>{};
  EliminationPlan plan;
  ReducedSystem& reduced = plan.reduced_system;
  reduced.independent = cuts.empty() ? n : cuts.front().begin;
  append(reduced.rows, 0, reduced.independent);
  reduced.first.assign(first.begin(), first.begin() + reduced.independent);
  int before = 0;  // where the separator before begins in the reduced system
  for (std::size_t k = 0; k < cuts.size(); ++k) {
    const int offset = int(reduced.rows.size());
    append(reduced.rows, cuts[k].begin, cuts[k].end);
    for (int i = cuts[k].begin; i < cuts[k].end; ++i)
      reduced.first.push_back(k == 0 ? std::min(first[std::size_t(i)], cuts[k].begin) : before);
    plan.subdomains.push_back(k + 1 < cuts.size()
                                  ? inner_subdomain(first, last, cuts[k], cuts[k + 1], offset,
                                                    offset + cuts[k].end - cuts[k].begin)
                                  : last_subdomain(first, last, cuts[k], offset));
    before = offset;
  }
  return plan;
}

}  // namespace eulersolid
