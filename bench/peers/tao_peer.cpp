#include <petsctao.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "bench/peers/solver.h"

namespace eulersolid {

namespace {

void check(PetscErrorCode code) {
  if (code == 0) return;
  const char* kind = nullptr;
  char* details = nullptr;
  PetscErrorMessage(code, &kind, &details);
  throw std::runtime_error(std::string("PETSc: ") + (kind ? kind : "unknown error") +
                           (details ? std::string(": ") + details : ""));
}

class Session {
 public:
  Session() {
    check(PetscInitializeNoArguments());
    check(PetscPushErrorHandler(PetscIgnoreErrorHandler, nullptr));  // check() says it in one line
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() { PetscFinalize(); }
};

enum class Format { aij, sbaij };

/// Columns and elements of each row of H; explicit zeros are left out.
struct SparseRows {
  std::vector<std::vector<PetscInt>> columns;
  std::vector<std::vector<PetscScalar>> values;
};

/// The elements that a format keeps: SeqSBAIJ those from the diagonal on, SeqAIJ all.
SparseRows sparse_rows(const QpData& qp, Format format) {
  SparseRows rows;
  rows.columns.resize(std::size_t(qp.H.order())), rows.values.resize(std::size_t(qp.H.order()));
  const auto add = [&](int row, int column, double value) {
    rows.columns[std::size_t(row)].push_back(column);
    rows.values[std::size_t(row)].push_back(value);
  };
  for (int i = 0; i < qp.H.order(); ++i) {  // so that each row's columns come in ascending order
    for (int j = qp.H.first_column[std::size_t(i)]; j <= i; ++j) {
      const double value = qp.H.at(i, j);
      if (value == 0 && j < i) continue;
      if (format == Format::aij) add(i, j, value);
      if (format == Format::sbaij || j < i) add(j, i, value);
    }
  }
  return rows;
}

Mat assemble(const QpData& qp, Format format) {
  const SparseRows rows = sparse_rows(qp, format);
  std::vector<PetscInt> counts;
  for (const auto& columns : rows.columns) counts.push_back(PetscInt(columns.size()));
  const PetscInt n = qp.H.order();
  Mat H = nullptr;
  if (format == Format::aij) {
    check(MatCreateSeqAIJ(PETSC_COMM_SELF, n, n, 0, counts.data(), &H));
  } else {
    check(MatCreateSeqSBAIJ(PETSC_COMM_SELF, 1, n, n, 0, counts.data(), &H));
  }
  for (PetscInt i = 0; i < n; ++i) {
    const std::size_t k = std::size_t(i);
    check(MatSetValues(H, 1, &i, counts[k], rows.columns[k].data(), rows.values[k].data(),
                       INSERT_VALUES));
  }
  check(MatAssemblyBegin(H, MAT_FINAL_ASSEMBLY));
  check(MatAssemblyEnd(H, MAT_FINAL_ASSEMBLY));
  check(MatSetOption(H, MAT_SPD, PETSC_TRUE));
  return H;
}

Vec vector_of(const std::vector<double>& values) {
  Vec v = nullptr;
  check(VecCreateSeq(PETSC_COMM_SELF, PetscInt(values.size()), &v));
  PetscScalar* entries = nullptr;
  check(VecGetArray(v, &entries));
  std::copy(values.begin(), values.end(), entries);
  check(VecRestoreArray(v, &entries));
  return v;
}

/// The QP as TAO sees it, shared by all of its solvers that use one matrix format.
struct Problem {
  Problem(std::shared_ptr<Session> session_, const QpData& qp, Format format)
      : session(std::move(session_)), H(assemble(qp, format)), c(vector_of(qp.c)) {}
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;
  ~Problem() { MatDestroy(&H), VecDestroy(&c); }

  std::shared_ptr<Session> session;
  Mat H;
  Vec c;
};

PetscErrorCode objective_and_gradient(Tao, Vec x, PetscReal* f, Vec g, void* context) {
  const Problem& problem = *static_cast<const Problem*>(context);
  PetscScalar xHx = 0, xc = 0;
  PetscFunctionBeginUser;
  PetscCall(MatMult(problem.H, x, g));
  PetscCall(VecDot(x, g, &xHx));
  PetscCall(VecDot(x, problem.c, &xc));
  PetscCall(VecAXPY(g, -1, problem.c));
  *f = 0.5 * xHx - xc;
  PetscFunctionReturn(0);
}

PetscErrorCode constant_hessian(Tao, Vec, Mat, Mat, void*) { return 0; }

/// Ends a solve when the KKT conditions hold as BoxQpSolver wants them, by their largest violation;
/// TAO's own test takes the Euclidean norm. What it knows of failing to converge stays in force.
PetscErrorCode judge(Tao tao, void* context) {
  const PetscReal allowed = *static_cast<const PetscReal*>(context);
  TaoConvergedReason reason = TAO_CONTINUE_ITERATING;
  Vec solution = nullptr, gradient = nullptr;
  const PetscScalar *x = nullptr, *g = nullptr;
  PetscInt n = 0;
  PetscFunctionBeginUser;
  PetscCall(TaoDefaultConvergenceTest(tao, nullptr));
  PetscCall(TaoGetConvergedReason(tao, &reason));
  PetscCall(TaoGetSolution(tao, &solution));
  PetscCall(TaoGetGradient(tao, &gradient, nullptr, nullptr));
  PetscCall(VecGetLocalSize(solution, &n));
  PetscCall(VecGetArrayRead(solution, &x));
  PetscCall(VecGetArrayRead(gradient, &g));
  PetscReal worst = 0;  // where x is zero, only a gradient that would have it grow violates them
  for (PetscInt i = 0; i < n; ++i) worst = std::max(worst, x[i] > 0 ? std::abs(g[i]) : -g[i]);
  PetscCall(VecRestoreArrayRead(gradient, &g));
  PetscCall(VecRestoreArrayRead(solution, &x));
  if (reason >= 0 && worst <= allowed) {
    PetscCall(TaoSetConvergedReason(tao, TAO_CONVERGED_USER));
  }
  PetscFunctionReturn(0);
}

/// One of TAO's methods, and what it is told beyond its defaults.
struct Variant {
  const char* name;
  TaoType type;
  Format format;
  const char* options;
};

/// Each of the methods with the linear solvers that were found to be worth timing; a line of the
/// table each, so that ours can be compared with the best. With the linear solver's own tolerance
/// of 1e-5 GPCG ends in hundreds of iterations just above the one asked for.
constexpr Variant variants[] = {
    {"BNLS", TAOBNLS, Format::aij, ""},
    {"BNLS", TAOBNLS, Format::sbaij, ""},
    {"BNLS", TAOBNLS, Format::aij, "-tao_bnk_ksp_type cg -tao_bnk_pc_type none"},
    {"BNLS", TAOBNLS, Format::aij,
     "-tao_bnk_ksp_type cg -tao_bnk_pc_type jacobi -tao_bnk_ksp_rtol 1e-2"},
    {"BNLS", TAOBNLS, Format::sbaij,
     "-tao_bnk_ksp_type preonly -tao_bnk_pc_type cholesky "
     "-tao_bnk_pc_factor_mat_solver_type cholmod -tao_bnk_pc_factor_mat_ordering_type natural"},
    {"GPCG", TAOGPCG, Format::aij, ""},
    {"GPCG", TAOGPCG, Format::aij, "-pc_type jacobi -ksp_rtol 1e-7"},
    {"GPCG", TAOGPCG, Format::sbaij, "-pc_type jacobi -ksp_rtol 1e-7"},
    {"TRON", TAOTRON, Format::aij, "-pc_type jacobi"},
};

class TaoSolver : public Solver {
 public:
  TaoSolver(std::shared_ptr<Problem> problem, const Variant& variant, double allowed)
      : problem_(std::move(problem)), variant_(variant), allowed_(allowed) {
    check(VecDuplicate(problem_->c, &x_));
    check(VecDuplicate(problem_->c, &lower_));
    check(VecDuplicate(problem_->c, &upper_));
    check(VecSet(upper_, PETSC_INFINITY));
  }
  TaoSolver(const TaoSolver&) = delete;
  TaoSolver& operator=(const TaoSolver&) = delete;
  ~TaoSolver() override { VecDestroy(&x_), VecDestroy(&lower_), VecDestroy(&upper_); }
  std::string name() const override { return std::string("TAO ") + variant_.name; }
  std::string settings() const override {
    const std::string format = variant_.format == Format::aij ? "SeqAIJ" : "SeqSBAIJ";
    return *variant_.options ? format + " " + variant_.options : format;
  }

  Answer solve(const Start& start) override {
    const PetscInt n = PetscInt(start.x.size());
    PetscScalar* entries = nullptr;
    check(VecGetArray(x_, &entries));
    std::copy(start.x.begin(), start.x.end(), entries);
    check(VecRestoreArray(x_, &entries));
    Answer answer;
    Tao tao = make_tao();
    const SolveClock clock;
    check(TaoSolve(tao));
    clock.stop(answer);
    TaoConvergedReason reason = TAO_CONTINUE_ITERATING;
    PetscInt iterations = 0;
    check(TaoGetSolutionStatus(tao, &iterations, nullptr, nullptr, nullptr, nullptr, &reason));
    check(TaoDestroy(&tao));
    answer.iterations = iterations;
    answer.converged = reason > 0;
    answer.outcome = TaoConvergedReasons[reason];
    check(VecGetArray(x_, &entries));
    answer.x.assign(entries, entries + n);
    check(VecRestoreArray(x_, &entries));
    return answer;
  }

 private:
  /// Ready to solve from x_. A new one each time: BNLS would carry its preconditioner over.
  Tao make_tao() {
    Tao tao = nullptr;
    check(TaoCreate(PETSC_COMM_SELF, &tao));
    check(TaoSetType(tao, variant_.type));
    check(TaoSetSolution(tao, x_));
    check(TaoSetVariableBounds(tao, lower_, upper_));
    check(TaoSetObjectiveAndGradient(tao, nullptr, objective_and_gradient, problem_.get()));
    check(TaoSetHessian(tao, problem_->H, problem_->H, constant_hessian, nullptr));
    check(TaoSetTolerances(tao, 0, 0, 0));
    check(TaoSetConvergenceTest(tao, judge, &allowed_));
    check(PetscOptionsInsertString(nullptr, variant_.options));
    check(TaoSetFromOptions(tao));
    check(PetscOptionsClear(nullptr));  // or the next solver would take them, too
    check(TaoSetUp(tao));
    return tao;
  }

  std::shared_ptr<Problem> problem_;
  Variant variant_;
  PetscReal allowed_;  // violation of the KKT conditions, in units of c
  Vec x_ = nullptr, lower_ = nullptr, upper_ = nullptr;
};

}  // namespace

Solvers peer_solvers(const QpData& qp, double tolerance) {
  const auto session = std::make_shared<Session>();
  const auto aij = std::make_shared<Problem>(session, qp, Format::aij);
  const auto sbaij = std::make_shared<Problem>(session, qp, Format::sbaij);
  double largest = 0;
  for (const double c : qp.c) largest = std::max(largest, std::abs(c));
  Solvers solvers;
  for (const Variant& variant : variants) {
    solvers.push_back(std::make_unique<TaoSolver>(variant.format == Format::aij ? aij : sbaij,
                                                  variant, tolerance * largest));
  }
  return solvers;
}

std::string peer_library() {
  return "PETSc " + std::to_string(PETSC_VERSION_MAJOR) + "." +
         std::to_string(PETSC_VERSION_MINOR) + "." + std::to_string(PETSC_VERSION_SUBMINOR);
}

}  // namespace eulersolid
