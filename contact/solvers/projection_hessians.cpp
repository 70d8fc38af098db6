#include "contact/solvers/projection_hessians.h"

#include <cassert>

#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

void double_profile(Span<const int> first, Span<int> friction_first) {
  parallel_for(first.size, [=] ES_DEVICE(Index i) {
    friction_first[2 * i] = friction_first[2 * i + 1] = 2 * first[i];
  });
}

void write_normal(const GramView& G, Span<const ContactFrame> frames, Span<const double> compliance,
                  BandView H) {
  const OrderView order = G.order;
  parallel_for(order.order.size, [=] ES_DEVICE(Index i) {
    const Vec3 normal = frames[order.order[i]].normal;
    for (Index j = order.first_column[i]; j <= i; ++j) {
      H.at(i, j) = G.along(i, normal, j, frames[order.order[j]].normal);
    }
    if (compliance.size > 0) H.at(i, i) += compliance[order.order[i]];
  });
}

void write_friction(const GramView& G, Span<const FrictionBox> boxes, BandView H) {
  const OrderView order = G.order;
  parallel_for(order.order.size, [=] ES_DEVICE(Index i) {
    const FrictionBox row = boxes[order.order[i]];
    for (Index j = order.first_column[i]; j <= i; ++j) {
      const FrictionBox column = boxes[order.order[j]];
      H.at(2 * i, 2 * j) = G.along(i, row.r[0], j, column.r[0]);
      H.at(2 * i + 1, 2 * j) = G.along(i, row.r[1], j, column.r[0]);
      H.at(2 * i + 1, 2 * j + 1) = G.along(i, row.r[1], j, column.r[1]);
      if (j < i) H.at(2 * i, 2 * j + 1) = G.along(i, row.r[0], j, column.r[1]);
    }
    H.at(2 * i + 1, 2 * i + 1) += row.curvature;
  });
}

void find_profile(const BlockRows& W, Span<int> identity, Span<int> first) {
  parallel_for(first.size, [=] ES_DEVICE(Index c) {
    identity[c] = int(c);
    const int start = W.row_start[c];
    first[c] = start < W.row_start[c + 1] && W.column[start] < c ? W.column[start] : int(c);
  });
}

/// ri^T W rj of one block, which is in the axes (n, t1, t2) of its contacts.
ES_HD double along_axes(const Mat3& W, const ContactFrame& row, Vec3 ri, const ContactFrame& column,
                        Vec3 rj) {
  const double i1 = dot(ri, row.tangent1), i2 = dot(ri, row.tangent2);
  const double j1 = dot(rj, column.tangent1), j2 = dot(rj, column.tangent2);
  return i1 * (W[1].y * j1 + W[1].z * j2) + i2 * (W[2].y * j1 + W[2].z * j2);
}

void write_normal(const BlockRows& W, BandView H) {
  parallel_for(W.order(), [=] ES_DEVICE(Index c) {
    for (int e = W.row_start[c]; e < W.row_start[c + 1] && W.column[e] <= c; ++e) {
      H.at(c, W.column[e]) = W.value[e][0].x;
    }
  });
}

void write_friction(const BlockRows& W, Span<const ContactFrame> frames,
                    Span<const FrictionBox> boxes, BandView H) {
  parallel_for(W.order(), [=] ES_DEVICE(Index c) {
    const ContactFrame row_frame = frames[c];
    const FrictionBox row = boxes[c];
    for (int e = W.row_start[c]; e < W.row_start[c + 1] && W.column[e] <= c; ++e) {
      const Index d = W.column[e];
      const ContactFrame frame = frames[d];
      const FrictionBox column = boxes[d];
      const Mat3& value = W.value[e];
      H.at(2 * c, 2 * d) = along_axes(value, row_frame, row.r[0], frame, column.r[0]);
      H.at(2 * c + 1, 2 * d) = along_axes(value, row_frame, row.r[1], frame, column.r[0]);
      H.at(2 * c + 1, 2 * d + 1) = along_axes(value, row_frame, row.r[1], frame, column.r[1]);
      if (d < c) {
        H.at(2 * c, 2 * d + 1) = along_axes(value, row_frame, row.r[0], frame, column.r[1]);
      }
    }
    H.at(2 * c + 1, 2 * c + 1) += row.curvature;
  });
}

}  // namespace

void ProjectionHessians::build(const ProblemView& problem) {
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
    write_normal(*problem.gram, problem.frames, problem.compliance, normal_.view());
  } else {
    write_normal(*problem.blocks, normal_.view());
  }
}

void ProjectionHessians::turn(const ProblemView& problem, Span<const FrictionBox> boxes) {
  if (problem.gram) {
    write_friction(*problem.gram, boxes, friction_.view());
  } else {
    write_friction(*problem.blocks, problem.frames, boxes, friction_.view());
  }
}

ES_END
