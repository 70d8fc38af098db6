#pragma once

#include <optional>

#include "kernels/core/backend.h"
#include "kernels/core/span.h"
#include "kernels/sparse/block_product.h"

ES_BEGIN

/// An orthonormal, right-handed basis at a contact.
struct ContactFrame {
  Vec3 normal;  ///< from the partner to the body
  Vec3 tangent1, tangent2;
};

/// The matrix s of all contacts for loops: by contact (rows) and by degree of freedom (columns).
struct RowsView {
  Span<const int> row_start;       ///< contacts + 1
  Span<const int> dof;             ///< of each entry, ascending within a row
  Span<const double> value;        ///< [-]
  Span<const int> column_start;    ///< degrees of freedom + 1
  Span<const int> column_contact;  ///< of each entry, ascending within a column
  Span<const double> column_value;

  ES_HD Index contacts() const { return row_start.size - 1; }
  ES_HD Index dofs() const { return column_start.size - 1; }
};

/// The global form: H^T = s (x) I_3 and a diagonal M, so that H^T M^-1 H = G (x) I_3 in world axes.
/// Degrees of freedom are points with a velocity vector each, the last ones the contacts' own
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
/// [1/kg]: the rows of the lower triangle by position, each from its first column to the diagonal.
struct GramView {
  OrderView order;
  Span<const int> row_start;  ///< of each row in `values`
  Span<const double> values;

  /// Element (i, j), first_column[i] <= j <= i.
  ES_HD double at(Index i, Index j) const {
    return values[row_start[i] + j - order.first_column[i]];
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
/// W = G (x) I_3 + diag(compliance n n^T) is there in one form or more, each of the same matrix: a
/// solver takes the one that it needs, and says so where there is none. Spans are in the memory of
/// this backend, by contact where nothing else is said.
struct FrictionProblem {
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

  Index contacts() const { return frames.size; }
};

/// Impulses on the bodies [N s], by contact: what a solver starts from, and what it leaves.
struct ContactImpulses {
  Span<double> normal;  ///< r_N
  Span<Vec3> friction;  ///< tangential
};

ES_END
