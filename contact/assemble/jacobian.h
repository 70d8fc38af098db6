#pragma once

#include "contact/detect/contact_merger.h"
#include "contact/solvers/problem_view.h"

ES_BEGIN

/// The scalar rows from which J and T are made.
///
/// A contact has one normal n_c and two tangents, so its rows of J^T and T^T (Eq. 4.7 and 4.15 of
/// the thesis) are s_c (x) n_c, s_c (x) t1_c and s_c (x) t2_c with
///
///     s_ck = +-(1/area_c) sum_N w_Nk  integral of S_N over the patches of c,
///
/// + for the body and - for its partner. w_Nk hands a corner's share over to degrees of freedom: 1
/// for the corner itself when it is active, its ghost node weights otherwise. Divided by the area,
/// s_c . v is the mean relative velocity [m/s], and alpha, beta are impulses [N s]. Weights sum to
/// one and are exact for linear fields, so that sum_k s_ck = +-1 and sum_k s_ck x_k = +-centroid:
/// impulses on the two bodies are equal, opposite and on one line (where no ghost node's fit is
/// degenerate).
///
/// Degrees of freedom are numbered body by body, SceneView::first_dof + position in
/// BodyView::active. Rigid bodies have none there: after those of all bodies come their generalized
/// velocities, by three, on which contacts weigh by twists at their centroids, +- likewise. After
/// those each contact has one of its own, with the weight one: see DofFields.
class ContactRows {
 public:
  /// The view, which has no columns (RowColumns), is valid until the next call.
  /// @param dofs  of the bodies
  RowsView assemble(const SceneView& scene, Index dofs, const ContactsView& set);

 private:
  void weigh_twists(const SceneView& scene, const ContactsView& set);

  DeviceVector<std::uint8_t> flags_;
  DeviceVector<double> slot_weight_;
  DeviceVector<int> entries_;  // slots with a weight, in order
  DeviceVector<int> row_start_, dof_;
  DeviceVector<double> value_;
  DeviceVector<int> twist_start_, twist_dof_;
  DeviceVector<Mat3> twist_weight_;
};

ES_END
