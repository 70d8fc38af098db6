#pragma once

#include <algorithm>
#include <string>

namespace eulersolid {

/// How the saddle point systems of the active-set iterations are solved.
enum class QpMethod {
  automatic,  ///< Schur complements where they cost less than factoring, by a count of operations
  schurpa,    ///< factor once, then Schur complements (Algorithm 3.2)
  direct,     ///< factor in every iteration
  interior_point,  ///< the interior point method, and automatic from the sets that it points to
};

/// What the solution of a QP took, or of several.
struct QpCosts {
  int iterations = 0;      ///< of the active-set method; of several QPs the largest
  int factorizations = 0;  ///< of every kind, the fallback's too
  int solves = 0;          ///< right-hand sides solved with a factor: Schur columns and systems
  int chosen = 0;          ///< factorisations that QpMethod::automatic preferred to Schur columns
  int resets = 0;     ///< factorisations that replaced one with too many or too poor Schur columns
  int fallbacks = 0;  ///< QPs for which the interior point method had to find the working set
  int dim_free = 0;   ///< order of the matrix last factored
  double kkt = 0;     ///< largest KKT residual, relative to the largest |c|
  double bytes = 0;   ///< of the factor, the Schur columns and their products, at most
  double seconds_factor = 0;
  double seconds_solve = 0;  ///< everything else

  /// Take in those of one QP more.
  void add(const QpCosts& qp) {
    iterations = std::max(iterations, qp.iterations);
    factorizations += qp.factorizations;
    solves += qp.solves;
    chosen += qp.chosen;
    resets += qp.resets;
    fallbacks += qp.fallbacks;
    dim_free = qp.dim_free;
    kkt = std::max(kkt, qp.kkt);
    bytes = std::max(bytes, qp.bytes);
    seconds_factor += qp.seconds_factor;
    seconds_solve += qp.seconds_solve;
  }
};

/// What a solver of a BoxQp has to say for itself.
struct QpReport : QpCosts {
  int interior_iterations = 0;
  int trials = 0;             ///< sets of the interior point method that were tried before its end
  int bandwidth = 0;          ///< of the matrix last factored
  double regularization = 0;  ///< of the diagonal of H, relative; not 0 only as the last resort
  double model_schurpa = 0;   ///< [flop] spent by the cost model of the Schur complement ...
  double model_direct = 0;    ///< ... and what factoring in every iteration would have cost
  bool converged = false;
  std::string reason;  ///< empty, or what went wrong on the way, also when it ended well
};

}  // namespace eulersolid
