#include <algorithm>

#include "bench/peers/solver.h"
#include "contact/solvers/qp/box_qp_solver.h"
#include "kernels/band/packed_band.h"

namespace eulersolid {

namespace {

/// BoxQpSolver. Each solve starts with set_hessian(), so nothing factored is carried over.
class OurSolver : public Solver {
 public:
  OurSolver(const QpData& qp, QpMethod method)
      : method_(method),
        solver_(method),
        H_(upload(qp.H)),
        c_(qp.c),
        lower_(qp.lower),
        upper_(qp.upper),
        state_(H_.order(), std::int8_t(0)),
        x_(H_.order(), 0.0),
        multiplier_(H_.order(), 0.0) {}
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
  BoxQpSolver solver_;
  BandedMatrix H_;
  DeviceVector<double> c_, lower_, upper_;
  DeviceVector<std::int8_t> state_;
  DeviceVector<double> x_, multiplier_;
};

}  // namespace

Solvers our_solvers(const QpData& qp) {
  Solvers solvers;
  solvers.push_back(std::make_unique<OurSolver>(qp, QpMethod::schurpa));
  solvers.push_back(std::make_unique<OurSolver>(qp, QpMethod::direct));
  return solvers;
}

}  // namespace eulersolid
