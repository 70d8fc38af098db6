#include "contact/solvers/coulomb/methods/automatic.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>

#include "contact/solvers/coulomb/alternation/admm.h"
#include "contact/solvers/coulomb/alternation/infeasibility.h"
#include "contact/solvers/coulomb/cones/cone_interior_point.h"
#include "contact/solvers/coulomb/constants.h"
#include "contact/solvers/coulomb/methods/body_form.h"
#include "contact/solvers/coulomb/methods/gauss_seidel.h"
#include "contact/solvers/coulomb/methods/proximal_newton.h"
#include "contact/solvers/coulomb/methods/race.h"

namespace eulersolid {

namespace {

/// Of a system in the velocities of bodies, or in impulses.
double unknowns(const FrictionProblem& problem, bool by_bodies) {
  return by_bodies ? problem.global->M.rows : 3 * problem.contacts();
}

class Sweeps final : public Contestant {
 public:
  explicit Sweeps(const FrictionProblem& problem)
      : problem_(problem),
        seconds_(seconds_a_block * double(problem_.W.column.size()) +
                 seconds_a_contact * problem_.contacts()) {}

  double expected_seconds(double) const override { return expected_sweeps * seconds_; }
  /// A second start is in another order.
  void start(const std::vector<Vec3>& r) override {
    sweeps_.emplace(problem_, sweeps_ ? SweepOrder::random : SweepOrder::natural);
    r_ = r;
  }
  double advance(const Progress&) override {
    const int count = std::clamp(done_ / 10, 4, max_sweeps_unjudged);
    for (int k = 0; k < count; ++k) sweeps_->sweep(r_);
    done_ += count;
    return count * seconds_;
  }
  const std::vector<Vec3>& impulses() const override { return r_; }
  int iterations() const override { return done_; }

 private:
  const FrictionProblem& problem_;
  double seconds_;  ///< of a sweep
  std::optional<GaussSeidelSweeps> sweeps_;
  std::vector<Vec3> r_;
  int done_ = 0;
};

class AlternatingDirections final : public Contestant {
 public:
  /// @param r  stays as it is while this lives
  AlternatingDirections(const FrictionProblem& problem, const std::vector<Vec3>& r, bool by_bodies)
      : problem_(problem),
        first_(r),
        by_bodies_(by_bodies),
        first_guess_(by_bodies ? elements_a_contact * problem.contacts()
                               : elements_a_block * double(problem.W.column.size())) {}

  double expected_seconds(double digits) const override {
    return seconds_of(alternations_a_squared_digit * digits * digits);
  }
  /// From the start, with the order where there is none.
  double seconds_of(double steps) const {
    return (iteration_ ? 0 : order_seconds()) + factor_seconds() + steps * step_seconds();
  }
  /// The first time from where the problem starts, as sweeps leave impulses in walls and stacks
  /// that it would take longer to even out: 180 steps after 32 sweeps on a wall that takes 70
  /// without.
  void start(const std::vector<Vec3>& r) override {
    iteration_.emplace(problem_, problem_.mu, done_ == 0 ? first_ : r);
    stage_ = Stage::new_start;
  }
  /// First the order alone, which tells what the factor takes: contacts of bodies that deform
  /// couple dozens of nodes each.
  double advance(const Progress& progress) override {
    if (stage_ == Stage::new_start) {
      iteration_->order();
      stage_ = Stage::ordered;
      return order_seconds();
    }
    const double setup = stage_ == Stage::ordered ? factor_seconds() : 0;
    stage_ = Stage::steps;
    int count = 0;
    while (possible() && count < steps_unjudged && !progress.out_of_time())
      iteration_->advance(), ++count;
    done_ += count;
    return setup + count * step_seconds();
  }
  bool begun() const override { return done_ > 0 || stage_ == Stage::steps; }
  const std::vector<Vec3>& impulses() const override { return iteration_->impulses(); }
  bool possible() const override { return !iteration_ || iteration_->possible(); }
  int iterations() const override { return done_; }
  /// Once there is one.
  std::optional<double> operations_of_the_factor() const {
    if (!iteration_) return {};
    return iteration_->factor().operations();
  }

 private:
  double elements() const { return iteration_ ? iteration_->factor().elements() : first_guess_; }
  double step_seconds() const {
    const double solves = iteration_ ? iteration_->solves_a_step() : 1;
    return seconds_an_element * elements() * solves +
           seconds_an_unknown_of_a_step * unknowns(problem_, by_bodies_) +
           seconds_a_cone * problem_.contacts();
  }
  double order_seconds() const {
    return seconds_an_ordered_element *
           (iteration_ ? iteration_->factor().matrix_elements() : first_guess_);
  }
  double factor_seconds() const {
    const double operations = iteration_ ? iteration_->factor().operations() : 0;
    return seconds_a_factored_element * elements() + seconds_an_operation * operations;
  }

  const FrictionProblem& problem_;
  const std::vector<Vec3>& first_;
  bool by_bodies_;
  double first_guess_;  ///< elements of the factor
  std::optional<AdmmIteration> iteration_;
  enum class Stage { new_start, ordered, steps } stage_ = Stage::new_start;
  int done_ = 0;
};

class Newton final : public Contestant {
 public:
  /// @param others  whose factor tells what one of this may cost, once it is there
  Newton(const FrictionProblem& problem, const AlternatingDirections& others, bool by_bodies)
      : problem_(problem), others_(others), by_bodies_(by_bodies) {
    if (by_bodies || takes_impulses(problem)) return;
    const double order = 3.0 * problem.contacts();
    expansion_seconds_ = seconds_a_dense_operation * order * order * order / 3;
  }

  /// Made when it is needed first.
  BodySystem& system() {
    if (!system_) system_.emplace(problem_), unpaid_ = setup_seconds();
    return *system_;
  }
  /// What making it has taken, told once [s].
  double take_setup_seconds() { return std::exchange(unpaid_, 0); }

  double expected_seconds(double) const override {
    const bool searched = iteration_ && iteration_->proximal();
    const double systems = expected_systems_of_a_search + (searched ? expected_systems : 0);
    return seconds_to_begin() + systems * system_seconds();
  }
  void start(const std::vector<Vec3>& r) override {
    if (!iteration_) iteration_.emplace(problem_, system());
    iteration_->start(r);
  }
  double advance(const Progress& progress) override {
    const int before = iteration_->systems();
    iteration_->judged(progress.best_error());
    iteration_->advance(progress);
    return take_setup_seconds() + (iteration_->systems() - before) * system_seconds();
  }
  const std::vector<Vec3>& impulses() const override { return iteration_->impulses(); }
  bool stalled() const override { return iteration_ && iteration_->stalled(); }
  int iterations() const override { return iteration_ ? iteration_->systems() : 0; }
  /// What comes before the first system, and what one takes [s].
  double seconds_to_begin() const { return system_ ? 0 : setup_seconds(); }
  /// Assembly grows with the contacts. W of a local problem is factored as a band, or as L L^T,
  /// where contacts touch many others: that grows with the square of what is in it.
  double system_seconds() const {
    const double operations = system_ ? system_->matrix.operations() : expected_operations();
    return seconds_a_contact_of_a_system * problem_.contacts() +
           seconds_an_unknown_of_a_system * unknowns(problem_, by_bodies_) +
           seconds_an_operation * operations;
  }

 private:
  double setup_seconds() const {
    return expansion_seconds_ + seconds_to_order_a_contact * problem_.contacts();
  }
  double expected_operations() const {
    const double blocks = double(problem_.W.column.size());
    if (!by_bodies_) return operations_a_squared_block * blocks * blocks;
    if (const std::optional<double> known = others_.operations_of_the_factor())
      return band_over_dissection * *known;
    const double order = std::min(problem_.global->M.rows, 3 * problem_.contacts());
    return operations_a_squared_unknown * order * order;
  }

  const FrictionProblem& problem_;
  const AlternatingDirections& others_;
  bool by_bodies_;
  double expansion_seconds_ = 0;  ///< of W = L L^T, of a local problem
  double unpaid_ = 0;
  std::optional<BodySystem> system_;
  std::optional<ProximalIteration> iteration_;
};

/// From the middle of the cones whatever impulses are known; what others have found is no help.
class InteriorPoints final : public Contestant {
 public:
  /// @param newton  whose systems it takes
  InteriorPoints(const FrictionProblem& problem, Newton& newton)
      : problem_(problem), newton_(newton) {}

  double expected_seconds(double digits) const override {
    return newton_.seconds_to_begin() +
           (systems_to_begin + systems_a_digit * digits) * newton_.system_seconds();
  }
  void start(const std::vector<Vec3>&) override {
    if (iteration_ && !stalled()) return;
    careful_ = iteration_.has_value();
    if (!iteration_) iteration_.emplace(problem_, newton_.system());
    iteration_->start(careful_);
  }
  double advance(const Progress&) override {
    iteration_->advance();
    ++done_;
    return newton_.take_setup_seconds() + newton_.system_seconds();
  }
  void judged(double error) override { iteration_->judged(error); }
  const std::vector<Vec3>& impulses() const override { return iteration_->impulses(); }
  bool stalled() const override { return iteration_ && iteration_->stalled(); }
  bool possible() const override { return !(careful_ && stalled()); }
  int iterations() const override { return done_; }

 private:
  const FrictionProblem& problem_;
  Newton& newton_;
  bool careful_ = false;
  int done_ = 0;
  std::optional<ConeIteration> iteration_;
};

/// Why there is no solution; nothing where there may be one.
std::string reason_against(const FrictionProblem& problem, const Progress& progress) {
  const std::optional<Infeasibility> shown = infeasibility(problem, steps_of_a_doubt, progress);
  if (!shown) return {};
  char text[120];
  std::snprintf(text, sizeof text,
                "no solution: %d contacts go on closing at %.2g m/s whatever impulses act",
                shown->contacts, shown->speed);
  return text;
}

CoulombReport solve_by_race(const FrictionProblem& problem, const CoulombLimits& limits,
                            std::vector<Vec3>& r) {
  Progress progress(problem, limits);
  progress.judge(r);
  if (progress.solved()) return progress.finish(0, r);
  const bool by_bodies = problem.global && !takes_impulses(problem);
  std::vector<std::unique_ptr<Contestant>> contestants;
  contestants.push_back(std::make_unique<Sweeps>(problem));
  auto directions = std::make_unique<AlternatingDirections>(problem, r, by_bodies);
  const AlternatingDirections& alternation = *directions;
  contestants.push_back(std::move(directions));
  if (problem.rolling.empty()) {
    auto newton = std::make_unique<Newton>(problem, alternation, by_bodies);
    auto interior = std::make_unique<InteriorPoints>(problem, *newton);
    contestants.push_back(std::move(newton));
    contestants.push_back(std::move(interior));
  }
  Race race(contestants, progress);
  std::string no_solution;
  double doubt = first_doubt;
  while (no_solution.empty() && race.run(doubt)) {
    // A look for a certificate takes no more than all has taken until then.
    const double look = alternation.seconds_of(steps_of_a_doubt);
    if (doubt < look) {
      doubt = look;
      continue;
    }
    if (progress.best_error() > hopeless_error) no_solution = reason_against(problem, progress);
    doubt *= next_doubt;
  }
  int iterations = 0;
  std::string done;
  const char* names[] = {"sweeps", "alternations", "systems", "interior points"};
  for (std::size_t k = 0; k < contestants.size(); ++k) {
    iterations += contestants[k]->iterations();
    done += (k > 0 ? ", " : "") + std::to_string(contestants[k]->iterations()) + " " + names[k];
  }
  CoulombReport report = progress.finish(iterations, r);
  if (!no_solution.empty()) report.reason = no_solution;
  report.reason = done + (report.reason.empty() ? "" : "; " + report.reason);
  return report;
}

}  // namespace

CoulombReport solve_automatically(const FrictionProblem& problem, const CoulombLimits& limits,
                                  std::vector<Vec3>& r) {
  return solve_scaled(solve_by_race, problem, limits, r);
}

}  // namespace eulersolid
