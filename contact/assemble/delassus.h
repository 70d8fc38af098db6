#pragma once

#include "contact/assemble/ordering.h"
#include "kernels/band/banded.h"

ES_BEGIN

/// The tangential directions of the friction QP: with beta = (b1, b2) along (t1, t2) and
/// y = (b1 + b2, b1 - b2) the friction impulse is t1 b1 + t2 b2 = r1 y1 + r2 y2, and the diamond
/// |b1| + |b2| <= mu alpha of Eq. 4.25 becomes the box |y1|, |y2| <= mu alpha.
struct FrictionAxes {
  Vec3 r[2];
};
ES_HD inline FrictionAxes friction_axes(const Contact& contact) {
  return {
      {0.5 * (contact.tangent1 + contact.tangent2), 0.5 * (contact.tangent1 - contact.tangent2)}};
}

/// Assembles the Hessians of the contact QP, H^C = J^T M^-1 J, and of the friction QP in y,
/// H^F = R^T M^-1 R with the columns s_c (x) r1_c and s_c (x) r2_c. Both follow from
///
///     G_cd = sum_k s_ck s_dk / m_k :   H^C_cd = G_cd n_c . n_d,   H^F_cd,ij = G_cd ri_c . rj_d.
///
/// Row i of H^C belongs to the contact order[i], rows 2 i and 2 i + 1 of H^F to its r1 and r2.
/// Entries in [1/kg].
class DelassusAssembly {
 public:
  void assemble(const ContactsView& set, const RowsView& rows, const OrderView& order,
                Span<const double> inverse_mass, BandedMatrix& contact_hessian,
                BandedMatrix& friction_hessian);

 private:
  DeviceVector<int> row_offset_, friction_first_;
  DeviceVector<double> g_;  // rows of G from the first column of the profile to the diagonal
};

ES_END
