// A program of somebody else, who has problems of frictional contact and no simulation.

#include <eulersolid/friction.h>

#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace es = eulersolid::api;

namespace {

void require(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(what);
}

/// A point of unit mass on a plane, pulled along it by more than friction holds.
void solve_and_keep() {
  const es::SparseMatrix W{3, 3, {0, 1, 2, 3}, {0, 1, 2}, {1, 1, 1}};
  const std::vector<double> q{-1, 1, 0}, mu{0.5};
  const es::FrictionProblem problem = es::FrictionProblem::local(W, q, mu);
  const es::FrictionSolution solution = es::solve(problem);
  require(solution.solved && std::fabs(solution.r[1] + 0.5) < 1e-8, "sliding friction");
  problem.save("point.hdf5", solution.r);
  const es::FrictionProblem again = es::FrictionProblem::load("point.hdf5");
  require(again.q() == q && again.mu() == mu, "what was saved is what is loaded");
}

void refuse() {
  try {
    es::FrictionProblem::load("nothing.hdf5");
  } catch (const es::InputError& error) {
    require(std::string(error.what()).find("nothing.hdf5") != std::string::npos, "the file's name");
    return;
  }
  require(false, "a file that is not there is an error");
}

}  // namespace

int main() {
  try {
    solve_and_keep();
    refuse();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "solver: %s does not hold\n", error.what());
    return 1;
  }
}
