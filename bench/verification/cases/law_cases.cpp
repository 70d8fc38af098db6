#include <cmath>

#include "bench/verification/case.h"
#include "bench/verification/fields.h"
#include "bench/verification/laws.h"
#include "bench/verification/scenes.h"

/// Laws at finite strain: a free box that tractions on its faces deform evenly.
namespace eulersolid {

namespace {

using namespace verification;

constexpr double edge = 0.1, rise = 0.03, settled = 0.18;  // [m], [s]
constexpr double viscosity = 3e-3;  // lets vibrations of 200 rad/s die in time

struct Load {
  Vec3 face, traction;  ///< outward normal; [Pa], and the opposite on the other side
};

/// @param activation  of fibres, where it has any
Mat3 gradient_under(Backend backend, const MaterialSpec& material, const std::vector<Load>& loads,
                    int cells, double activation = 0) {
  Scene scene = empty_scene(edge / cells);
  const Vec3 size{edge, edge, edge};
  BodySpec cube = box("box", {0.0033, 0.0041, 0.0017}, size, material);
  for (const Load& load : loads) {
    for (const double side : {1.0, -1.0}) {
      RegionSpec region =
          face("face " + std::to_string(cube.regions.size()), side * load.face, size);
      region.traction = side * load.traction;
      region.load = ramp({1, 0, 0}, rise);
      cube.regions.push_back(region);
    }
  }
  if (activation > 0) {
    RegionSpec all = all_of_it("all");
    all.activation = activation, all.load = ramp({1, 0, 0}, rise);
    cube.regions.push_back(all);
  }
  scene.bodies = {cube};
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, settled);
  return Nodes(*simulation, scene).mean_gradient();
}

VerificationCase tension(const Law& law) {
  const double traction = 2e4;
  return {.name = "tension-" + law.name,
          .group = "Laws",
          .what = "A free box that tractions of 0.2 E on two faces stretch.",
          .quantity = "strain along [-]",
          .source = "dW/ds = (T, 0, 0), solved for the stretches; W: " + law.source,
          .across = "the edge",
          .cells = {3, 4, 5},
          .coarse = 1,
          .exact = law.stretches_under({traction, 0, 0}).x - 1,
          .measure = [=](Backend backend, int cells) {
            return gradient_under(backend, law.material, {{{1, 0, 0}, {traction, 0, 0}}}, cells)
                       .r[0]
                       .x -
                   1;
          }};
}

VerificationCase shear(const Law& law) {
  // Without the pull, what is pressed along a diagonal by forces of one direction turns over.
  const double pull = 1e4, along = 5e3;
  const Vec3 s = law.stretches_under({pull + along, pull - along, 0});
  return {.name = "shear-" + law.name,
          .group = "Laws",
          .what = "A free box that tractions of 0.05 E along four faces shear and of 0.1 E pull.",
          .quantity = "F_xz [-]",
          .source = "F symmetric, dW/ds = (P + T, P - T, 0) along the diagonals; W: " + law.source,
          .across = "the edge",
          .cells = {3, 4, 5},
          .coarse = 1,
          .exact = 0.5 * (s.x - s.y),
          .measure = [=](Backend backend, int cells) {
            const Mat3 F = gradient_under(
                backend, law.material,
                {{{1, 0, 0}, {pull, 0, along}}, {{0, 0, 1}, {along, 0, pull}}}, cells);
            return 0.5 * (F.r[0].z + F.r[2].x);
          }};
}

constexpr double activation = 0.6;

VerificationCase contraction(const Law& law) {
  return {.name = "active-fibres",
          .group = "Laws",
          .what = "A free box whose fibres are activated: they pull with 0.3 E at their length.",
          .quantity = "strain along [-]",
          .source = "dW/ds = 0 with A T g(s), g' = 1 - ((s - 1) / 0.5)^2, solved for the stretches",
          .across = "the edge",
          .cells = {3, 4, 5},
          .coarse = 1,
          .exact = law.stretches_under({}).x - 1,
          .measure = [=](Backend backend, int cells) {
            return gradient_under(backend, law.material, {}, cells, activation).r[0].x - 1;
          }};
}

}  // namespace

std::vector<VerificationCase> law_cases() {
  std::vector<VerificationCase> cases;
  for (const Law& law : laws(viscosity)) cases.push_back(tension(law)), cases.push_back(shear(law));
  cases.push_back(tension(fibre_reinforced(0, viscosity)));
  cases.push_back(contraction(fibre_reinforced(activation, viscosity)));
  return cases;
}

}  // namespace eulersolid
