#pragma once

#include <cstdint>

#include "kernels/core/device_vector.h"
#include "kernels/math/vec3.h"

ES_BEGIN

/// position_in_list[list[i]] = i, and -1 everywhere else; entries below 0 are left out.
void invert_list(Span<const int> list, Span<int> position_in_list);

/// kept = the entries of `list` whose flag is not zero, in order. `positions` is workspace.
void select_listed(Span<const int> list, Span<const std::uint8_t> flags,
                   DeviceVector<int>& positions, DeviceVector<int>& kept);

/// Zeros, at all nodes.
void fill_zero(Span<double> scalar, Span<Vec3> vector);

/// Sum over the listed nodes.
double sum_listed(Span<const int> list, Span<const double> values);

void scale_listed(Span<const int> list, double factor, Span<double> values);

/// Raises values at the listed nodes to `least`.
void raise_listed(Span<const int> list, double least, Span<double> values);

/// to = from at the listed nodes.
void copy_listed(Span<const int> list, Span<const Vec3> from, Span<Vec3> to);

ES_END
