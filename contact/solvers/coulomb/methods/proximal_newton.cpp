#include "contact/solvers/coulomb/methods/proximal_newton.h"

#include <algorithm>
#include <cmath>

#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/methods/alart_curnier.h"
#include "contact/solvers/coulomb/methods/body_form.h"
#include "contact/solvers/coulomb/methods/newton_matrix.h"
#include "contact/solvers/coulomb/methods/progress.h"
#include "contact/solvers/coulomb/methods/semismooth_newton.h"

namespace eulersolid {

/// The problem of one proximal step.
class ProximalIteration::Step {
 public:
  Step(const FrictionProblem& problem, BodySystem& system)
      : mu_(problem.mu),
        bodies_(system.bodies),
        matrix_(system.matrix),
        search_(mu_, unit_, bodies_, matrix_) {
    for (const Mat3& W : diagonal_blocks(problem.W)) unit_.push_back(3 / trace(W));
  }

  struct Outcome {
    bool solved = false;
    int iterations = 0;
    std::vector<Vec3> r;
  };
  Outcome solve(const std::vector<Vec3>& r, double rho, const Progress& progress) {
    Point here = at(bodies_.velocities(r), r, rho);
    const double first = here.residual;
    Outcome outcome;
    for (; outcome.iterations < max_newton_steps && !progress.out_of_time(); ++outcome.iterations) {
      if (here.residual <= newton_accuracy * first) break;
      if (!advance(here, r, rho)) break;
    }
    outcome.solved = here.residual <= accepted_accuracy * first;
    outcome.r = std::move(here.r);
    return outcome;
  }
  SemismoothNewton& search() { return search_; }

 private:
  /// One point of the search: velocities of the bodies and what follows from them.
  struct Point {
    std::vector<double> v, F;
    std::vector<Vec3> x, r;  ///< r^k - rho u, and the impulses law(x)
    double residual = 0;
  };

  Point at(std::vector<double> v, const std::vector<Vec3>& r, double rho) const {
    Point point;
    point.v = std::move(v);
    point.x = bodies_.contact_velocities(point.v);
    for (std::size_t c = 0; c < r.size(); ++c) {
      point.x[c] = r[c] - (rho * unit_[c]) * point.x[c];
      point.r.push_back(alart_curnier(point.x[c], mu_[c]));
    }
    point.residual = bodies_.momentum_residual(point.v, point.r, point.F);
    return point;
  }

  /// One step of Newton's method with a line search; false where none helps.
  bool advance(Point& here, const std::vector<Vec3>& r, double rho) {
    std::vector<Mat3> D(r.size());
    for (std::size_t c = 0; c < r.size(); ++c)
      D[c] = (rho * unit_[c]) * alart_curnier_slope(here.x[c], mu_[c]);
    std::vector<double> step = here.F;
    if (!matrix_.solve(D, step)) return false;
    double length = 1;
    for (int trial = 0; trial < max_halvings; ++trial, length *= 0.5) {
      std::vector<double> v = here.v;
      for (std::size_t i = 0; i < v.size(); ++i) v[i] -= length * step[i];
      Point there = at(std::move(v), r, rho);
      if (!(there.residual < (1 - min_gain * length) * here.residual)) continue;
      here = std::move(there);
      return true;
    }
    return false;
  }

  const std::vector<double>& mu_;
  const BodyForm& bodies_;
  NewtonMatrix& matrix_;
  std::vector<double> unit_;  ///< 1 / h_c: rho in units of each contact [kg]
  SemismoothNewton search_;
};

namespace {

/// How rho is to change after a step that took so many iterations.
double growth(int iterations) {
  if (iterations <= few_newton_steps) return fast_growth;
  if (iterations <= some_newton_steps) return slow_growth;
  return iterations <= many_newton_steps ? 1 : 0.5;
}

}  // namespace

ProximalIteration::ProximalIteration(const FrictionProblem& problem, BodySystem& system)
    : step_(std::make_unique<Step>(problem, system)) {}
ProximalIteration::~ProximalIteration() = default;

void ProximalIteration::start(const std::vector<Vec3>& r) {
  r_ = r;
  before_nothing_.clear();
  rho_ = 1, aim_ = INFINITY, idle_ = 0;
  searching_ = false, to_search_ = true;
  const auto is_zero = [](Vec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; };
  searched_from_nothing_ = searched_from_nothing_ || std::all_of(r.begin(), r.end(), is_zero);
}

bool ProximalIteration::search() {
  const int proximal = systems_ - searched_;
  if (!searching_ && (!to_search_ || searched_ > share_of_searches * proximal)) return false;
  if (!searching_) step_->search().start();
  searching_ = step_->search().advance(r_);
  if (!searching_) end_search();
  ++systems_, ++searched_;
  return true;
}

/// The first time, another follows from no impulses at all: what others leave may be farther from
/// a solution for it than nothing is. After that proximal steps go on from where the first began.
void ProximalIteration::end_search() {
  to_search_ = false;
  if (!searched_from_nothing_) {
    searched_from_nothing_ = searching_ = true;
    before_nothing_ = std::move(r_);
    r_.assign(before_nothing_.size(), {});
    step_->search().start();
  } else if (!before_nothing_.empty()) {
    r_ = std::move(before_nothing_);
    before_nothing_.clear();
  }
}

void ProximalIteration::advance(const Progress& progress) {
  if (search()) return;
  Step::Outcome outcome = step_->solve(r_, rho_, progress);
  systems_ += std::max(1, outcome.iterations);
  if (outcome.solved) {
    r_ = std::move(outcome.r);
    rho_ = std::min(largest_rho, rho_ * growth(outcome.iterations));
  } else {
    rho_ *= shrinkage;
    if (rho_ < smallest_rho) rho_ = fresh_rho;
  }
}

void ProximalIteration::judged(double error) {
  if (error < 0.5 * aim_)
    aim_ = error, idle_ = 0, to_search_ = true;
  else if (!searching_ && ++idle_ % steps_to_fresh_rho == 0)
    rho_ = fresh_rho;  // rounding grows with rho
}

bool ProximalIteration::stalled() const { return idle_ >= max_idle_steps; }

CoulombReport solve_by_proximal_newton(const FrictionProblem& problem, const CoulombLimits& limits,
                                       std::vector<Vec3>& r) {
  Progress progress(problem, limits);
  progress.judge(r);
  if (progress.solved()) return progress.finish(0, r);
  BodySystem system(problem);
  ProximalIteration iteration(problem, system);
  iteration.start(r);
  iteration.judged(progress.best_error());
  while (!progress.solved() && !progress.out_of_time() && !iteration.stalled() &&
         iteration.systems() < limits.max_iterations) {
    iteration.advance(progress);
    progress.judge(iteration.impulses());
    iteration.judged(progress.best_error());
  }
  return progress.finish(iteration.systems(), r, "it does not come nearer to a solution");
}

}  // namespace eulersolid
