#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "kernels/core/backend.h"

ES_BEGIN

/// Calls piece(i) for i = 0 .. sizes.size() - 1, which are independent and consist of loops, and
/// throws the first's exception. On the cpu threads take a piece each where that is expected to be
/// faster than sharing each loop of one piece after the other. On the gpu all pieces go together,
/// loop by loop: one kernel does that of all of them, and what one waits for they wait for once.
/// Either way each piece gives the same bits as alone.
/// @param sizes  of the pieces: iterations of their longer loops
void for_pieces(const std::vector<double>& sizes, const std::function<void(std::size_t)>& piece);

ES_END
