#include "contact/solvers/impulse_map.h"

#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

void relative_velocity(const RowsView& rows, Span<const Vec3> v, Span<Vec3> u) {
  const RowsView s = rows;
  parallel_for(s.contacts(), [=] ES_DEVICE(Index c) { u[c] = s.times(c, v); });
}

void along_normals(Span<const ContactFrame> frames, Span<const double> normal, Span<Vec3> P) {
  parallel_for(frames.size, [=] ES_DEVICE(Index c) { P[c] = normal[c] * frames[c].normal; });
}

void velocity_change(const RowsView& rows, Span<const double> inverse_mass, Span<const Vec3> P,
                     Span<Vec3> dv) {
  parallel_for(rows.dofs(), [=] ES_DEVICE(Index k) {
    Vec3 total;
    for (int e = rows.column_start[k]; e < rows.column_start[k + 1]; ++e) {
      const Vec3 impulse = P[rows.column_contact[e]];
      total += rows.column_value[e] * impulse;
      if (rows.column_twist.size > 0 && rows.column_twist[e] >= 0)
        total += rows.twists.weight[rows.column_twist[e]] * impulse;
    }
    dv[k] = inverse_mass[k] * total;
  });
}

void normal_parts(Span<const ContactFrame> frames, Span<const Vec3> P, Span<double> normal) {
  parallel_for(normal.size, [=] ES_DEVICE(Index c) { normal[c] = dot(frames[c].normal, P[c]); });
}

void add_given(Span<const ContactFrame> frames, Span<const double> compliance,
               Span<const double> normal, Span<Vec3> du) {
  parallel_for(compliance.size,
               [=] ES_DEVICE(Index c) { du[c] += (compliance[c] * normal[c]) * frames[c].normal; });
}

KineticMetric kinetic_metric(Span<const double> mass, Span<const double> compliance,
                             const ImpulseEffect& f, const ImpulseEffect& g) {
  const ImpulseEffect one = f, other = g;
  return sum<KineticMetric>(mass.size + compliance.size, [=] ES_DEVICE(Index i) -> KineticMetric {
    if (i < mass.size) {
      const Vec3 a = one.dv[i], d = a - other.dv[i];
      return {mass[i] * dot(a, a), mass[i] * dot(d, d)};
    }
    const Index c = i - mass.size;
    const double a = one.along[c], d = a - other.along[c];
    return {compliance[c] * a * a, compliance[c] * d * d};
  });
}

ES_END
