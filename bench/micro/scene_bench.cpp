/// Where the time of a step goes, held against what the machine can do in the same run.
///
///   scene_bench [SCENES_FOLDER]
///
/// 1. the machine: bytes per second of the STREAM triad, flops per second of DGEMM, on all threads
/// 2. 100 steps of the cylinder collision with h = 0.3 m and E = 6e5 Pa, split by phase
/// 3. growth: 1, 2, 4, 8 balls that do not touch, and one ball in a domain 100 times larger

#include "kernels/core/backend.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/baselines/lapack_band.h"
#include "bench/bench_numbers.h"
#include "grid/body.h"
#include "io/scene/read_scene.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/threads.h"
#include "src/simulation/scene_setup.h"
#include "src/simulation/simulation.h"

namespace eulersolid {
namespace {

/// a = b + s c over arrays far larger than any cache: three times 8 bytes per element.
double triad_bytes_per_second() {
  const Index n = 1 << 24;
  DeviceVector<double> a(n), b(n, 1.0), c(n, 2.0);
  const Span<double> out = a.span();
  const Span<const double> x = b.span(), y = c.span();
  const auto triad = [&] {
    const Index block = 1 << 14;
    parallel_for(n / block, [=](Index k) {
      for (Index i = k * block; i < (k + 1) * block; ++i) out[i] = x[i] + 3.0 * y[i];
    });
  };
  const double seconds = median_of(7, [&] { return seconds_of(triad); });
  return 24.0 * double(n) / seconds;
}

/// The volume of all bodies in cells.
double solid_cells(Simulation& simulation, double cell_size) {
  double volume = 0;
  for (const BodyRecord& body : simulation.bodies()) volume += body.volume;
  return volume / (cell_size * cell_size * cell_size);
}

void cylinders(const std::string& scenes, double triad, double dgemm) {
  Scene scene = read_scene(scenes + "/cylinder_collision.toml");
  scene.grid.cell_size = 0.3;
  for (BodySpec& body : scene.bodies) body.material.parameters["youngs_modulus"] = 6e5;
  const std::unique_ptr<Simulation> simulation = cpu::make_simulation(scene);
  StepRecord total;
  double stepping = 0;
  for (int step = 0; step < 100; ++step) {
    const Stopwatch watch(stepping);
    const StepRecord r = simulation->advance(0.005);
    add_to_totals(step_fields, r, total);
    total.contact.solver.friction.bandwidth =
        std::max(total.contact.solver.friction.bandwidth, r.contact.solver.friction.bandwidth);
  }
  const double output = median_of(3, [&] { return seconds_of([&] { simulation->sample(0); }); });
  std::printf(
      "\n100 steps of the cylinder collision, h = 0.3 m, E = 6e5 Pa: %.2f s on %d thread(s)\n",
      stepping, threads());
  std::printf("  in that time this machine moves %.0f GB (triad) or does %.0f GFlop (DGEMM)\n",
              stepping * triad * 1e-9, stepping * dgemm * 1e-9);
  std::printf("  at most %d contacts, friction band %d\n", total.contact.count,
              total.contact.solver.friction.bandwidth);
  const struct {
    const char* name;
    double seconds;
  } phases[] = {{"grid", total.seconds_grid},
                {"detection", total.contact.seconds_detect},
                {"assembly", total.contact.seconds_assemble},
                {"contact", total.contact.solver.normal.seconds},
                {"friction", total.contact.solver.friction.seconds},
                {"sampling a frame", output}};
  for (const auto& phase : phases) {
    std::printf("  %-18s %7.3f s  %5.1f %%\n", phase.name, phase.seconds,
                100 * phase.seconds / stepping);
  }
  const double cells = solid_cells(*simulation, scene.grid.cell_size);
  std::printf("  of grid, on %.0f solid cells a step:\n", cells);
  visit_step_seconds([&](const char* name, double StepSeconds::*part) {
    const double seconds = total.operators.*part;
    std::printf("    %-16s %7.3f s  %5.1f %%  %5.0f ns a cell\n", name, seconds,
                100 * seconds / stepping, 1e9 * seconds / (100 * cells));
  });
}

/// `count` balls apart from each other in a domain of the given size.
Scene apart(int count, double domain) {
  Scene scene;
  scene.time.dt = 1e-3;
  scene.grid.origin = {0, 0, 0};
  scene.grid.size = {domain, domain, domain};
  scene.grid.cell_size = 0.025;
  for (int b = 0; b < count; ++b) {
    BodySpec body;
    body.name = "ball_" + std::to_string(b);
    body.shape = {"sphere", {{"radius", 0.2}}};
    body.centre = {1 + 1.0 * (b % 4), 1 + 1.0 * (b / 4), 1};
    body.velocity = {1, 0.3, 0.2};
    body.material.density = 1000;
    body.material.parameters = {{"youngs_modulus", 1e5}, {"poissons_ratio", 0.3}};
    scene.bodies.push_back(body);
  }
  return scene;
}

Index node_box_nodes(const Scene& scene) {
  Index nodes = 0;
  for (const BodySpec& spec : scene.bodies) {
    nodes += Body(setup_of(scene, spec), grid_of(scene)).state().node_box.nodes.count();
  }
  return nodes;
}

void growth() {
  std::printf("\n%-28s %12s %14s %12s %16s\n", "balls, domain edge", "ms per step",
              "nodes in boxes", "peak MB", "bytes per node");
  const struct {
    int balls;
    double domain;
  } cases[] = {{1, 8}, {1, 800}, {2, 8}, {4, 8}, {8, 8}};
  for (const auto& c : cases) {
    const Scene scene = apart(c.balls, c.domain);
    memory::restart_peak();
    const std::unique_ptr<Simulation> simulation = cpu::make_simulation(scene);
    double grid = 0;
    for (int step = 0; step < 20; ++step) grid += simulation->advance(1e-3).seconds_grid;
    const double bytes = double(simulation->peak_memory());
    const Index nodes = node_box_nodes(scene);
    std::printf("%3d, %5.0f m %30.2f %14lld %12.1f %16.0f\n", c.balls, c.domain, 1e3 * grid / 20,
                static_cast<long long>(nodes), 1e-6 * bytes, bytes / double(nodes));
  }
}

}  // namespace
}  // namespace eulersolid

int main(int argc, char** argv) {
  using namespace eulersolid;
  const double triad = triad_bytes_per_second(), dgemm = lapack::dgemm_rate(threads());
  std::printf("machine: triad %.1f GB/s, DGEMM %.1f GFlop/s on %d thread(s)\n", triad * 1e-9,
              dgemm * 1e-9, threads());
  cylinders(argc > 1 ? argv[1] : "scenes", triad, dgemm);
  growth();
}
