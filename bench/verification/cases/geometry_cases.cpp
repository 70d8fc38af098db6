#include <cmath>

#include "bench/verification/case.h"
#include "bench/verification/scenes.h"

/// What the cells make of shapes before anything moves: volumes and moments of inertia.
namespace eulersolid {

namespace {

using namespace verification;

constexpr double edge = 0.1;  // [m] of what the cells are counted along

/// Off the nodes, and in no symmetric place.
constexpr Vec3 place{0.0131, 0.0172, 0.0093};

BodySpec tilted(ShapeSpec shape) {
  BodySpec body = ball("body", place, edge, soft(0.3));
  body.shape = std::move(shape), body.rotation = {{1, 2, 3}, 0.7};
  return body;
}

BodyRecord at_rest(Backend backend, const BodySpec& body, int cells) {
  Scene scene = empty_scene(edge / cells);
  scene.bodies = {body};
  return make_simulation(backend, scene)->bodies()[0];
}

VerificationCase mass_case(const std::string& name, const std::string& what,
                           const std::string& across, const BodySpec& body, double volume,
                           const std::string& formula, std::optional<double> order = {}) {
  return {.name = name,
          .group = "Shapes on cells",
          .what = what,
          .quantity = "mass [kg]",
          .source = formula,
          .across = across,
          .cells = {4, 8, 16},
          .exact = density * volume,
          .order = order,
          .measure = [=](Backend backend, int cells) {
            return at_rest(backend, body, cells).measured_mass;
          }};
}

}  // namespace

std::vector<VerificationCase> geometry_cases() {
  const double r = 0.5 * edge;
  BodySpec spinning = ball("body", place, r, soft(0.3));
  spinning.angular_velocity = {0.3, -0.2, 0.5};
  const Vec3 w = spinning.angular_velocity;
  const double ball_volume = 4.0 / 3 * pi * r * r * r;
  return {
      mass_case("ball-mass", "A ball, its centre on no node.", "the diameter",
                ball("body", place, r, soft(0.3)), ball_volume, "4/3 pi R^3 rho"),
      mass_case("cylinder-mass", "A cylinder as long as it is wide, across the grid.",
                "the diameter", tilted({"cylinder", {{"radius", r}, {"length", edge}}}),
                pi * r * r * edge, "pi R^2 L rho", 1.8),
      mass_case("torus-mass", "A ring twice as wide as its tube, across the grid.", "the tube",
                tilted({"torus", {{"radius", edge}, {"tube_radius", r}}}),
                2 * pi * pi * edge * r * r, "2 pi^2 R r^2 rho", 1.8),
      mass_case("box-mass", "A box of 1 x 1.5 x 2, across the grid.", "the shortest edge",
                tilted({"box", {{"size", Vec3{edge, 1.5 * edge, 2 * edge}}}}),
                3 * edge * edge * edge, "a b c rho"),
      {.name = "ball-inertia",
       .group = "Shapes on cells",
       .what = "A ball that spins, its centre on no node.",
       .quantity = "kinetic energy at the start [J]",
       .source = "1/2 (2/5 m R^2) w^2",
       .across = "the diameter",
       .cells = {4, 8, 16, 24},
       .exact = 0.2 * density * ball_volume * r * r * dot(w, w),
       .max_coarse = 0.06,
       .order = 1.8,
       .measure = [=](Backend backend,
                      int cells) { return at_rest(backend, spinning, cells).kinetic; }},
  };
}

}  // namespace eulersolid
