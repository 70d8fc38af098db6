#pragma once

#include <string>
#include <vector>

#include "bench/conservation/track.h"

namespace eulersolid {

/// One body that nothing touches, without the ledgers' corrections.
struct Flight {
  std::string name;
  Scene scene;
};

/// A ball and a box fly over 20 cells, and the box spins about its shortest axis.
/// @param cells  across the ball's radius and half of the box
/// @param turns  of the box
std::vector<Flight> free_flights(double cells, int turns);

/// What a flight keeps without any correction, over what it had at the start.
struct Kept {
  double min_kinetic = 1, max_kinetic = 1, kinetic = 1;  ///< the last at the end
  double elastic = 0;                                    ///< the most, over the kinetic energy
  double transport = 0, masses = 0, map = 0;  ///< made by the end, over the kinetic energy
  double mass = 0;                            ///< |measured / body's - 1|, the largest
  double momentum = 0;                        ///< |change| by the end, over the sum of m |v|
  double spin = 0;  ///< |change| by the end, over that at the start; 0 where there was none
};

Kept kept(const Track& flight);

}  // namespace eulersolid
