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

void write_friction(const GramView& G, const ChosenContacts& chosen, Span<const FrictionBox> boxes,
                    BandView H) {
  const ChosenContacts contacts = chosen;
  parallel_for(contacts.order.order.size, [=] ES_DEVICE(Index p) {
    const FrictionBox row = boxes[contacts.order.order[p]];
    const Index i = contacts.among_all(p);
    for (Index q = contacts.order.first_column[p]; q <= p; ++q) {
      const FrictionBox column = boxes[contacts.order.order[q]];
      const Index j = contacts.among_all(q);
      H.at(2 * p, 2 * q) = G.along(i, row.r[0], j, column.r[0]);
      H.at(2 * p + 1, 2 * q) = G.along(i, row.r[1], j, column.r[0]);
      H.at(2 * p + 1, 2 * q + 1) = G.along(i, row.r[1], j, column.r[1]);
      if (q < p) H.at(2 * p, 2 * q + 1) = G.along(i, row.r[0], j, column.r[1]);
    }
    H.at(2 * p + 1, 2 * p + 1) += row.curvature;
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

/// Whose positions are contacts.
void write_friction(const BlockRows& W, Span<const ContactFrame> frames,
                    const ChosenContacts& chosen, Span<const FrictionBox> boxes, BandView H) {
  const OrderView order = chosen.order;
  parallel_for(order.order.size, [=] ES_DEVICE(Index p) {
    const Index c = order.order[p];
    const ContactFrame row_frame = frames[c];
    const FrictionBox row = boxes[c];
    for (int e = W.row_start[c]; e < W.row_start[c + 1] && W.column[e] <= c; ++e) {
      const Index d = W.column[e], q = order.rank[d];
      if (q < 0) continue;
      const ContactFrame frame = frames[d];
      const FrictionBox column = boxes[d];
      const Mat3& value = W.value[e];
      H.at(2 * p, 2 * q) = along_axes(value, row_frame, row.r[0], frame, column.r[0]);
      H.at(2 * p + 1, 2 * q) = along_axes(value, row_frame, row.r[1], frame, column.r[0]);
      H.at(2 * p + 1, 2 * q + 1) = along_axes(value, row_frame, row.r[1], frame, column.r[1]);
      if (q < p) {
        H.at(2 * p, 2 * q + 1) = along_axes(value, row_frame, row.r[0], frame, column.r[1]);
      }
    }
    H.at(2 * p + 1, 2 * p + 1) += row.curvature;
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
  normal_.reshape(order_.first_column);
  if (problem.gram) {
    write_normal(*problem.gram, problem.frames, problem.compliance, normal_.view());
  } else {
    write_normal(*problem.blocks, normal_.view());
  }
}

void ProjectionHessians::choose(const ChosenContacts& contacts) {
  chosen_ = contacts;
  friction_first_.resize(2 * contacts.order.order.size);
  double_profile(contacts.order.first_column, friction_first_.span());
  friction_.reshape(friction_first_.span());
}

void ProjectionHessians::turn(const ProblemView& problem, Span<const FrictionBox> boxes) {
  if (problem.gram) {
    write_friction(*problem.gram, chosen_, boxes, friction_.view());
  } else {
    write_friction(*problem.blocks, problem.frames, chosen_, boxes, friction_.view());
  }
}

ES_END
