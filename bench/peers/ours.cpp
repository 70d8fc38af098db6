#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

#include "bench/peers/solver.h"
#include "contact/solvers/qp/box_qp_solver.h"

namespace eulersolid {

namespace {

double wall_seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

double processor_seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

void store(const QpData& qp, BandedMatrix& H) {
  std::vector<int> first;
  for (int i = 0; i < qp.order(); ++i) first.push_back(qp.first_column(i));
  const DeviceVector<int> first_column(first);
  H.reshape(first_column.span());
  const BandView view = H.view();
  for (int i = 0; i < qp.order(); ++i) {
    const double* row = qp.row(i);
    for (int j = first[std::size_t(i)]; j <= i; ++j) view.at(i, j) = row[j - first[std::size_t(i)]];
  }
}

/// BoxQpSolver. Each solve starts with set_hessian(), so nothing factored is carried over.
class OurSolver : public Solver {
 public:
  OurSolver(const QpData& qp, QpMethod method)
      : method_(method),
        solver_(method),
        c_(qp.c),
        lower_(qp.order(), 0.0),
        upper_(qp.order(), HUGE_VAL),
        state_(qp.order(), std::int8_t(0)),
        x_(qp.order(), 0.0),
        multiplier_(qp.order(), 0.0) {
    store(qp, H_);
  }
  std::string name() const override { return method_ == QpMethod::schurpa ? "SCHURPA" : "DIRECT"; }
  std::string settings() const override { return ""; }

  Answer solve(const Start& start) override {
    std::copy(start.state.begin(), start.state.end(), state_.span().data);
    Answer answer;
    const SolveClock clock;
    solver_.set_hessian(H_);
    const QpReport report = solver_.solve({c_.span(), lower_.span(), upper_.span()}, state_.span(),
                                          x_.span(), multiplier_.span());
    clock.stop(answer);
    answer.x = x_.to_host();
    answer.converged = report.converged;
    answer.iterations = report.iterations;
    answer.outcome = std::to_string(report.factorizations) + " factorisations, " +
                     std::to_string(report.solves) + " solves" +
                     (report.reason.empty() ? "" : ", " + report.reason);
    return answer;
  }

 private:
  QpMethod method_;
  BandedMatrix H_;
  BoxQpSolver solver_;
  DeviceVector<double> c_, lower_, upper_;
  DeviceVector<std::int8_t> state_;
  DeviceVector<double> x_, multiplier_;
};

}  // namespace

SolveClock::SolveClock() : wall_(wall_seconds()), processor_(processor_seconds()) {}

void SolveClock::stop(Answer& answer) const {
  answer.cpu_seconds = processor_seconds() - processor_;
  answer.wall_seconds = wall_seconds() - wall_;
}

Solvers our_solvers(const QpData& qp) {
  Solvers solvers;
  solvers.push_back(std::make_unique<OurSolver>(qp, QpMethod::schurpa));
  solvers.push_back(std::make_unique<OurSolver>(qp, QpMethod::direct));
  return solvers;
}

}  // namespace eulersolid
