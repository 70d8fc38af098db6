#pragma once

#include <algorithm>
#include <vector>

namespace eulersolid {

/// What normal impulses and the grid have taken from a pair since it met.
struct PairLoss {
  long long pair = 0;  ///< its number, see ContactPair
  double lost = 0;     ///< to the impulses: minus their work on both sides [J]
  double turned = 0;   ///< sum of |work|, contact by contact [J]
  double before = 0;   ///< what its bodies had lost to the grid when they met [J]
};

/// The losses of the pairs that are in contact, by ascending numbers. Those that part are
/// forgotten. Impulses only take energy, or give back what the grid has taken; where errors of the
/// gaps let them give more, overlaps are no longer undone quickly (constants.h).
struct PairLosses {
  std::vector<PairLoss> pairs;

  /// @param lost_to_grid  by the bodies of the pair so far [J]
  /// @return nothing lost for a pair that was not in contact
  PairLoss of(long long pair, double lost_to_grid) const {
    const auto at =
        std::lower_bound(pairs.begin(), pairs.end(), pair,
                         [](const PairLoss& a, long long number) { return a.pair < number; });
    return at != pairs.end() && at->pair == pair ? *at : PairLoss{pair, 0, 0, lost_to_grid};
  }
};

}  // namespace eulersolid
