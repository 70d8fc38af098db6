#include "contact/solvers/projection_hessians.h"

#include <cassert>

#include "contact/solvers/friction_diamond.h"
#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

void double_profile(Span<const int> first, Span<int> friction_first) {
  parallel_for(first.size, [=] ES_DEVICE(Index i) {
    friction_first[2 * i] = friction_first[2 * i + 1] = 2 * first[i];
  });
}

void write_normal(const GramView& G, Span<const ContactFrame> frames, BandView H) {
  const OrderView order = G.order;
  parallel_for(order.order.size, [=] ES_DEVICE(Index i) {
    const Vec3 normal = frames[order.order[i]].normal;
    for (Index j = order.first_column[i]; j <= i; ++j) {
      H.at(i, j) = G.at(i, j) * dot(normal, frames[order.order[j]].normal);
    }
  });
}

void write_friction(const GramView& G, Span<const ContactFrame> frames, BandView H) {
  const OrderView order = G.order;
  parallel_for(order.order.size, [=] ES_DEVICE(Index i) {
    const FrictionAxes row = friction_axes(frames[order.order[i]]);
    for (Index j = order.first_column[i]; j <= i; ++j) {
      const double value = G.at(i, j);
      const FrictionAxes column = friction_axes(frames[order.order[j]]);
      H.at(2 * i, 2 * j) = value * dot(row.r[0], column.r[0]);
      H.at(2 * i + 1, 2 * j) = value * dot(row.r[1], column.r[0]);
      H.at(2 * i + 1, 2 * j + 1) = value * dot(row.r[1], column.r[1]);
      if (j < i) H.at(2 * i, 2 * j + 1) = value * dot(row.r[0], column.r[1]);
    }
  });
}

void find_profile(const BlocksView& W, Span<int> identity, Span<int> first) {
  parallel_for(first.size, [=] ES_DEVICE(Index c) {
    identity[c] = int(c);
    const int start = W.row_start[c];
    first[c] = start < W.row_start[c + 1] && W.column[start] < c ? W.column[start] : int(c);
  });
}

/// ri^T W rj of one block, in the axes (n, t1, t2): ri = (0, 1/2, +-1/2).
ES_HD double along_axes(const Mat3& W, int i, int j) {
  const double si = i == 0 ? 1 : -1, sj = j == 0 ? 1 : -1;
  return 0.25 * (W[1].y + sj * W[1].z + si * (W[2].y + sj * W[2].z));
}

void write_normal(const BlocksView& W, BandView H) {
  parallel_for(W.row_start.size - 1, [=] ES_DEVICE(Index c) {
    for (int e = W.row_start[c]; e < W.row_start[c + 1] && W.column[e] <= c; ++e) {
      H.at(c, W.column[e]) = W.value[e][0].x;
    }
  });
}

void write_friction(const BlocksView& W, BandView H) {
  parallel_for(W.row_start.size - 1, [=] ES_DEVICE(Index c) {
    for (int e = W.row_start[c]; e < W.row_start[c + 1] && W.column[e] <= c; ++e) {
      const Index d = W.column[e];
      H.at(2 * c, 2 * d) = along_axes(W.value[e], 0, 0);
      H.at(2 * c + 1, 2 * d) = along_axes(W.value[e], 1, 0);
      H.at(2 * c + 1, 2 * d + 1) = along_axes(W.value[e], 1, 1);
      if (d < c) H.at(2 * c, 2 * d + 1) = along_axes(W.value[e], 0, 1);
    }
  });
}

}  // namespace

void ProjectionHessians::build(const FrictionProblem& problem) {
  assert(problem.gram || problem.blocks);
  const Index contacts = problem.contacts();
  if (problem.gram) {
    order_ = problem.gram->order;
  } else {
    identity_.resize(contacts), block_first_.resize(contacts);
    find_profile(*problem.blocks, identity_.span(), block_first_.span());
    order_ = {identity_.span(), identity_.span(), block_first_.span()};
  }
  friction_first_.resize(2 * contacts);
  double_profile(order_.first_column, friction_first_.span());
  normal_.reshape(order_.first_column);
  friction_.reshape(friction_first_.span());
  if (problem.gram) {
    write_normal(*problem.gram, problem.frames, normal_.view());
    write_friction(*problem.gram, problem.frames, friction_.view());
  } else {
    write_normal(*problem.blocks, normal_.view());
    write_friction(*problem.blocks, friction_.view());
  }
}

ES_END
