#pragma once

#include <limits>
#include <string>
#include <vector>

#include "kernels/sparse/sparse_matrix.h"

namespace eulersolid {

/// Contact without friction, with joints: the conditions of a convex QP (Mangoni and Tasora, Eqs. 3
/// and 35),
///
///     G x - A^T l + c = 0,    y = A x + E l - b,    y >= 0  _|_  l >= 0,
///
/// and y = 0 with free l in the rows of joints. For bodies x are velocities, G is M, A = D^T, l are
/// impulses, b = -gap / h.
struct UnilateralProblem {
  SparseMatrix G;  ///< symmetric, positive definite
  std::vector<double> c;
  SparseMatrix A;
  std::vector<double> b;
  std::vector<char> joint = {};         ///< by row; none where empty
  std::vector<double> compliance = {};  ///< the diagonal of E >= 0 (Eq. 39); zero where empty

  int unknowns() const { return G.rows; }
  int rows() const { return A.rows; }
  bool is_joint(std::size_t row) const { return !joint.empty() && joint[row] != 0; }
};

struct UnilateralSolution {
  std::vector<double> x, y, l;
};

/// Where y and l begin: Nocedal and Wright's section 16.6 (Eq. 21), or D'Apuzzo, De Simone and di
/// Serafino's (Eq. 22).
enum class InteriorStart { nocedal, d_apuzzo };
/// What is taken from the solution before: nothing, x, or all.
enum class InteriorWarmth { none, partial, full };

struct InteriorOptions {
  InteriorStart start = InteriorStart::d_apuzzo;
  InteriorWarmth warmth = InteriorWarmth::none;
  /// Of |r_p| / rows, |r_d| / unknowns, and y . l / rows (Eq. 38), in the units of the problem.
  double primal_tolerance = 1e-8, dual_tolerance = 1e-8, product_tolerance = 1e-7;
  int max_iterations = 200;
  double max_seconds = std::numeric_limits<double>::infinity();
};

struct InteriorReport {
  bool converged = false;
  std::string reason;  ///< why not
  int iterations = 0;  ///< factorisations; one of them is of Nocedal's start
  double primal = 0, dual = 0, product = 0;
};

/// Mehrotra's predictor-corrector method (Mangoni and Tasora, section 2.3). A start that leads
/// nowhere, as a warm one may, is given up for a cold one once. Of their equations, Eq. 20 has the
/// wrong sign before Lambda^-1, and eta = 0.9 + 0.1 exp(-mu) stands for Eq. 17, which is above 1.
/// @param solution  in: what a warm start begins with, of the right sizes; out: the last iterate
InteriorReport solve_interior_point(const UnilateralProblem& problem,
                                    const InteriorOptions& options, UnilateralSolution& solution);

}  // namespace eulersolid
