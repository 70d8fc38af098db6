#pragma once

namespace eulersolid {

/// Which of the ledgers' corrections a body applies. All of them, but for measurements of what the
/// program conserves without (`eulersolid bench ledgers`).
struct Corrections {
  bool mass = true;      ///< masses of the nodes are scaled to the body's
  bool momentum = true;  ///< the linear momentum that impulses decide is restored
  bool spin = true;      ///< and the angular momentum about the centre of mass
  bool energy = true;    ///< what the grid made of the energy is taken back
};

}  // namespace eulersolid
