#include "grid/node_list.h"

#include "kernels/parallel_for.h"

ES_BEGIN

void invert_list(Span<const int> list, Span<int> position_in_list) {
  parallel_for(position_in_list.size, [=] ES_DEVICE(Index i) { position_in_list[i] = -1; });
  parallel_for(list.size, [=] ES_DEVICE(Index i) { position_in_list[list[i]] = int(i); });
}

ES_END
