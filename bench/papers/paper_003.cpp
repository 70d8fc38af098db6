#include <fmt/format.h>

#include <algorithm>

#include "bench/add_bench.h"
#include "bench/bench_report.h"
#include "bench/benches.h"
#include "bench/rigid/rigid_scenes.h"
#include "contact/solvers/coulomb/unilateral/unilateral_form.h"
#include "kernels/core/clock.h"
#include "kernels/core/error.h"
#include "kernels/sparse/sparse_factor.h"

namespace eulersolid {

namespace {

struct Paper003Options : BenchOptions {
  int calls = 100;
  int largest = 13800;
};

/// What interior points took over some steps.
struct Calls {
  int calls = 0, iterations = 0, unsolved = 0, rows = 0;
  double seconds = 0;
};

/// The same contacts, in the same order?
bool same_contacts(const std::vector<RigidContact>& a, const std::vector<RigidContact>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](const RigidContact& p, const RigidContact& q) {
                                              return p.a == q.a && p.b == q.b;
                                            });
}

/// Step a world; warm starts are full where the contacts are those of the step before, else of the
/// velocities alone, as in the paper.
Calls simulate(RigidWorld world, double h, int steps, InteriorOptions options) {
  const InteriorWarmth asked = options.warmth;
  Calls calls;
  UnilateralSolution at;
  std::vector<RigidContact> before;
  while (calls.calls < steps) {
    const std::vector<RigidContact> contacts =
        rigid_contacts(world.bodies, world.planes, world.margin);
    const UnilateralProblem problem = unilateral_problem(rigid_problem(world, contacts, h));
    if (problem.rows() == 0) {  // flight: no problem for the method
      std::vector<double> v = problem.c;
      for (double& c : v) c = -c;
      SparseFactor(problem.G).solve(v);
      move(world, v, h);
      continue;
    }
    options.warmth = calls.calls == 0 ? InteriorWarmth::none : asked;
    if (options.warmth == InteriorWarmth::full && !same_contacts(before, contacts))
      options.warmth = InteriorWarmth::partial;
    {
      const Stopwatch watch(calls.seconds);
      const InteriorReport report = solve_interior_point(problem, options, at);
      calls.iterations += report.iterations, calls.unsolved += report.converged ? 0 : 1;
    }
    calls.calls += 1, calls.rows += problem.rows();
    move(world, at.x, h);
    before = contacts;
  }
  return calls;
}

struct PaperSize {
  int dofs = 0;  ///< the paper's
  double iterations = 0;
};
constexpr int table_1_calls = 50;
constexpr double table_1_step = 0.01;  // [s]
constexpr PaperSize table_1[] = {{1200, 16.7}, {3200, 18.6}, {4500, 19.4}, {13800, 18.9}};

void sizes(const Paper003Options& options, BenchReport& report) {
  ReportTable table({{"size", "size (paper)", 0},
                     {"balls", "balls", 0},
                     {"matrix", "matrix", 0},
                     {"start", "start", 0},
                     {"iterations", "iterations", 1},
                     {"paper", "paper", 1},
                     {"ratio", "ours / paper", 2},
                     {"unsolved", "unsolved", 0},
                     {"milliseconds", "per call [ms]", 1}});
  for (const PaperSize& size : table_1) {
    if (size.dofs > options.largest) continue;
    const int balls = size.dofs / 9;  // six velocities and about three contacts each
    for (const auto& [start, name] :
         {std::pair{InteriorStart::d_apuzzo, "D'Apuzzo"}, {InteriorStart::nocedal, "Nocedal"}}) {
      InteriorOptions interior;
      interior.start = start;
      const RigidWorld world = balls_in_box(balls, 1);
      const Calls calls =
          simulate(world, table_1_step, std::min(table_1_calls, options.calls), interior);
      const double mean = double(calls.iterations) / calls.calls;
      table.add({size.dofs, balls, world.unknowns() + calls.rows / calls.calls, name, mean,
                 size.iterations, mean / size.iterations, calls.unsolved,
                 1e3 * calls.seconds / calls.calls});
    }
  }
  report.print("Table 1: balls that fall into a box, mean iterations of a call", "table_1", table);
}

struct WarmTest {
  const char* name;
  RigidWorld (*make)();
  int calls = 0;
  double h = 0;  ///< [s]
  double paper[3];
};

RigidWorld balls() { return balls_in_box(355, 1); }
constexpr WarmTest table_2[] = {{"balls in box", balls, 50, 0.01, {935, 927, 747}},
                                {"single brick", brick_over_plane, 100, 0.005, {499, 370, 81}},
                                {"single ball", ball_over_plane, 100, 0.005, {720, 515, 90}}};

void warm_starts(const Paper003Options& options, BenchReport& report) {
  ReportTable table({{"test", "test", 0},
                     {"calls", "calls", 0},
                     {"warmth", "warm start", 0},
                     {"iterations", "iterations", 0},
                     {"paper", "paper", 0},
                     {"share", "of cold", 3},
                     {"paper_share", "paper's", 3},
                     {"unsolved", "unsolved", 0}});
  constexpr std::pair<InteriorWarmth, const char*> warmths[] = {
      {InteriorWarmth::none, "none"},
      {InteriorWarmth::partial, "partial"},
      {InteriorWarmth::full, "full"}};
  for (const WarmTest& test : table_2) {
    double cold = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      InteriorOptions interior;
      interior.warmth = warmths[k].first;
      const Calls calls =
          simulate(test.make(), test.h, std::min(test.calls, options.calls), interior);
      if (k == 0) cold = calls.iterations;
      table.add({test.name, calls.calls, warmths[k].second, calls.iterations, test.paper[k],
                 calls.iterations / cold, test.paper[k] / test.paper[0], calls.unsolved});
    }
  }
  report.print("Table 2: iterations from cold and warm starts", "table_2", table);
}

ExitCode run(const Paper003Options& options) {
  const Backend backend = apply(options);
  BenchReport report("paper-003", "interior points for contact without friction (Mangoni, Tasora)",
                     options, backend);
  report["parameters"] = {{"h", table_1_step}, {"calls", options.calls}};
  sizes(options, report);
  warm_starts(options, report);
  report.note(
      "the paper tells neither sizes of bodies nor steps: balls of 0.5 m and steps of 10 ms, "
      "single bodies dropped by 5 cm "
      "and steps of 5 ms; tolerances are its own, in SI (Eq. 38)");
  report.write();
  return ExitCode::done;
}

}  // namespace

void add_paper_003(CLI::App& bench, ChosenCommand& chosen) {
  const auto [command, options] = add_bench<Paper003Options>(
      bench, chosen, "paper-003", "Interior points: iterations by size, cold and warm starts", run);
  command.add_option("--calls", options.calls, "Most calls of a row")
      ->type_name("N")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  command.add_option("--largest", options.largest, "Largest size of Table 1")
      ->type_name("N")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
}

}  // namespace eulersolid
