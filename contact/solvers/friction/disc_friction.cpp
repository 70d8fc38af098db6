#include "contact/solvers/friction/disc_friction.h"

#include <algorithm>
#include <cmath>

#include "contact/solvers/cone_residual.h"
#include "contact/solvers/constants.h"
#include "contact/solvers/delassus_product.h"

ES_BEGIN

DiscFriction::DiscFriction(QpMethod method, const SolverSettings& settings)
    : tolerance_(std::max(min_disc_error, disc_share * std::sqrt(settings.tolerance))),
      qp_(method, settings) {}

void DiscFriction::start(const ProblemView& problem, ProjectionHessians& hessians, Span<const Vec3>,
                         QpTotals&) {
  const Index contacts = problem.contacts();
  qp_.start(problem, hessians);
  radius_.resize(contacts), response_.resize(contacts);
  for (DeviceVector<Vec3>* v : {&w_, &d_, &dw_, &goal_}) v->resize(contacts);
  tangential_responses(problem, response_.span());
  predicted_.resize(0);
  chosen_ = turned_ = false;
}

/// What d does: dw_ = W d. Returns d . W d.
double DiscFriction::respond(const ProblemView& problem) {
  reply_.take(problem, d_.span());
  reply_.relative_velocity(problem, dw_.span());
  return inner_product(d_.span(), dw_.span());
}

/// The discs of a load, f in them, and how it slides then.
void DiscFriction::take(const ProblemView& problem, const FrictionLoad& load, Span<Vec3> f) {
  fill_radii(problem, qp_.order_of_all(), load.alpha, radius_.span());
  project_to_discs(discs(problem), f);
  reply_.take(problem, f);
  reply_.relative_velocity(problem, dw_.span());
  scale_ = sliding_velocity(problem, load.du, dw_.span(), w_.span());
}

bool DiscFriction::solved(const ProblemView& problem, Span<const Vec3> f) const {
  return disc_error(discs(problem), f, w_.span()) <= tolerance_ * scale_;
}

/// A step of gradient projection, as long as is best along a straight line.
void DiscFriction::descend(const ProblemView& problem, Span<Vec3> f) {
  projected_gradient(discs(problem), f, w_.span(), d_.span());
  const double curvature = respond(problem), slope = inner_product(w_.span(), d_.span());
  if (!(curvature > 0 && slope < 0)) return;
  move(discs(problem), std::min(1.0, -slope / curvature), d_.span(), dw_.span(), f, w_.span());
}

void DiscFriction::turn(const ProblemView& problem, Span<const Vec3> f, QpTotals& totals) {
  turn_boxes(discs(problem), qp_.chosen().order, f, w_.span(), qp_.boxes(), qp_.state());
  qp_.turn(problem, totals);
  if (predicted_.empty()) qp_.copy_states(predicted_);
  turned_ = true;
}

/// The contacts that the QPs are posed for: those of the load before, if it had all of this one's.
void DiscFriction::choose() {
  if (chosen_ && loaded_.have_all(radius_.span())) return;
  loaded_.choose(qp_.order_of_all(), radius_.span());
  qp_.choose(loaded_.view());
  chosen_ = true, turned_ = false;
}

ForeseenSet DiscFriction::foreseen() {
  if (predicted_.empty()) return {};
  qp_.copy_states(final_);
  return foreseen_set(predicted_.span(), final_.span());
}

/// To the solution in the boxes, back in the discs, or part of the way there.
void DiscFriction::newton_step(const ProblemView& problem, const FrictionLoad& load, Span<Vec3> f,
                               QpTotals& totals) {
  qp_.pose(problem, load);
  qp_.solve(goal_.span(), totals);
  for (double t = 1; t > shortest_newton_step; t *= 0.5) {
    step_towards(discs(problem), f, goal_.span(), t, d_.span());
    const double curvature = respond(problem), slope = inner_product(w_.span(), d_.span());
    const double rounding = disc_rounding * product_of_norms(w_.span(), f);
    if (!(slope + 0.5 * curvature <= rounding)) continue;
    move(discs(problem), 1, d_.span(), dw_.span(), f, w_.span());
    return;
  }
}

void DiscFriction::solve(const ProblemView& problem, const FrictionLoad& load, Span<Vec3> f,
                         QpTotals& totals) {
  take(problem, load, f);
  choose();
  if (loaded_.empty()) return;
  // Loads change little from one to the next: the boxes and their factorisation may do.
  if (turned_) newton_step(problem, load, f, totals);
  for (int turns = 0; turns < max_turns && !load.deadline.passed(); ++turns) {
    if (turned_ && solved(problem, f)) break;
    descend(problem, f);
    turn(problem, f, totals);
    newton_step(problem, load, f, totals);
  }
}

ES_END
