#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "eulersolid/basics.h"

namespace eulersolid {
struct PosedProblem;
}

namespace eulersolid::api {
inline namespace v0 {

/// A sparse matrix by compressed rows: row i has the elements row_start[i] ... row_start[i + 1]
/// - 1.
struct SparseMatrix {
  int rows = 0, columns = 0;
  std::vector<int> row_start = {0};  ///< rows + 1, ascending
  std::vector<int> column;           ///< of each element; any order, equal places are added
  std::vector<double> value;
};

/// Frictional contact as numbers, in FCLIB's two forms: of impulses r [N s] and velocities u [m/s]
/// with u = W r + q, or with M v = f + H r and u = H^T v + w; of each contact (N, T1, T2), under
/// Coulomb's law with friction mu. See docs/solvers.md. With rolling friction mu_rolling [m] a
/// contact has five components: behind these the two of a moment m [N m s] with |m| <= mu_rolling
/// r_N, and the angular velocities against it [1/s]. Copies share the problem, which does not
/// change.
class ES_API FrictionProblem {
 public:
  /// @param compliance  what contacts give by, u += E r: of each along its normal, or of all
  ///                    components [1/kg]; nothing where empty
  /// @throws InputError where numbers cannot be: sizes, friction below 0, not finite, tr W_cc <= 0
  static FrictionProblem local(const SparseMatrix& W, std::span<const double> q,
                               std::span<const double> mu, std::span<const double> compliance = {},
                               std::span<const double> mu_rolling = {});
  /// With equality constraints, if any: M v = f + H r + G l and G^T v + b = 0. They are joints:
  /// contacts behind the others, three equations each, of infinite friction, whose impulses are l.
  /// Components that give way are degrees of freedom of their own, behind the others.
  /// @throws InputError likewise, where there are equations and rolling friction, and where M is
  /// not positive definite or H or G has a zero column
  static FrictionProblem global(const SparseMatrix& M, const SparseMatrix& H,
                                std::span<const double> f, std::span<const double> w,
                                std::span<const double> mu, const SparseMatrix& G = {},
                                std::span<const double> b = {},
                                std::span<const double> compliance = {},
                                std::span<const double> mu_rolling = {});
  /// A file of FCLIB, a NumPy archive (.npz), or a folder of files of Matrix Market. @throws
  /// InputError with one line, `file: what is wrong`
  static FrictionProblem load(const std::filesystem::path& file);

  int contacts() const;
  bool is_global() const;
  SparseMatrix W() const;  ///< of either form
  std::vector<double> q() const, mu() const;
  std::vector<double> mu_rolling() const;    ///< empty without rolling friction [m]
  int components() const;                    ///< of a contact
  SparseMatrix M() const, H() const;         ///< empty of a local form
  std::vector<double> f() const, w() const;  ///< likewise
  std::vector<double> guess() const;         ///< of the file; else zeros [N s]

  /// Write it as a file of FCLIB. @param r  impulses: its solution, if any
  /// @throws InputError where they are not as many, MachineError
  void save(const std::filesystem::path& file, std::span<const double> r = {}) const;

  /// Of the library itself.
  explicit FrictionProblem(std::shared_ptr<const PosedProblem> problem);
  const PosedProblem& content() const { return *problem_; }

 private:
  std::shared_ptr<const PosedProblem> problem_;
};

struct SolveOptions {
  std::string solver = "automatic";
  double tolerance = 1e-8;         ///< of the error of Coulomb's law
  double max_seconds = 10;         ///< of processor time
  std::vector<double> guess = {};  ///< impulses to start from; zeros when left out
};

/// What a solver made of a problem. Errors follow from the impulses, and are none of its claims.
struct FrictionSolution {
  std::string solver;
  bool solved = false;      ///< the error is at most the tolerance
  std::string reason = {};  ///< why it stopped
  double error = 0;         ///< of Coulomb's law, by the natural map (docs/solvers.md) [-]
  double relaxed_error = 0, complementarity = 0, penetration = 0, cone_violation = 0;
  int iterations = 0;
  double seconds = 0;
  std::vector<double> r, u;  ///< impulses and velocities of contact, three each, or five
  std::vector<double> v;     ///< velocities of the bodies, of a global form
  std::vector<std::pair<double, double>> history;  ///< seconds and the error, whenever it fell
};

/// @throws InputError for a solver that is not there and limits that are none
ES_API FrictionSolution solve(const FrictionProblem& problem, const SolveOptions& options = {});

/// Names of the solvers, and what each is.
ES_API std::vector<std::pair<std::string, std::string>> friction_solvers();

}  // namespace v0
}  // namespace eulersolid::api
