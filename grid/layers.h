#pragma once

#include "grid/body_fields.h"

ES_BEGIN

/// Numbers the layers around the active nodes (body.active, body.dof), lists the nodes of each, and
/// fits the listed nodes by weighted linear least squares with weights |d|^-4 within slave_reach (a
/// plain weighted average where the fit is degenerate):
///   - slaves (layers 1 and 2) to active nodes alone, so that they can hand over to them;
///   - layers 2, 3 and 4 to all lower layers, for extrapolation.
void update_layers(BodyFields& body);

/// Gives the nodes of layers 1 .. `last` (at most 4) of a field their extrapolated values; exact
/// for linear fields wherever the fits are not degenerate.
void extrapolate(BodyFields& body, Span<Vec3> field, int last);

/// Hands mass and force of slaves that have some to their masters, with the weights of their fits:
/// sum_k w_k = 1 and sum_k w_k d_k = 0 keep mass, linear and angular momentum. A master keeps at
/// least `least_mass` [kg].
void hand_over(BodyFields& body, double least_mass);

ES_END
