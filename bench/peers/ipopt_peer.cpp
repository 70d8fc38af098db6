#include <IpIpoptApplication.hpp>
#include <IpSolveStatistics.hpp>
#include <IpTNLP.hpp>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "bench/peers/solver.h"

namespace eulersolid {

namespace {

using Ipopt::Index;
using Ipopt::Number;

/// The QP as Ipopt sees it: no constraints but bounds, a constant Hessian given by its lower
/// triangle.
class QpForIpopt : public Ipopt::TNLP {
 public:
  explicit QpForIpopt(const QpData& qp) : qp_(qp), product_(qp.c.size()) {}

  void begin_at(const Start& start) { start_ = &start; }
  std::vector<double> x;  ///< where the last solve ended

  bool get_nlp_info(Index& n, Index& m, Index& nnz_jac, Index& nnz_hessian,
                    IndexStyleEnum& style) override {
    n = qp_.H.order(), m = 0, nnz_jac = 0, nnz_hessian = 0;
    for_each_element([&](int, int, double) { ++nnz_hessian; });
    style = C_STYLE;
    return true;
  }
  bool get_bounds_info(Index n, Number* lower, Number* upper, Index, Number*, Number*) override {
    std::fill_n(lower, n, 0.0);
    std::fill_n(upper, n, 1e20);  // what it takes for infinity
    return true;
  }
  bool get_starting_point(Index, bool init_x, Number* x0, bool init_z, Number* z_lower,
                          Number* z_upper, Index, bool, Number*) override {
    if (init_x) std::copy(start_->x.begin(), start_->x.end(), x0);
    if (init_z) {
      std::copy(start_->multiplier.begin(), start_->multiplier.end(), z_lower);
      std::fill_n(z_upper, start_->x.size(), 0.0);
    }
    return true;
  }
  bool eval_f(Index n, const Number* at, bool is_new, Number& f) override {
    take(n, at, is_new);
    f = 0;
    for (Index i = 0; i < n; ++i) f += at[i] * (0.5 * (product_[k(i)] - qp_.c[k(i)]));
    return true;
  }
  bool eval_grad_f(Index n, const Number* at, bool is_new, Number* gradient) override {
    take(n, at, is_new);
    std::copy(product_.begin(), product_.end(), gradient);
    return true;
  }
  bool eval_g(Index, const Number*, bool, Index, Number*) override { return true; }
  bool eval_jac_g(Index, const Number*, bool, Index, Index, Index*, Index*, Number*) override {
    return true;
  }
  bool eval_h(Index, const Number*, bool, Number scale, Index, const Number*, bool, Index,
              Index* rows, Index* columns, Number* values) override {
    std::size_t next = 0;
    for_each_element([&](int i, int j, double value) {
      if (rows) rows[next] = i, columns[next] = j;
      if (values) values[next] = scale * value;
      ++next;
    });
    return true;
  }
  void finalize_solution(Ipopt::SolverReturn, Index n, const Number* at, const Number*,
                         const Number*, Index, const Number*, const Number*, Number,
                         const Ipopt::IpoptData*, Ipopt::IpoptCalculatedQuantities*) override {
    x.assign(at, at + n);
  }

 private:
  static std::size_t k(Index i) { return std::size_t(i); }
  /// Of the lower triangle, without explicit zeros.
  template <class Visit>
  void for_each_element(Visit visit) const {
    for (int i = 0; i < qp_.H.order(); ++i) {
      for (int j = qp_.H.first_column[std::size_t(i)]; j <= i; ++j) {
        const double value = qp_.H.at(i, j);
        if (value != 0 || i == j) visit(i, j, value);
      }
    }
  }
  void take(Index n, const Number* at, bool is_new) {
    if (is_new) product_ = multiplier(qp_, std::vector<double>(at, at + n));
  }

  const QpData& qp_;
  const Start* start_ = nullptr;
  std::vector<double> product_;  // H x - c
};

/// What Ipopt is told beyond what suits every QP. MUMPS chooses an order of elimination that costs
/// a banded matrix several times what SCOTCH's does; a predictor and corrector without safeguards
/// suits convex QPs.
struct Variant {
  const char* text;
  bool scotch, mehrotra;
};
constexpr Variant variants[] = {
    {"", false, false},
    {"mumps_pivot_order=3", true, false},
    {"mumps_pivot_order=3 mehrotra_algorithm=yes", true, true},
};

/// From a warm start, distances from the bounds and the barrier parameter that took the fewest
/// iterations among 1e-6 to 3e-1, at n = 2000 and rho = 100.
void set_warm_start(Ipopt::OptionsList& options, const Variant& variant) {
  options.SetStringValue("warm_start_init_point", "yes");
  for (const char* push :
       {"warm_start_bound_push", "warm_start_bound_frac", "warm_start_slack_bound_push",
        "warm_start_slack_bound_frac", "warm_start_mult_bound_push"}) {
    options.SetNumericValue(push, 1e-2);
  }
  if (!variant.mehrotra) options.SetNumericValue("mu_init", 1e-2);
}

void set_options(Ipopt::OptionsList& options, const Variant& variant, double tolerance) {
  options.SetIntegerValue("print_level", 0);
  options.SetStringValue("sb", "yes");
  options.SetNumericValue("tol", tolerance);
  options.SetStringValue("hessian_constant", "yes");
  options.SetStringValue("linear_solver", "mumps");
  options.SetNumericValue("bound_relax_factor", 0);
  if (variant.scotch) options.SetIntegerValue("mumps_pivot_order", 3);
  if (variant.mehrotra) options.SetStringValue("mehrotra_algorithm", "yes");
}

class IpoptSolver : public Solver {
 public:
  IpoptSolver(const QpData& qp, const Variant& variant, double tolerance)
      : problem_(new QpForIpopt(qp)), variant_(variant), tolerance_(tolerance) {}
  std::string name() const override { return "Ipopt"; }
  std::string settings() const override { return variant_.text; }

  Answer solve(const Start& start) override {
    const Ipopt::SmartPtr<Ipopt::IpoptApplication> application = IpoptApplicationFactory();
    set_options(*application->Options(), variant_, tolerance_);
    if (start.name == "warm") set_warm_start(*application->Options(), variant_);
    if (application->Initialize("") != Ipopt::Solve_Succeeded)
      throw std::runtime_error("Ipopt does not take the options of this benchmark");
    problem_->begin_at(start);
    Answer answer;
    const SolveClock clock;
    const Ipopt::ApplicationReturnStatus status = application->OptimizeTNLP(problem_);
    clock.stop(answer);
    answer.x = problem_->x;
    answer.converged = status == Ipopt::Solve_Succeeded;
    answer.outcome = answer.converged ? "solved" : "status " + std::to_string(int(status));
    if (Ipopt::IsValid(application->Statistics()))
      answer.iterations = application->Statistics()->IterationCount();
    return answer;
  }

 private:
  Ipopt::SmartPtr<QpForIpopt> problem_;
  Variant variant_;
  double tolerance_;
};

/// Ipopt's tolerance is absolute, and holds for the gradient, which goes with c, as well as for the
/// products x_i lambda_i, which go with c^2 / H_ii.
double absolute(double tolerance, const QpData& qp) {
  double c = 0, H = 0;
  for (int i = 0; i < qp.H.order(); ++i) {
    c = std::max(c, std::abs(qp.c[std::size_t(i)]));
    H = std::max(H, qp.H.diagonal(i));
  }
  return tolerance * std::min(c, c * c / H);
}

}  // namespace

Solvers peer_solvers(const QpData& qp, double tolerance) {
  const double absolute_tolerance = absolute(tolerance, qp);
  Solvers solvers;
  for (const Variant& variant : variants)
    solvers.push_back(std::make_unique<IpoptSolver>(qp, variant, absolute_tolerance));
  return solvers;
}

std::string peer_library() { return "Ipopt " IPOPT_VERSION " with MUMPS"; }

}  // namespace eulersolid
