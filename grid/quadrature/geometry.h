#pragma once

#include "grid/history/history_view.h"
#include "grid/quadrature/body_materials.h"
#include "grid/state.h"
#include "grid/workspace.h"
#include "shapes/placed_shape.h"
#include "surface/advected_surface.h"

ES_BEGIN

/// phi = phi_ref(X) on all nodes that have values (layer <= layer::last), `far_outside` elsewhere.
///
/// A node of a layer may become solid by more than h/4 only if the material that arrives there was:
/// at its departure point x - dt v the bounded level set (phi inside, at least (layer - 1/2) h/2 on
/// extrapolated layers) must not exceed h/4. Without that guard extrapolated maps grow fictitious
/// solid after strong stretching. In layer 2 that is so for any solid, and in 3 and 4 for less than
/// a cell between it and the node: they are farther from any. Nor is a node of a layer solid at all
/// where the points of the surface say that its material is elsewhere.
/// @param dt  of the motion just made; 0 skips the guard
void evaluate_level_set(BodyState& state, BodyWorkspace& work, const GridSpec& grid,
                        const PlacedShape& shape, const AdvectedSurface& surface, double dt);

/// Lists the cells with solid in them, integrates their loads, and gives every node its raw mass
/// and force. The layers still belong to the former active nodes.
/// @param history  of what the solid remembers, if it does
GeometryReport integrate_cells(BodyState& state, BodyWorkspace& work, const GridSpec& grid,
                               const PlacedShape& shape, const BodyMaterials& materials,
                               const HistoryView& history = {});

/// Makes the points of the cells again, with the same bits, of a state that was given.
void renew_points(BodyState& state, BodyWorkspace& work, const GridSpec& grid,
                  const PlacedShape& shape, const BodyMaterials& materials,
                  const HistoryView& history = {});

/// Adds what work.loads have for each node.
void add_loads(const BodyState& state, const BodyWorkspace& work, Span<double> mass,
               Span<Vec3> force);

/// Lists the active nodes, by their masses and without those that flag_inverted flags, and adds
/// what resists the map's kinks at them; after integrate_cells.
void choose_active(BodyState& state, BodyDerived& derived, BodyWorkspace& work,
                   const GridSpec& grid, const BodyMaterials& materials, GeometryReport& report);

/// Flags the nodes with mass that have lost half of their octants, or more, to inverted points, in
/// work.flags.
void flag_inverted(const BodyState& state, BodyWorkspace& work);

ES_END
