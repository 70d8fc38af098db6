#pragma once

#include <cstdint>

#include "contact/solvers/friction/friction_box.h"

ES_BEGIN

/// The friction problem of one load in Coulomb's discs,
///
///     min  1/2 f^T W f + f . w0,       |f_c| <= radius_c = mu alpha,
///
/// and its gradient w = w0 + W f, the sliding velocity. All spans are by contact.
struct DiscProblem {
  Span<const ContactFrame> frames;
  Span<const double> radius;    ///< [N s]
  Span<const double> response;  ///< h_c of tangential_responses() [1/kg]
};

/// radius = mu alpha
void fill_radii(const ProblemView& problem, const OrderView& order, Span<const double> alpha,
                Span<double> radius);

/// w = the tangential part of u* + a + b; returns the largest |tangential part of u* + a|.
double sliding_velocity(const ProblemView& problem, Span<const Vec3> a, Span<const Vec3> b,
                        Span<Vec3> w);

/// f becomes the nearest impulse that is tangential and in its disc.
void project_to_discs(const DiscProblem& discs, Span<Vec3> f);

/// Largest h_c |f_c - P(f_c - w_c / h_c)| with P the projection to the disc: the natural map [m/s].
double disc_error(const DiscProblem& discs, Span<const Vec3> f, Span<const Vec3> w);

/// d = P(f - w / h) - f, which points downhill and stays in the discs.
void projected_gradient(const DiscProblem& discs, Span<const Vec3> f, Span<const Vec3> w,
                        Span<Vec3> d);

/// d = P(f + t (g - f)) - f: part of the way to g, back in the discs.
void step_towards(const DiscProblem& discs, Span<const Vec3> f, Span<const Vec3> g, double t,
                  Span<Vec3> d);

/// f = f + t d and w = w + t (the tangential part of dw).
void move(const DiscProblem& discs, double t, Span<const Vec3> d, Span<const Vec3> dw, Span<Vec3> f,
          Span<Vec3> w);

/// sum_c |a_c| |b_c|
double product_of_norms(Span<const Vec3> a, Span<const Vec3> b);

/// The boxes around the discs that touch them where f - w / h points, with the curvature |w| /
/// radius where a contact slides there, and the working set of that: y1 at its upper bound where it
/// slides, both bound where the radius is zero, else free. States by position, of contacts that
/// have one.
void turn_boxes(const DiscProblem& discs, const OrderView& order, Span<const Vec3> f,
                Span<const Vec3> w, Span<FrictionBox> boxes, Span<std::int8_t> state);

ES_END
