#pragma once

#include "contact/solvers/friction/friction_box.h"
#include "contact/solvers/friction/loaded_contacts.h"
#include "kernels/band/banded.h"

ES_BEGIN

/// The Hessians of the normal QP, H^C = J^T M^-1 J, and of the friction QP in the y of boxes, H^F =
/// R^T M^-1 R with the columns s_c (x) r1_c and s_c (x) r2_c, and the curvature of the bounds. Both
/// follow from the scalar G or from the blocks of W,
///
///     H^C_cd = n_c . W_cd n_d,     H^F_cd,ij = ri_c . W_cd rj_d,     W_cd = G_cd without twists.
///
/// Row i of H^C belongs to the contact at position i, rows 2 p and 2 p + 1 of H^F to r1 and r2 of
/// the one at position p of those that are chosen. Entries in [1/kg].
class ProjectionHessians {
 public:
  /// Of a problem with a Delassus matrix, G before blocks. Of blocks, whose order is kept, the
  /// lower triangle is read.
  void build(const ProblemView& problem);
  /// The contacts that the friction Hessian is of, after build(): they stay where they are until
  /// the next ones.
  void choose(const ChosenContacts& contacts);
  /// The friction Hessian for these boxes, by contact: after choose(), any number of times.
  void turn(const ProblemView& problem, Span<const FrictionBox> boxes);

  /// Valid as long as the problem, and until the next one.
  const OrderView& order() const { return order_; }  ///< of all contacts
  const ChosenContacts& chosen() const { return chosen_; }
  const BandedMatrix& normal() const { return normal_; }
  const BandedMatrix& friction() const { return friction_; }

 private:
  OrderView order_;
  ChosenContacts chosen_;
  BandedMatrix normal_, friction_;
  DeviceVector<int> friction_first_, identity_, block_first_;
};

ES_END
