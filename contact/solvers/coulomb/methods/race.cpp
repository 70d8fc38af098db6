#include "contact/solvers/coulomb/methods/race.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "contact/solvers/coulomb/constants.h"

namespace eulersolid {

/// One of them with what it has done.
class Race::Runner {
 public:
  explicit Runner(Contestant& contestant) : contestant_(contestant) {}

  double seconds() const { return seconds_; }

  /// What it still takes [s].
  /// @param best  error of all of them
  double prediction(double best, double tolerance) const {
    if (out_of_memory_ || !contestant_.possible()) return INFINITY;
    if (contestant_.stalled()) return max_outlook * seconds_;
    const double first = history_.empty() ? best : history_.front().error;
    const double expected = contestant_.expected_seconds(std::log10(first / tolerance));
    if (seconds_ == 0 || !contestant_.begun()) return expected;
    const double begun = error_at(0.5 * seconds_),
                 rate = std::log(begun / error_) / (0.5 * seconds_);
    const double by_rate = std::clamp(rate > 0 ? std::log(error_ / tolerance) / rate : INFINITY,
                                      min_outlook * seconds_, max_outlook * seconds_);
    return seconds_ < expected ? std::min(expected - seconds_, by_rate) : by_rate;
  }

  /// A turn. What takes more memory than there is takes no other; those that take less go on.
  void run(Progress& progress, int& iterations_left) {
    try {
      take_turn(progress, iterations_left);
    } catch (const std::bad_alloc&) {
      out_of_memory_ = true;
    }
  }

 private:
  /// Where it has stalled, or another has left it behind, from the best impulses.
  void take_turn(Progress& progress, int& iterations_left) {
    if (seconds_ == 0 || contestant_.stalled() || error_ > left_behind * progress.best_error()) {
      contestant_.start(progress.best());
      error_ = progress.best_error();
      history_.push_back({seconds_, error_});
    }
    const double until = share_of_a_turn * seconds_ + seconds_;
    do {
      const int before = contestant_.iterations();
      seconds_ += contestant_.advance(progress);
      iterations_left -= contestant_.iterations() - before;
      const double error = progress.judge(contestant_.impulses());
      contestant_.judged(error);
      error_ = std::min(error_, error);
      history_.push_back({seconds_, error_});
    } while (seconds_ < until && !contestant_.stalled() && contestant_.possible() &&
             !progress.solved() && !progress.out_of_time() && iterations_left > 0);
  }

  double error_at(double seconds) const {
    double error = history_.front().error;
    for (const Look& look : history_) {
      if (look.seconds > seconds) break;
      error = look.error;
    }
    return error;
  }

  struct Look {
    double seconds, error;
  };
  Contestant& contestant_;
  bool out_of_memory_ = false;
  double seconds_ = 0, error_ = INFINITY;
  std::vector<Look> history_;
};

Race::Race(const std::vector<std::unique_ptr<Contestant>>& contestants, Progress& progress)
    : progress_(progress), iterations_left_(progress.limits().max_iterations) {
  for (const std::unique_ptr<Contestant>& contestant : contestants)
    runners_.emplace_back(*contestant);
}

Race::~Race() = default;

bool Race::run(double seconds) {
  const auto worked = [this] {
    double sum = 0;
    for (const Runner& runner : runners_) sum += runner.seconds();
    return sum;
  };
  const auto nearer = [this](const Runner& a, const Runner& b) {
    return a.prediction(progress_.best_error(), progress_.tolerance()) <
           b.prediction(progress_.best_error(), progress_.tolerance());
  };
  const auto may_go_on = [this] {
    return !progress_.solved() && !progress_.out_of_time() && iterations_left_ > 0;
  };
  while (may_go_on() && worked() < seconds)
    std::min_element(runners_.begin(), runners_.end(), nearer)->run(progress_, iterations_left_);
  return may_go_on();
}

}  // namespace eulersolid
