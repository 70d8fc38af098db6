#pragma once

#include <cstdint>
#include <initializer_list>

#include "kernels/core/backend.h"
#include "kernels/core/device_vector.h"

ES_BEGIN

/// Sums of all earlier elements: out[i] = in[0] + ... + in[i - 1]. Returns the sum of all.
/// `in` and `out` have one size and may be the same array.
Index exclusive_scan(Span<const int> in, Span<int> out);

/// List, in ascending order, every i whose flag is not zero; `list` is resized to fit.
/// @param position  where it has elements, gets where i is in the list, and -1 where it is not
void select(Span<const std::uint8_t> flags, DeviceVector<int>& list, Span<int> position = {});

/// The same where it is known how many there are, so that nobody waits for the number.
void select(Span<const std::uint8_t> flags, Index count, DeviceVector<int>& list);

/// The same of each bit: *lists[b] holds every i whose flag has bit b. At most `max_bits` lists.
void select_bits(Span<const std::uint8_t> flags, std::initializer_list<DeviceVector<int>*> lists);
constexpr int max_bits = 4;

/// Stable sort of `keys`, carrying `values` along. Both have one size.
void sort_by_key(Span<std::uint64_t> keys, Span<int> values);

/// The same of each stretch of `length` on its own. @pre they have a whole number of these
void sort_by_key(Span<std::uint64_t> keys, Span<int> values, Index length);

ES_END
