#pragma once

#include "grid/body_fields.h"
#include "shapes/level_set.h"

ES_BEGIN

/// A node is a degree of freedom when its mass is at least this part of rho h^3: smaller masses
/// make the explicit step unstable (tau = 0.03 gains energy, 0.1 does not).
constexpr double least_mass_fraction = 0.1;

/// Cells whose det(grad X) leaves this range are tangled: their nodes are not degrees of freedom,
/// so that X there is extrapolated anew.
constexpr double tangled_det_low = 0.15, tangled_det_high = 6.7;

/// Totals over the cells of a body.
struct GeometryReport {
  double energy = 0;         ///< elastic [J]
  double volume = 0;         ///< [m^3]
  double viscous_power = 0;  ///< [W]
  double least_det = 1;      ///< smallest det(grad X) [-]
  double speed = 0;          ///< largest pressure-wave speed [m/s]
  int clamped = 0;           ///< octants with clamped stretches
  int tangled = 0;           ///< tangled cells
  int repaired = 0;          ///< nodes with enough mass that a tangled cell keeps from being active
};

/// phi = phi_ref(X) on all nodes that have values (layer <= layer::last), `far` elsewhere.
///
/// A node of a layer may become solid by more than h/4 only if the material that arrives there was:
/// at its departure point x - dt v the bounded level set (phi inside, at least (layer - 1/2) h/2 on
/// extrapolated layers) must not exceed h/4. Without that guard extrapolated maps grow fictitious
/// solid after strong stretching. @param dt  of the motion just made; 0 skips the guard
void evaluate_level_set(BodyFields& body, const GridSpec& grid, const LevelSet& shape, double dt);

/// Lists the cells with solid in them, integrates their loads, gives every node its raw mass and
/// force, and lists the active nodes. The layers still belong to the former active nodes.
GeometryReport integrate_cells(BodyFields& body, const GridSpec& grid, const LevelSet& shape,
                               const Material& material);

ES_END
