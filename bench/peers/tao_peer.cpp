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

/// The elements of the row of `qp` that a matrix format keeps: SeqSBAIJ those from the diagonal on,
/// SeqAIJ all.
void take_row(const QpData& qp, int i, Format format, std::vector<PetscInt>& columns,
              std::vector<PetscScalar>& values) {
  columns.clear(), values.clear();
  if (format == Format::aij) {
    for (int j = qp.first_column(i); j < i; ++j) {
      columns.push_back(j), values.push_back(qp.row(i)[j - qp.first_column(i)]);
    }
  }
  for (int j = i; j <= std::min(i + qp.bandwidth, qp.order - 1); ++j) {
    columns.push_back(j), values.push_back(qp.row(j)[i - qp.first_column(j)]);
  }
}

Mat assemble(const QpData& qp, Format format) {
  std::vector<PetscInt> columns, counts;
  std::vector<PetscScalar> values;
  for (int i = 0; i < qp.order; ++i) {
    const int below = format == Format::aij ? i - qp.first_column(i) : 0;
    counts.push_back(below + std::min(qp.bandwidth, qp.order - 1 - i) + 1);
  }
  Mat H = nullptr;
  if (format == Format::aij) {
    check(MatCreateSeqAIJ(PETSC_COMM_SELF, qp.order, qp.order, 0, counts.data(), &H));
  } else {
    check(MatCreateSeqSBAIJ(PETSC_COMM_SELF, 1, qp.order, qp.order, 0, counts.data(), &H));
  }
  for (PetscInt i = 0; i < qp.order; ++i) {
    take_row(qp, i, format, columns, values);
    check(MatSetValues(H, 1, &i, PetscInt(columns.size()), columns.data(), values.data(),
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

/// One of TAO's methods, and what it is told beyond its defaults.
struct Variant {
  const char* name;
  TaoType type;
  Format format;
  const char* options;
};

/// Each of the methods with the linear solvers that were found to be worth timing; a line of the
/// table each, so that ours can be compared with the best.
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
    {"GPCG", TAOGPCG, Format::aij, "-pc_type none"},
    {"GPCG", TAOGPCG, Format::aij, "-pc_type jacobi"},
    {"GPCG", TAOGPCG, Format::sbaij, "-pc_type jacobi"},
    {"TRON", TAOTRON, Format::aij, "-pc_type jacobi"},
};

class TaoSolver : public Solver {
 public:
  TaoSolver(std::shared_ptr<Problem> problem, const Variant& variant, double gradient_tolerance)
      : problem_(std::move(problem)), variant_(variant) {
    check(VecDuplicate(problem_->c, &x_));
    check(VecDuplicate(problem_->c, &lower_));
    check(VecDuplicate(problem_->c, &upper_));
    check(VecSet(upper_, PETSC_INFINITY));
    check(TaoCreate(PETSC_COMM_SELF, &tao_));
    check(TaoSetType(tao_, variant.type));
    check(TaoSetSolution(tao_, x_));
    check(TaoSetVariableBounds(tao_, lower_, upper_));
    check(TaoSetObjectiveAndGradient(tao_, nullptr, objective_and_gradient, problem_.get()));
    check(TaoSetHessian(tao_, problem_->H, problem_->H, constant_hessian, nullptr));
    check(TaoSetTolerances(tao_, gradient_tolerance, 0, 0));
    check(PetscOptionsInsertString(nullptr, variant.options));
    check(TaoSetFromOptions(tao_));
    check(PetscOptionsClear(nullptr));  // or the next solver would take them, too
  }
  TaoSolver(const TaoSolver&) = delete;
  TaoSolver& operator=(const TaoSolver&) = delete;
  ~TaoSolver() override {
    TaoDestroy(&tao_);
    VecDestroy(&x_), VecDestroy(&lower_), VecDestroy(&upper_);
  }
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
    const SolveClock clock;
    check(TaoSolve(tao_));
    clock.stop(answer);
    TaoConvergedReason reason = TAO_CONTINUE_ITERATING;
    PetscInt iterations = 0;
    check(TaoGetSolutionStatus(tao_, &iterations, nullptr, nullptr, nullptr, nullptr, &reason));
    answer.iterations = iterations;
    answer.converged = reason > 0;
    answer.outcome = TaoConvergedReasons[reason];
    check(VecGetArray(x_, &entries));
    answer.x.assign(entries, entries + n);
    check(VecRestoreArray(x_, &entries));
    return answer;
  }

 private:
  std::shared_ptr<Problem> problem_;
  Variant variant_;
  Tao tao_ = nullptr;
  Vec x_ = nullptr, lower_ = nullptr, upper_ = nullptr;
};

}  // namespace

Solvers peer_solvers(const QpData& qp, double tolerance) {
  const auto session = std::make_shared<Session>();
  const auto aij = std::make_shared<Problem>(session, qp, Format::aij);
  const auto sbaij = std::make_shared<Problem>(session, qp, Format::sbaij);
  // TAO measures the projected gradient in the Euclidean norm, we by its largest element.
  double largest = 0;
  for (const double c : qp.c) largest = std::max(largest, std::abs(c));
  const double gradient_tolerance = tolerance * largest * std::sqrt(double(qp.order));
  Solvers solvers;
  for (const Variant& variant : variants) {
    solvers.push_back(std::make_unique<TaoSolver>(variant.format == Format::aij ? aij : sbaij,
                                                  variant, gradient_tolerance));
  }
  return solvers;
}

std::string peer_library() {
  return "PETSc " + std::to_string(PETSC_VERSION_MAJOR) + "." +
         std::to_string(PETSC_VERSION_MINOR) + "." + std::to_string(PETSC_VERSION_SUBMINOR);
}

}  // namespace eulersolid
