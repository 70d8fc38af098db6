#pragma once

#include "kernels/backend.h"
#include "kernels/span.h"

ES_BEGIN

/// position_in_list[list[i]] = i, and -1 everywhere else.
void invert_list(Span<const int> list, Span<int> position_in_list);

ES_END
