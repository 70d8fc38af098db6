#include "contact/solvers/coulomb/methods/race.h"

#include <algorithm>
#include <cmath>

#include "contact/solvers/coulomb/constants.h"

namespace eulersolid {

namespace {

/// One of them with what it has done.
class Runner {
 public:
  explicit Runner(Contestant& contestant) : contestant_(contestant) {}

  double seconds() const { return seconds_; }
  double error() const { return error_; }

  /// What it still takes [s].
  /// @param best  error of all of them
  double prediction(double best, double tolerance) const {
    if (contestant_.stalled()) return INFINITY;
    const double first = history_.empty() ? best : history_.front().error;
    const double expected = contestant_.expected_seconds(std::log10(first / tolerance));
    if (seconds_ == 0) return expected;
    const double begun = error_at(0.5 * seconds_), rate = std::log(begun / error_) / (0.5 * seconds_);
    const double by_rate =
        std::clamp(rate > 0 ? std::log(error_ / tolerance) / rate : INFINITY,
                   least_outlook * seconds_, most_outlook * seconds_);
    return seconds_ < expected ? std::min(expected - seconds_, by_rate) : by_rate;
  }

  /// A turn; where it has stalled, or another has left it behind, from the best impulses.
  void run(Progress& progress, int& iterations_left) {
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
      error_ = std::min(error_, progress.judge(contestant_.impulses()));
      history_.push_back({seconds_, error_});
    } while (seconds_ < until && !contestant_.stalled() && !progress.solved() &&
             !progress.out_of_time() && iterations_left > 0);
  }

 private:
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
  double seconds_ = 0, error_ = INFINITY;
  std::vector<Look> history_;
};

}  // namespace

void race(std::vector<std::unique_ptr<Contestant>>& contestants, Progress& progress) {
  std::vector<Runner> runners;
  for (const std::unique_ptr<Contestant>& contestant : contestants)
    runners.emplace_back(*contestant);
  int left = progress.limits().max_iterations;
  while (!progress.solved() && !progress.out_of_time() && left > 0) {
    // Where none gets on, the one that has had least.
    const auto nearer = [&progress](const Runner& a, const Runner& b) {
      const double of_a = a.prediction(progress.best_error(), progress.tolerance());
      const double of_b = b.prediction(progress.best_error(), progress.tolerance());
      return of_a < of_b || (of_a == of_b && a.seconds() < b.seconds());
    };
    std::min_element(runners.begin(), runners.end(), nearer)->run(progress, left);
  }
}

}  // namespace eulersolid
