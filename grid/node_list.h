#pragma once

#include <cstdint>

#include "kernels/core/device_vector.h"
#include "kernels/math/vec3.h"

ES_BEGIN

/// position_in_list[list[i]] = i, and -1 everywhere else.
void invert_list(Span<const int> list, Span<int> position_in_list);

/// kept = the entries of `list` whose flag is not zero, in order. `positions` is workspace.
void select_listed(Span<const int> list, Span<const std::uint8_t> flags,
                   DeviceVector<int>& positions, DeviceVector<int>& kept);

/// to = from at the listed nodes.
void copy_listed(Span<const int> list, Span<const Vec3> from, Span<Vec3> to);

ES_END
