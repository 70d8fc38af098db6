#pragma once

#include "grid/quadrature/body_materials.h"
#include "grid/state.h"
#include "grid/workspace.h"

ES_BEGIN

/// What kinks of the map hold.
struct Kinks {
  double energy = 0;  ///< [J]
  double speed2 = 0;  ///< squared speed of the waves that would be as stiff [m^2/s^2]
};

/// Forces of kinks, added to `state.force`: grad X that changes by more than kink_start from one
/// cell to the next resists that, by the energy
///     E = a (lambda + 2 mu) h^3 sum_n m_n / (rho h^3) sum_k psi(|q_nk|),
///     q_nk = (X(x_n + h e_k) - 2 X(x_n) + X(x_n - h e_k)) / h,
///     psi(q) = (q - kink_start)^2 / 2 beyond kink_start, straight on from kink_start + 1,
/// over the active nodes n. It is the energy of second gradients of Mindlin (Arch. Ration. Mech.
/// Anal. 16 (1964) 51-78) with h as the material's length, left out where cells resolve the map. An
/// elastic body has no such length: its free surface creases at any wavelength once it is pressed
/// to 0.65 of its length (Hong et al., Appl. Phys. Lett. 95 (2009) 111901), on a grid at that of
/// two cells, where the map then turns inside out.
///
/// As X' = -grad X v, the forces are (grad X)^T dE/dX, with grad X at x_n for all three nodes of
/// q_nk: they have neither sum nor moment.
/// @param state  with the masses of the cells, not yet aggregated
Kinks resist_kinks(BodyState& state, const BodyDerived& derived, BodyWorkspace& work,
                   const GridSpec& grid, const BodyMaterials& materials);

ES_END
