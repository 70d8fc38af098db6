// A program of somebody else, who has nothing of eulersolid but what is installed: steps of a
// scene, fields, changes between steps, a state saved and resumed, and a problem of friction.

#include <eulersolid/eulersolid.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace es = eulersolid::api;

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "consumer: %s does not hold\n", what);
  std::exit(1);
}

constexpr const char* scene = R"(
time = { duration = 0.1 }
grid = { origin = [0, 0, 0], size = [1, 1, 1], cell_size = 0.05 }
[[body]]
name = "ball"
shape = "sphere"
centre = [0.5, 0.5, 0.35]
radius = 0.2
velocity = [0, 0, -1]
material = { density = 1000, youngs_modulus = 1e4, poissons_ratio = 0.3 }
[[obstacle]]
name = "floor"
shape = "plane"
point = [0, 0, 0.1]
normal = [0, 0, 1]
)";

void step_through() {
  es::Simulation simulation(es::Scene::parse(scene));
  int steps = 0;
  simulation.advance_to(0.05, [&](const es::Step& step) {
    require(step.number == ++steps, "the number of a step");
    return true;
  });
  const es::Table table = simulation.steps();
  require(es::column(table, "time").numbers.size() == std::size_t(steps), "a row for each step");
  require(es::column(table, "time").unit == "s", "the unit of a column");
  double mass = 0;
  for (const double each : simulation.nodes("ball").mass) mass += each;
  require(std::fabs(mass - 33.51) < 0.01, "the mass of the nodes");
  require(!simulation.mesh("ball").triangles.empty(), "a surface");
  simulation.save("state.h5");
  es::Simulation other = es::Simulation::resume("state.h5");
  simulation.advance_to(0.1), other.advance_to(0.1);
  require(simulation.nodes("ball").velocity == other.nodes("ball").velocity, "the same bits");
  simulation.set_motion("ball", {0, 0, 2});
  const es::Table bodies = simulation.bodies();
  require(std::fabs(es::column(bodies, "measured_momentum_z").numbers[0]) >= 0, "a column");
  require(std::fabs(es::column(bodies, "momentum_z").numbers[0] - 2 * mass) < 1e-6, "a motion");
}

void solve() {
  const es::SparseMatrix W{3, 3, {0, 1, 2, 3}, {0, 1, 2}, {1, 1, 1}};
  const double q[] = {-1, 1, 0}, mu[] = {0.5};
  const es::FrictionSolution solution = es::solve(es::FrictionProblem::local(W, q, mu));
  require(solution.solved && std::fabs(solution.r[1] + 0.5) < 1e-8, "sliding friction");
}

void refuse() {
  try {
    es::Scene::parse("[time]\nduratoin = 1\n", "a.toml");
  } catch (const es::InputError& error) {
    require(std::string(error.what()).starts_with("a.toml:2:1: "), "the place of a fault");
    return;
  }
  require(false, "that a wrong key is an error");
}

}  // namespace

int main() {
  step_through();
  solve();
  refuse();
  std::printf("eulersolid %s\n", es::version());
}
