#pragma once

#include "io/problems/fclib.h"

namespace eulersolid {

/// The equality constraints of FCLIB's two forms: M v = f + H r + G l with G^T v + b = 0, and
/// u = W r + V l + q with V^T r + R l + s = 0.
struct FclibEquations {
  SparseMatrix G;         ///< of a global problem: degrees of freedom by equations
  SparseMatrix V;         ///< of a local one: components by equations
  SparseMatrix R;         ///< likewise: equations by equations
  std::vector<double> b;  ///< s of a local one

  int count() const { return int(b.size()); }
};

/// Why equations cannot be those of a global problem; empty where nothing is wrong.
/// @param b  what messages call that
std::string fault_of(const FclibEquations& equations, const GlobalForm& problem,
                     const std::string& b = "b");

/// Makes joints of equations: contacts at the end, of three each, whose friction is infinite and
/// whose impulses are l. What is missing of the last one holds unknowns that nothing else moves.
void add_equations(GlobalForm& problem, const FclibEquations& equations);
void add_equations(FrictionProblem& problem, const FclibEquations& equations);

/// Takes them out again. @param count  of the equations
FclibEquations take_equations(GlobalForm& problem, int count);
FclibEquations take_equations(FrictionProblem& problem, int count);

/// Adds the elements of a matrix to those of another one, at this place in it.
void put(const SparseMatrix& A, int row, int column, std::vector<MatrixEntry>& entries);

/// Contacts that so many equations make.
inline int joints_of(int equations) { return (equations + 2) / 3; }

}  // namespace eulersolid
