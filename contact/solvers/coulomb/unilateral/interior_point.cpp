#include "contact/solvers/coulomb/unilateral/interior_point.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/unilateral/augmented_system.h"

namespace eulersolid {

namespace {

double norm_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) sum += v * v;
  return std::sqrt(sum);
}

double share(double sum, std::size_t count) { return count > 0 ? sum / double(count) : 0; }

class Iteration {
 public:
  Iteration(const UnilateralProblem& problem, const InteriorOptions& options,
            UnilateralSolution& at)
      : problem_(problem), options_(options), at_(at), system_(problem) {}

  InteriorReport run() {
    begin(options_.warmth);
    bool cold = options_.warmth == InteriorWarmth::none;
    while (!report_.converged && report_.iterations < options_.max_iterations &&
           watch_.seconds() < options_.max_seconds) {
      const double length = advance();
      judge();
      if (report_.converged) break;
      const bool lost = !std::isfinite(report_.primal + report_.dual) || length < shortest_step;
      if (!lost) continue;
      if (cold) {
        if (report_.reason.empty()) report_.reason = "its steps become too short";
        break;
      }
      report_.reason.clear();
      begin(InteriorWarmth::none);
      cold = true;
    }
    if (!report_.converged && report_.reason.empty())
      report_.reason = report_.iterations < options_.max_iterations ? "it ran out of time"
                                                                    : "it had no iterations left";
    return report_;
  }

 private:
  /// The start, and whether it is a solution.
  void begin(InteriorWarmth warmth) {
    const std::size_t n = problem_.c.size(), m = problem_.b.size();
    if (warmth == InteriorWarmth::none) at_.x.assign(n, 1);
    if (warmth == InteriorWarmth::full) {
      judge();  // before it is moved away from the boundary
      if (report_.converged) return;
      for (std::size_t i = 0; i < m; ++i) {
        at_.y[i] = is_joint(i) ? 0 : std::max(at_.y[i], min_warm);
        if (!is_joint(i)) at_.l[i] = std::max(at_.l[i], min_warm);
      }
      return;
    }
    at_.y.assign(m, 1), at_.l.assign(m, 1);
    for (std::size_t i = 0; i < m; ++i)
      if (is_joint(i)) at_.y[i] = at_.l[i] = 0;
    options_.start == InteriorStart::nocedal ? start_by_step() : start_by_gaps();
    judge();
  }
  /// Eq. 21: from ones and a predictor.
  void start_by_step() {
    residuals();
    if (!factor()) return;
    const Step step = direction(std::vector<double>(at_.y.size(), 0));
    for (std::size_t i = 0; i < at_.y.size(); ++i) {
      if (is_joint(i)) continue;
      at_.y[i] = std::max(1.0, std::fabs(at_.y[i] + step.y[i]));
      at_.l[i] = std::max(1.0, std::fabs(at_.l[i] + step.l[i]));
    }
  }
  /// Eq. 22.
  void start_by_gaps() {
    std::vector<double> gap(at_.y.size(), 0);
    add_product(1, problem_.A, at_.x, gap);
    for (std::size_t i = 0; i < gap.size(); ++i) {
      if (is_joint(i)) continue;
      at_.y[i] = std::max(1.0, gap[i] - problem_.b[i]);
      at_.l[i] = 1 / at_.y[i];
    }
  }

  struct Step {
    std::vector<double> x, y, l;
  };
  bool is_joint(std::size_t row) const { return problem_.is_joint(row); }
  double compliance(std::size_t row) const {
    return problem_.compliance.empty() ? 0 : problem_.compliance[row];
  }
  /// Eq. 18.
  void residuals() {
    dual_ = problem_.c;
    add_product(1, problem_.G, at_.x, dual_);
    add_product(-1, transposed_, at_.l, dual_);
    primal_.assign(at_.y.size(), 0);
    add_product(1, problem_.A, at_.x, primal_);
    for (std::size_t i = 0; i < primal_.size(); ++i)
      primal_[i] += compliance(i) * at_.l[i] - at_.y[i] - problem_.b[i];
  }
  double mean_product(const Step& step, double length_y, double length_l) const {
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < at_.y.size(); ++i) {
      if (is_joint(i)) continue;
      sum += (at_.y[i] + length_y * step.y[i]) * (at_.l[i] + length_l * step.l[i]), ++count;
    }
    return share(sum, count);
  }
  void judge() {
    residuals();
    report_.primal = share(norm_of(primal_), primal_.size());
    report_.dual = share(norm_of(dual_), dual_.size());
    const Step none{{}, std::vector<double>(at_.y.size(), 0), std::vector<double>(at_.l.size(), 0)};
    report_.product = mean_product(none, 0, 0);
    report_.converged = report_.primal <= options_.primal_tolerance &&
                        report_.dual <= options_.dual_tolerance &&
                        report_.product <= options_.product_tolerance;
  }
  bool factor() {
    std::vector<double> T;
    for (std::size_t i = 0; i < at_.y.size(); ++i)
      T.push_back(compliance(i) + (is_joint(i) ? 0 : at_.y[i] / at_.l[i]));
    ++report_.iterations;
    if (system_.factor(T)) return true;
    report_.reason = "G is not positive definite, or the rows are too far from independent";
    return false;
  }
  /// Eq. 16 by Eq. 20. @param excess  what y l has to lose beyond all of it
  Step direction(const std::vector<double>& excess) const {
    Step step{dual_, {}, primal_};
    for (double& s : step.x) s = -s;
    for (std::size_t i = 0; i < step.l.size(); ++i)
      step.l[i] = -step.l[i] - (is_joint(i) ? 0 : at_.y[i] + excess[i] / at_.l[i]);
    system_.solve(step.x, step.l);
    for (std::size_t i = 0; i < step.l.size(); ++i)
      step.y.push_back(is_joint(i) ? 0 : -at_.y[i] - (excess[i] + at_.y[i] * step.l[i]) / at_.l[i]);
    return step;
  }
  /// Eq. 9.
  static double longest(const std::vector<double>& from, const std::vector<double>& step,
                        double eta) {
    double length = 1;
    for (std::size_t i = 0; i < from.size(); ++i)
      if (step[i] < 0 && from[i] > 0) length = std::min(length, -eta * from[i] / step[i]);
    return length;
  }
  /// Predictor and corrector. Returns the length of the step.
  double advance() {
    if (!factor()) return 0;
    const double mu = report_.product;
    std::vector<double> excess(at_.y.size(), 0);
    const Step affine = direction(excess);
    const double predicted =
        mean_product(affine, longest(at_.y, affine.y, 1), longest_multiplier(affine.l, 1));
    const double sigma = mu > 0 ? std::pow(predicted / mu, 3) : 0;
    for (std::size_t i = 0; i < excess.size(); ++i)
      excess[i] = affine.y[i] * affine.l[i] - sigma * mu;
    const Step step = direction(excess);
    const double eta = std::min(longest_share, 0.9 + 0.1 * std::exp(-mu));
    const double length = std::min(longest(at_.y, step.y, eta), longest_multiplier(step.l, eta));
    for (std::size_t k = 0; k < at_.x.size(); ++k) at_.x[k] += length * step.x[k];
    for (std::size_t i = 0; i < at_.y.size(); ++i)
      at_.y[i] += length * step.y[i], at_.l[i] += length * step.l[i];
    return length;
  }
  /// Multipliers of joints have no bound.
  double longest_multiplier(const std::vector<double>& step, double eta) const {
    double length = 1;
    for (std::size_t i = 0; i < step.size(); ++i)
      if (step[i] < 0 && !is_joint(i)) length = std::min(length, -eta * at_.l[i] / step[i]);
    return length;
  }

  struct Watch {
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    double seconds() const {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
  };

  const UnilateralProblem& problem_;
  const InteriorOptions& options_;
  Watch watch_;
  UnilateralSolution& at_;
  AugmentedSystem system_;
  SparseMatrix transposed_ = transposed(problem_.A);
  std::vector<double> dual_, primal_;
  InteriorReport report_;
};

}  // namespace

InteriorReport solve_interior_point(const UnilateralProblem& problem,
                                    const InteriorOptions& options, UnilateralSolution& solution) {
  return Iteration(problem, options, solution).run();
}

}  // namespace eulersolid
