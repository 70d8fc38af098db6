/// Times the iterations of the methods for frictional contact that run on either backend.
///
///     solver_bench BACKEND EDGE
///
/// BACKEND is cpu or gpu. The problem is a cubic lattice of rigid spheres, EDGE along each edge:
/// 33 make 105,633 contacts. Prints one line of JSON: what it ran on, and for each method the
/// seconds of an iteration: the difference between solves with many and with few of them, so that
/// without what is done once. They hold what a solve holds, with looks at the error. Exit code 4
/// where there is no such backend, or not enough memory.

#include <cstdio>
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/bench_numbers.h"
#include "bench/rigid/sphere_lattice.h"
#include "contact/solvers/coulomb/parallel/parallel_methods.h"
#include "kernels/core/error.h"
#include "kernels/core/threads.h"
#include "src/solve/solver_choice.h"

namespace eulersolid {
namespace {

constexpr int few = 20, many = 120;

double solve_seconds(Backend backend, const std::string& method, const FrictionProblem& problem,
                     int iterations) {
  std::vector<Vec3> r(problem.q.size());
  const CoulombSolver solve = solver_on(backend, method);
  const double seconds = seconds_of([&] {
    solve(problem, {1e-15, 1e9, iterations}, r);
  });  // no solve gets so far
  return seconds;
}

nlohmann::json measure(const FrictionProblem& problem, Backend backend) {
  nlohmann::json result = {{"backend", backend_name(backend)},
                           {"device", device_name(backend)},
                           {"threads", threads()},
                           {"contacts", problem.contacts()},
                           {"blocks", problem.W.column.size()}};
  for (const CoulombMethod& method : cpu::parallel_methods()) {
    const std::string name(method.name);
    const auto seconds = [&](int iterations) {
      return solve_seconds(backend, name, problem, iterations);
    };
    seconds(few);  // warms up
    result["seconds"][name] =
        median_of(3, [&] { return (seconds(many) - seconds(few)) / (many - few); });
  }
  return result;
}

}  // namespace
}  // namespace eulersolid

int main(int count, char** arguments) {
  using namespace eulersolid;
  try {
    constexpr int longest_edge = 300;
    const int edge = count == 3 ? std::atoi(arguments[2]) : 0;
    if (edge < 2 || edge > longest_edge)
      throw InputError("usage: solver_bench cpu|gpu EDGE, of 2 to 300 spheres");
    const Backend backend = choose_backend(arguments[1]);
    const FrictionProblem problem{sphere_lattice(edge, 0, 1)};
    std::cout << measure(problem, backend) << "\n";
  } catch (const InputError& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 4;
  }
}
