#pragma once

#include "contact/solvers/problem_view.h"

ES_BEGIN

/// The global form applied: from velocities of the degrees of freedom to those of the contacts, and
/// from impulses at contacts to changes of velocity.

/// u_c = sum_k s_ck v_k + w_ck^T v_k: mean velocity of the body relative to the partner [m/s]. An
/// obstacle's own velocity is not subtracted.
void relative_velocity(const RowsView& rows, Span<const Vec3> v, Span<Vec3> u);

/// P_c = r_N n_c
void along_normals(Span<const ContactFrame> frames, Span<const double> normal, Span<Vec3> P);

/// dv_k = (1/m_k) sum_c (s_ck + w_ck) P_c: what the impulses P [N s] on the bodies (and -P on their
/// partners) do to the velocities [m/s].
void velocity_change(const RowsView& rows, Span<const double> inverse_mass, Span<const Vec3> P,
                     Span<Vec3> dv);

/// n_c . P_c
void normal_parts(Span<const ContactFrame> frames, Span<const Vec3> P, Span<double> normal);

/// du_c += K_c r_N n_c: what contacts give by along their normals [m/s].
void add_given(Span<const ContactFrame> frames, Span<const double> compliance,
               Span<const double> normal, Span<Vec3> du);

/// What impulses do: they change the velocities of the degrees of freedom [m/s], and contacts give
/// by those along their normals [N s], where there are any that give.
struct ImpulseEffect {
  Span<const Vec3> dv;
  Span<const double> along;
};

/// Impulses in the kinetic metric of Eq. 4.19 [J].
struct KineticMetric {
  double square = 0;    ///< f^T M^-1 f = sum_k m_k |dv_k|^2 + sum_c K_c r_c^2
  double distance = 0;  ///< the same of f - g

  ES_HD KineticMetric operator+(const KineticMetric& o) const {
    return {square + o.square, distance + o.distance};
  }
};

/// Of the impulses f, and of what they are off g by.
KineticMetric kinetic_metric(Span<const double> mass, Span<const double> compliance,
                             const ImpulseEffect& f, const ImpulseEffect& g);

ES_END
