#pragma once

#include <optional>

#include "kernels/core/backend.h"
#include "kernels/core/span.h"
#include "kernels/math/mat3.h"
#include "kernels/sparse/block_product.h"

ES_BEGIN

/// An orthonormal, right-handed basis at a contact.
struct ContactFrame {
  Vec3 normal;  ///< from the partner to the body
  Vec3 tangent1, tangent2;
};

/// What contacts weigh on generalized velocities y of rigid bodies, of which three make one degree
/// of freedom: u_c += w_ck^T y_k. Their mass is one, so that W_cd has the part
///
///     sum_k w_ck^T w_dk   [1/kg].
struct TwistRows {
  Span<const int> start;    ///< contacts + 1; empty where nothing is rigid
  Span<const int> dof;      ///< of each entry, ascending within a contact
  Span<const Mat3> weight;  ///< w, rows by generalized velocity, columns by world axes [kg^-1/2]

  ES_HD bool empty() const { return start.size == 0; }

  /// W_cd P
  ES_HD Vec3 times(Index c, Index d, Vec3 P) const {
    Vec3 total;
    int e = start[c], f = start[d];
    while (e < start[c + 1] && f < start[d + 1]) {
      if (dof[e] == dof[f])
        total += times_transpose(weight[e++], weight[f++] * P);
      else
        ++(dof[e] < dof[f] ? e : f);
    }
    return total;
  }
  /// a . W_cd b
  ES_HD double along(Index c, Vec3 a, Index d, Vec3 b) const { return dot(a, times(c, d, b)); }
  /// Mean of the diagonal of W_cc along the axes of a frame.
  /// @param part  what the normal weighs in it, tangents weighing 1
  ES_HD double mean(Index c, Vec3 normal, double part) const {
    double sum = 0;
    for (int e = start[c]; e < start[c + 1]; ++e) {
      for (int row = 0; row < 3; ++row) sum += dot(weight[e][row], weight[e][row]);
      const Vec3 across = weight[e] * normal;
      sum -= (1 - part) * dot(across, across);
    }
    return sum / (part + 2);
  }
};

/// The matrix s of all contacts for loops: by contact (rows) and by degree of freedom (columns,
/// which are empty as long as nobody needs them). Where twists weigh on a degree of freedom it has
/// entries whose s is zero, too.
struct RowsView {
  Span<const int> row_start;       ///< contacts + 1
  Span<const int> dof;             ///< of each entry, ascending within a row
  Span<const double> value;        ///< [-]
  Span<const int> column_start;    ///< degrees of freedom + 1
  Span<const int> column_contact;  ///< of each entry, ascending within a column
  Span<const double> column_value;
  TwistRows twists = {};
  Span<const int> column_twist = {};  ///< of each entry, that of `twists`, or -1; empty without any

  /// sum_k s_ck v_k + w_ck^T v_k: what velocities v[k] of the degrees of freedom are at a contact.
  template <class Velocities>
  ES_HD Vec3 times(Index c, const Velocities& v) const {
    Vec3 total;
    for (int e = row_start[c]; e < row_start[c + 1]; ++e) total += value[e] * v[dof[e]];
    if (!twists.empty()) {
      for (int e = twists.start[c]; e < twists.start[c + 1]; ++e)
        total += times_transpose(twists.weight[e], v[twists.dof[e]]);
    }
    return total;
  }
  ES_HD Index contacts() const { return row_start.size - 1; }
  ES_HD Index dofs() const { return column_start.size - 1; }
};

/// The global form: H^T = s (x) I_3 and a diagonal M, so that H^T M^-1 H = G (x) I_3 in world axes,
/// and what twists add to both. Degrees of freedom are points with a velocity vector each, then
/// generalized velocities of rigid bodies by three, and the last ones the contacts' own
/// (DofFields).
struct GlobalOperator {
  RowsView rows;
  Span<const double> mass, inverse_mass;  ///< by degree of freedom [kg], [1/kg]
};

/// An order of the contacts, and the profile that a matrix has in it.
struct OrderView {
  Span<const int> order;         ///< position -> contact
  Span<const int> rank;          ///< contact -> position
  Span<const int> first_column;  ///< per position: the first one whose contact is coupled with it
};

/// The Delassus matrix of the global form by its scalar factor, G_cd = sum_k s_ck s_dk / m_k
/// [1/kg]: the rows of the lower triangle by position, each from its first column to the diagonal;
/// and the twists of rigid bodies beside it.
struct GramView {
  OrderView order;
  Span<const int> row_start;  ///< of each row in `values`
  Span<const double> values;
  TwistRows twists = {};

  /// Element (i, j), first_column[i] <= j <= i.
  ES_HD double at(Index i, Index j) const {
    return values[row_start[i] + j - order.first_column[i]];
  }
  /// a . W b of the contacts at positions i and j, first_column[i] <= j <= i.
  ES_HD double along(Index i, Vec3 a, Index j, Vec3 b) const {
    const double value = at(i, j) * dot(a, b);
    if (twists.empty()) return value;
    return value + twists.along(order.order[i], a, order.order[j], b);
  }
};

/// The problem of frictional contact in plain numbers, whatever made it: find impulses P_c = r_N n
/// + r_T [N s] such that with u = u* + W P, proximal terms included, at each contact,
///
///     0 <= n . u - bound   _|_   r_N >= 0,   |r_T| <= mu r_N,   and friction opposes sliding.
///
/// In the local form of FCLIB q = (n . u* - bound, t1 . u*, t2 . u*). A problem that has no frames
/// of its own, as one from a file, takes the axes of space, and its q as u*, with bound = 0.
///
/// W = G (x) I_3 + twists' part + diag(compliance n n^T) is there in one form or more, each of the
/// same matrix: a solver takes the one that it needs, and says so where there is none. Spans are in
/// the memory of this backend, by contact where nothing else is said.
struct ProblemView {
  Span<const ContactFrame> frames;
  Span<const double> friction;  ///< mu [-], >= 0
  Span<const Vec3> velocity;    ///< u*: of the body relative to its partner, without impulses [m/s]
  Span<const double> bound;     ///< least normal component of u [m/s]
  std::optional<GlobalOperator> global;
  std::optional<GramView> gram;
  /// The Delassus matrix by blocks in the axes (n, t1, t2) of their contacts, compliance included
  /// [1/kg]; a dense one has them all.
  std::optional<BlockRows> blocks;
  /// By contact: what it gives by along its normal beyond what the global form and G say [1/kg],
  /// >= 0; empty: nothing.
  Span<const double> compliance{};
  /// Of a part of a problem: the largest |(min(n . u* - bound, 0), u*_T)| of all of that, by which
  /// residuals are told [m/s].
  std::optional<double> opposed_speed{};

  Index contacts() const { return frames.size; }
};

/// Impulses on the bodies [N s], by contact: what a solver starts from, and what it leaves.
struct ContactImpulses {
  Span<double> normal;  ///< r_N
  Span<Vec3> friction;  ///< tangential
};

ES_END
