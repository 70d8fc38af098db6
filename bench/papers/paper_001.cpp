#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "bench/add_bench.h"
#include "bench/bench_report.h"
#include "bench/benches.h"
#include "bench/papers/scalar_sweeps.h"
#include "bench/rigid/rigid_scenes.h"
#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/coulomb/methods/coulomb_registry.h"

namespace eulersolid {

namespace {

constexpr int max_sweeps_tried = 100;
constexpr double coarse = 1e-4, fine = 1e-10;

/// What became of all orders of the rows of one body's contacts.
struct Orders {
  int rows = 0, count = 0;
  std::vector<int> coarse, fine;  ///< sweeps of each order; max_sweeps_tried + 1 where it failed
  std::size_t best = 0, worst = 0;
  std::vector<std::vector<double>> errors;  ///< by sweeps: of the first, the best and the worst
};

Orders all_orders(RigidWorld world) {
  const std::vector<RigidContact> contacts =
      rigid_contacts(world.bodies, world.planes, world.margin);
  const ScalarSweeps sweeps(condensed(rigid_problem(world, contacts, 0.01)));
  Orders orders;
  std::vector<int> order(std::size_t(sweeps.rows()));
  std::iota(order.begin(), order.end(), 0);
  orders.rows = sweeps.rows();
  std::vector<int> best, worst;
  const std::vector<int> natural = order;
  do {
    const auto [to_coarse, to_fine] = sweeps.count(order, coarse, fine, max_sweeps_tried);
    orders.coarse.push_back(to_coarse), orders.fine.push_back(to_fine);
    const std::size_t now = orders.fine.size() - 1;
    if (now == 0 || to_fine < orders.fine[orders.best]) orders.best = now, best = order;
    if (now == 0 || to_fine > orders.fine[orders.worst]) orders.worst = now, worst = order;
  } while (std::next_permutation(order.begin(), order.end()));
  orders.count = int(orders.fine.size());
  for (const std::vector<int>& each : {natural, best, worst})
    orders.errors.push_back(sweeps.errors(each, 25));
  return orders;
}

double share_within(const std::vector<int>& sweeps, int most) {
  return 100.0 *
         double(std::count_if(sweeps.begin(), sweeps.end(), [&](int n) { return n <= most; })) /
         double(sweeps.size());
}

void add_row(ReportTable& table, const char* body, const char* paper, const Orders& orders) {
  std::vector<int> sorted = orders.coarse;
  std::sort(sorted.begin(), sorted.end());
  const auto number = [](int sweeps) {
    return sweeps > max_sweeps_tried ? nlohmann::json() : nlohmann::json(sweeps);
  };
  table.add({body, orders.rows, orders.count, number(orders.fine[0]),
             number(orders.fine[orders.best]), number(orders.fine[orders.worst]), paper,
             number(orders.coarse[0]), number(sorted.front()), number(sorted[sorted.size() / 2]),
             number(sorted.back()), share_within(orders.coarse, 10),
             share_within(orders.coarse, 25)});
}

struct Strategy {
  const char *name, *solver;
  int upward;  ///< contacts by their height first: 1 from below, -1 from above
};
constexpr Strategy strategies[] = {{"bottom up (Erleben)", "pgs", 1},
                                   {"top down", "pgs", -1},
                                   {"random", "pgs_random", 1},
                                   {"by the error", "pgs_residual", 1},
                                   {"by the effective mass", "pgs_effective_mass", 1},
                                   {"blocks of 4", "pgs_blocks_4", 1},
                                   {"blocks of 16", "pgs_blocks_16", 1}};

FrictionProblem by_height(const RigidWorld& world, int upward) {
  std::vector<RigidContact> contacts = rigid_contacts(world.bodies, world.planes, world.margin);
  std::stable_sort(contacts.begin(), contacts.end(),
                   [upward](const RigidContact& a, const RigidContact& b) {
                     return upward * a.near.point.z < upward * b.near.point.z;
                   });
  return condensed(rigid_problem(world, contacts, 0.01));
}

/// What the paper goes on to: the strategies on whole scenes, contact by contact on the exact cone.
ReportTable on_scenes() {
  constexpr double tolerances[] = {1e-2, 1e-3};
  constexpr int most = 20000;
  const std::pair<const char*, RigidWorld> scenes[] = {{"stacks", box_stacks(6, 8, 0.5, 1)},
                                                       {"wall", brick_wall(8, 0.5, 0, 1)},
                                                       {"struck wall", brick_wall(8, 0.5, 0.5, 1)},
                                                       {"mass ratio 100", plate_stack(12, 0.5)},
                                                       {"spheres", sphere_heap(300, 1)}};
  ReportTable table({{"scene", "scene", 0},
                     {"contacts", "contacts", 0},
                     {"strategy", "strategy", 0},
                     {"coarse", "sweeps to 1e-2", 0},
                     {"fine", "to 1e-3", 0},
                     {"milliseconds", "to 1e-3 [ms]", 1}});
  for (const auto& [name, world] : scenes) {
    const FrictionProblem upward = by_height(world, 1), downward = by_height(world, -1);
    for (const Strategy& strategy : strategies) {
      const FrictionProblem& problem = strategy.upward > 0 ? upward : downward;
      std::vector<nlohmann::json> row{name, problem.contacts(), strategy.name};
      double seconds = 0;
      for (const double tolerance : tolerances) {
        std::vector<Vec3> r(problem.q.size());
        const CoulombReport report = coulomb_solver(strategy.solver)(
            problem, {.tolerance = tolerance, .max_iterations = most}, r);
        row.push_back(report.converged ? nlohmann::json(report.iterations) : nlohmann::json());
        seconds = report.seconds;
      }
      row.push_back(row.back().is_null() ? nlohmann::json() : nlohmann::json(1e3 * seconds));
      table.add(row);
    }
  }
  return table;
}

ExitCode run(const BenchOptions& options) {
  const Backend backend = apply(options);
  BenchReport report("paper-001", "Gauss-Seidel row by row, in every order of the rows", options,
                     backend);
  ReportTable table({{"body", "body", 0},
                     {"rows", "rows", 0},
                     {"orders", "orders", 0},
                     {"natural", "natural to 1e-10", 0},
                     {"best", "best", 0},
                     {"worst", "worst", 0},
                     {"paper", "paper: best", 0},
                     {"natural_coarse", "natural to 1e-4", 0},
                     {"best_coarse", "best", 0},
                     {"median_coarse", "median", 0},
                     {"worst_coarse", "worst", 0},
                     {"within_10", "in 10 [%]", 1},
                     {"within_25", "in 25 [%]", 1}});
  const Orders capsule = all_orders(sliding_capsule()), spheres = all_orders(sliding_spheres());
  add_row(table, "capsule", "< 20", capsule);
  add_row(table, "three spheres", "< 20", spheres);
  report.print("sweeps; none where 100 are not enough", "rows", table);
  report.print("strategies on scenes; none where 20,000 sweeps are not enough", "strategies",
               on_scenes());
  report["errors_of_natural_best_worst"] = {{"capsule", capsule.errors},
                                            {"three_spheres", spheres.errors}};
  report["sweeps_to_1e-4"] = {{"capsule", capsule.coarse}, {"three_spheres", spheres.coarse}};
  report.note(
      "friction in boxes of mu times the normal impulse, 10 kg, mu = 1, 10 m/s and 1 rad/s; sizes "
      "are ours: radius 0.5 m, length 3 m, triangle of 2 m, steps of 10 ms");
  report.write();
  return ExitCode::done;
}

}  // namespace

void add_paper_001(CLI::App& bench, ChosenCommand& chosen) {
  add_bench<BenchOptions>(bench, chosen, "paper-001",
                          "Orders of rows in Gauss-Seidel: a capsule and a body of three spheres",
                          run);
}

}  // namespace eulersolid
