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

/// sum_k m_k |a_k - b_k|^2: the kinetic metric of Eq. 4.19, (f - g)^T M^-1 (f - g), of impulses
/// that change the velocities by a and b [J].
double kinetic_distance(Span<const double> mass, Span<const Vec3> a, Span<const Vec3> b);
double kinetic_norm(Span<const double> mass, Span<const Vec3> a);

/// n_c . P_c
void normal_parts(Span<const ContactFrame> frames, Span<const Vec3> P, Span<double> normal);

/// du_c += K_c r_N n_c: what contacts give by along their normals [m/s].
void add_given(Span<const ContactFrame> frames, Span<const double> compliance,
               Span<const double> normal, Span<Vec3> du);

/// sum_c K_c (a_c - b_c)^2, and of a alone: what that adds to the kinetic metric [J].
double given_distance(Span<const double> compliance, Span<const double> a, Span<const double> b);
double given_norm(Span<const double> compliance, Span<const double> a);

ES_END
