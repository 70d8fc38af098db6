#include "kernels/core/pieces.h"

#include "kernels/core/threads.h"

ES_BEGIN

void for_pieces(const std::vector<double>& sizes, const std::function<void(std::size_t)>& piece) {
  share_pieces(sizes, piece);
}

ES_END
