#include "contact/solvers/delassus_product.h"

#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

namespace {

ES_HD Vec3 to_local(const ContactFrame& f, Vec3 v) {
  return {dot(f.normal, v), dot(f.tangent1, v), dot(f.tangent2, v)};
}
ES_HD Vec3 to_world(const ContactFrame& f, Vec3 v) {
  return v.x * f.normal + v.y * f.tangent1 + v.z * f.tangent2;
}

}  // namespace

void multiply(const GramView& G, Span<const Vec3> P, Span<Vec3> du) {
  const Span<const int> contact_at = G.order.order, first = G.order.first_column;
  const TwistRows twists = G.twists;
  parallel_for(contact_at.size, [=] ES_DEVICE(Index i) {
    Vec3 total;
    for (Index j = first[i]; j <= i; ++j) total += G.at(i, j) * P[contact_at[j]];
    for (Index j = i + 1; j < contact_at.size; ++j) {
      if (first[j] <= i) total += G.at(j, i) * P[contact_at[j]];
    }
    if (!twists.empty()) {
      for (Index d = 0; d < contact_at.size; ++d) total += twists.times(contact_at[i], d, P[d]);
    }
    du[contact_at[i]] = total;
  });
}

void multiply(const BlockRows& W, Span<const ContactFrame> frames, Span<const Vec3> P,
              Span<Vec3> du) {
  parallel_for(frames.size, [=] ES_DEVICE(Index c) {
    Vec3 total;
    for (int e = W.row_start[c]; e < W.row_start[c + 1]; ++e) {
      const int d = W.column[e];
      total += W.value[e] * to_local(frames[d], P[d]);
    }
    du[c] = to_world(frames[c], total);
  });
}

double inner_product(Span<const Vec3> a, Span<const Vec3> b) {
  return sum<double>(a.size, [=] ES_DEVICE(Index c) -> double { return dot(a[c], b[c]); });
}

double inner_product_of_differences(Span<const Vec3> a, Span<const Vec3> b, Span<const Vec3> c,
                                    Span<const Vec3> d) {
  return sum<double>(a.size,
                     [=] ES_DEVICE(Index i) -> double { return dot(a[i] - b[i], c[i] - d[i]); });
}

ES_END
