#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/add_bench.h"
#include "bench/bench_report.h"
#include "bench/benches.h"
#include "bench/papers/conjugate_gradients.h"
#include "bench/papers/projected_jacobi.h"
#include "bench/papers/spectral_errors.h"
#include "bench/rigid/rigid_scenes.h"
#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/coulomb/coulomb_errors.h"
#include "contact/solvers/coulomb/methods/coulomb_registry.h"

namespace eulersolid {

namespace {

constexpr double accuracy = 1e-12;  ///< what is there needs no more iterations

struct Paper000Options : BenchOptions {
  int bodies = 1000;  ///< of B1 and B2; bricks of B4 are three quarters as many
};

struct Benchmark {
  std::string key, name;
  FrictionProblem problem;
  std::vector<std::string> solvers;
};

FrictionProblem posed(const RigidWorld& world, const std::vector<RigidContact>& contacts) {
  const GlobalForm global = rigid_problem(world, contacts, 0.01);
  return in_both_forms(global);
}

/// The nearest places where spheres touch: as many as the paper has.
std::vector<RigidContact> nearest_contacts(RigidWorld& world, std::size_t count) {
  world.margin = 1;
  std::vector<RigidContact> contacts = rigid_contacts(world.bodies, world.planes, world.margin);
  std::stable_sort(
      contacts.begin(), contacts.end(),
      [](const RigidContact& a, const RigidContact& b) { return a.near.gap < b.near.gap; });
  if (contacts.size() > count) contacts.resize(count);
  return contacts;
}

std::vector<Benchmark> benchmarks(int bodies) {
  std::vector<Benchmark> all;
  const RigidWorld network = joint_network(bodies, 7 * bodies / 2, 1);
  all.push_back(
      {"B1",
       fmt::format("B1: {} bilateral rows between {} parts", 3 * network.joints.size(), bodies),
       posed(network, {}),
       {conjugate_gradients_name, minres_name, projected_jacobi_name, "p_spg_fb", "apgd", "pgs",
        "pgs_random"}});
  RigidWorld heap = sphere_heap(bodies, 1);
  const std::vector<RigidContact> touching = nearest_contacts(heap, std::size_t(bodies) * 141 / 40);
  all.push_back(
      {"B2",
       fmt::format("B2: {} unilateral contacts between {} smooth spheres", touching.size(), bodies),
       posed(heap, touching),
       {projected_jacobi_name, "p_spg_fb", "apgd", "pgs", "pgs_random", "interior_point"}});
  const RigidWorld plates = plate_stack(20, 0.5);
  all.push_back({"B3",
                 "B3: 20 plates with friction, each fourth 100 times as heavy",
                 posed(plates, rigid_contacts(plates.bodies, plates.planes, plates.margin)),
                 {projected_jacobi_name, "p_spg_fb", "apgd", "pgs", "proximal_newton", "hybrid"}});
  const int layers = std::max(2, int(std::lround(std::sqrt(0.625 * bodies))));  // 25 of 30 bricks
  const RigidWorld wall = struck_masonry(layers, std::max(2, 3 * bodies / (4 * layers)), 0.5);
  const std::vector<RigidContact> touched = rigid_contacts(wall.bodies, wall.planes, wall.margin);
  all.push_back({"B4",
                 fmt::format("B4: a ball hits a wall of {} bricks, {} contacts",
                             wall.bodies.size() - 1, touched.size()),
                 posed(wall, touched),
                 {projected_jacobi_name, "p_spg_fb", "apgd", "pgs", "admm", "proximal_newton"}});
  return all;
}

double error_after(const Benchmark& benchmark, const std::string& solver, int iterations,
                   double& seconds) {
  const CoulombLimits limits{accuracy, 60, iterations};
  std::vector<Vec3> r(benchmark.problem.q.size());
  const CoulombSolver solve = solver == conjugate_gradients_name ? conjugate_gradients
                              : solver == minres_name            ? minres
                              : solver == projected_jacobi_name  ? projected_jacobi
                                                                 : coulomb_solver(solver);
  const CoulombReport report = solve(benchmark.problem, limits, r);
  seconds = report.seconds;
  return coulomb_errors(benchmark.problem, r).coulomb;
}

/// Fig. 1: how the error goes up and down without a vector to fall back to.
ReportTable without_fallback(const FrictionProblem& problem, nlohmann::json& curve) {
  const std::vector<double> errors = spectral_errors(problem, 300);
  ReportTable table({{"iterations", "steps", 0},
                     {"spg", "iterate", 2},
                     {"spg_fb", "best so far", 2},
                     {"rises", "steps that raised it", 0}});
  double best = INFINITY;
  int rises = 0;
  for (std::size_t k = 0; k < errors.size(); ++k) {
    rises += k > 0 && errors[k] > errors[k - 1];
    best = std::min(best, errors[k]);
    curve.push_back(errors[k]);
    if ((k + 1) % 30 == 0) table.add({k + 1, errors[k], best, rises});
  }
  return table;
}

ExitCode run(const Paper000Options& options) {
  const Backend backend = apply(options);
  BenchReport report("paper-000",
                     "errors after so many iterations (Tasora: spectral projected gradients)",
                     options, backend);
  constexpr int counts[] = {10, 20, 50, 100, 200, 500, 1000};
  for (const Benchmark& benchmark : benchmarks(options.bodies)) {
    std::vector<ReportTable::Column> columns{{"solver", "solver", 0}};
    for (const int count : counts)
      columns.push_back({fmt::format("after_{}", count), fmt::format("{}", count), 2});
    columns.push_back({"milliseconds", "last [ms]", 1});
    ReportTable table(columns);
    for (const std::string& solver : benchmark.solvers) {
      std::vector<nlohmann::json> row{solver};
      double seconds = 0, error = 1;
      for (const int count : counts) {
        if (error > accuracy) error = error_after(benchmark, solver, count, seconds);
        row.push_back(error);
      }
      row.push_back(1e3 * seconds);
      table.add(row);
    }
    report.print(benchmark.name, benchmark.key, table);
    if (benchmark.key == "B4")
      report.print("Fig. 1: spectral gradients on B4 without a fallback", "fig_1",
                   without_fallback(benchmark.problem, report["fig_1_errors"]));
  }
  report.note(
      "errors of Coulomb's law; an iteration is a sweep, a gradient step, or a system solved. The "
      "paper shows curves without numbers: B1 as fast as conjugate gradients and MINRES, B2 to B4 "
      "ahead of projected fixed points");
  report.write();
  return ExitCode::done;
}

}  // namespace

void add_paper_000(CLI::App& bench, ChosenCommand& chosen) {
  const auto [command, options] = add_bench<Paper000Options>(
      bench, chosen, "paper-000", "Convergence on joints, smooth spheres and odd mass ratios", run);
  command
      .add_option("--bodies", options.bodies,
                  "Bodies of B1 and B2; B4 has three quarters as many bricks")
      ->type_name("N")
      ->check(CLI::Range(2, 100000))
      ->capture_default_str();
}

}  // namespace eulersolid
