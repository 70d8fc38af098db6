#pragma once

#include "contact/solvers/problem_view.h"

ES_BEGIN

/// du = W P in world axes, from either form of the Delassus matrix.
void multiply(const GramView& G, Span<const Vec3> P, Span<Vec3> du);
void multiply(const BlockRows& W, Span<const ContactFrame> frames, Span<const Vec3> P,
              Span<Vec3> du);

/// sum_c a_c . b_c
double inner_product(Span<const Vec3> a, Span<const Vec3> b);
/// sum_c (a_c - b_c) . (c_c - d_c)
double inner_product_of_differences(Span<const Vec3> a, Span<const Vec3> b, Span<const Vec3> c,
                                    Span<const Vec3> d);

ES_END
