#pragma once

#include "grid/state.h"

ES_BEGIN

/// One step of a field carried by a velocity: MacCormack over semi-Lagrangian with second-order
/// Runge-Kutta traces,
///     q^(x)    = q(x - dt w(x - dt/2 w(x))),
///     q_new(x) = q^(x) + (q(x) - q^(x + dt w(x + dt/2 w(x)))) / 2
/// (Selle et al., J. Sci. Comput. 35 (2008) 350-371, without the limiter: fields are smooth, and a
/// limiter costs the second order). Trilinear interpolation: exact on linear fields up to the
/// trace, whose error for a rotation by z = omega dt is det - 1 = z^6/8 + z^8/64 per step.
///
/// `displacement`: the field is u = x - X, of which X is carried: u^(x) = x - x_d + u(x_d).
enum class Carried { velocity, displacement };

/// `drift`: how far, in space, the pattern of w moves between its own time and the middle of the
/// step [m]. Traces need w at the middle; a field that is steady in the frame of the body is that
/// field shifted. Without it a spinning body that moves is deflected by omega x V dt / 2.
///
/// Nodes in layers 0 .. 2 of `field` and of `w` are read; active nodes of `result` are written.
/// @param result   may not be `field`
/// @param w        velocity [m/s] with |w| dt <= h
/// @param traced   workspace by node
void advect(Window window, const BodyDerived& nodes, const GridSpec& grid, Carried what,
            Span<const Vec3> field, Span<const Vec3> w, double dt, Vec3 drift, Span<Vec3> traced,
            Span<Vec3> result);

ES_END
