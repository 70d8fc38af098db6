#pragma once

#include <cstdint>

#include "kernels/core/backend.h"
#include "kernels/core/device_vector.h"

ES_BEGIN

/// Sums of all earlier elements: out[i] = in[0] + ... + in[i - 1]. Returns the sum of all.
/// `in` and `out` have one size and may be the same array.
Index exclusive_scan(Span<const int> in, Span<int> out);

/// List, in ascending order, every i whose flag is not zero; `list` is resized to fit.
void select(Span<const std::uint8_t> flags, DeviceVector<int>& list);

/// The same where it is known how many there are, so that nobody waits for the number.
void select(Span<const std::uint8_t> flags, Index count, DeviceVector<int>& list);

/// Stable sort of `keys`, carrying `values` along. Both have one size.
void sort_by_key(Span<std::uint64_t> keys, Span<int> values);

/// The same of each stretch of `length` on its own. @pre they have a whole number of these
void sort_by_key(Span<std::uint64_t> keys, Span<int> values, Index length);

ES_END
