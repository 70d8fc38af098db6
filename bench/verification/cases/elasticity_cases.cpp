#include <cmath>

#include "bench/verification/case.h"
#include "bench/verification/fields.h"
#include "bench/verification/laws.h"
#include "bench/verification/scenes.h"
#include "io/scene/read_scene.h"

/// Solids in equilibrium, held and loaded by regions, without contact.
namespace eulersolid {

namespace {

using namespace verification;

constexpr double thick = 0.1, length = 0.4;        // of bars along z [m]
constexpr double period = 4 * length / bar_speed;  // of a bar that is held at one end [s]
constexpr const char* group = "Equilibrium of what is held and loaded";

/// A bar from z = 0 up to `length`, held at its upper end, which is on nodes; its sides are not.
Scene hanging_bar(int cells, double poissons_ratio) {
  const double h = thick / cells;
  Scene scene = empty_scene(h, {0.3 * h, 0.2 * h, 0});
  BodySpec bar =
      box("bar", {0, 0, 0.5 * length}, {thick, thick, length}, soft(poissons_ratio, 1e-3));
  RegionSpec held = beyond("held", {0, 0, 0.5 * length}, {0, 0, 1});
  held.hold = true;
  bar.regions = {held};
  scene.bodies = {bar};
  return scene;
}

/// Loads that grow for a period leave no vibration in a bar that is linear; means are over a
/// period.
constexpr double load_rise = period, waiting = 2 * period, meaning = period;

constexpr double weight_of_mass = 0.25;  // gravity, small: strains of 1e-3 [m/s^2]

struct Hanging {
  double way, reaction;
};

Hanging hang(Backend backend, int cells) {
  Scene scene = hanging_bar(cells, 0);
  scene.gravity = ramp({0, 0, -weight_of_mass}, load_rise);
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, waiting);
  simulation->regions();
  const double way = mean_until(*simulation, waiting + meaning,
                                [&] { return -Nodes(*simulation, scene).mean_displacement().z; });
  return {way, simulation->regions()[0].reaction_force.z};
}

constexpr double upper = 0.6 * length, lower = 0.4 * length;  // of a bar of two materials [m]
constexpr double stiffer = 4, denser = 2;                     // times, its lower part is

/// Mean displacement by mass of a bar of two materials that hangs.
double hang_two_parts(Backend backend, int cells) {
  Scene scene = hanging_bar(cells, 0);
  scene.gravity = ramp({0, 0, -weight_of_mass}, load_rise);
  RegionSpec part = beyond("lower", {0, 0, lower - 0.5 * length}, {0, 0, -1});
  part.material = scene.bodies[0].material;
  part.material->density *= denser, part.material->parameters["youngs_modulus"] *= stiffer;
  scene.bodies[0].regions.push_back(part);
  const auto simulation = make_simulation(backend, scene);
  // Its periods are not those of the load: long waiting leaves less of them than of errors.
  run_to(*simulation, 6 * period);
  return mean_until(*simulation, 8 * period,
                    [&] { return -Nodes(*simulation, scene).mean_displacement().z; });
}

double way_of_two_parts() {
  const double a = upper, b = lower, above = density, below = denser * density;
  const double end = below * a * b + above * a * a / 2;  // of the upper part, times E/g
  const double sum = above * (below * b * a * a / 2 + above * a * a * a / 3) +
                     below * (end * b + below * b * b * b / (3 * stiffer));
  return weight_of_mass / youngs_modulus * sum / (above * a + below * b);
}

/// Mean strain along a bar that is pulled at its end by 0.1 E.
double pulled_bar(Backend backend, int cells) {
  Scene scene = hanging_bar(cells, 0);
  RegionSpec end = face("end", {0, 0, -1}, {thick, thick, length});
  end.traction = {0, 0, -0.1 * youngs_modulus};
  end.load = ramp({1, 0, 0}, load_rise);
  scene.bodies[0].regions.push_back(end);
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, waiting);
  return mean_until(*simulation, waiting + meaning,
                    [&] { return Nodes(*simulation, scene).mean_gradient().r[2].z - 1; });
}

/// Volume over that at rest of a ball under a pressure of 0.2 E all around.
double pressed_ball(Backend backend, int cells) {
  Scene scene = empty_scene(thick / cells);
  scene.bodies = {ball("ball", {0.0031, 0.0017, 0.0023}, 0.5 * thick, soft(0.3, 2e-3))};
  RegionSpec skin = all_of_it("skin");
  skin.pressure = 0.2 * youngs_modulus;
  skin.load = ramp({1, 0, 0}, 0.04);
  scene.bodies[0].regions = {skin};
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, 0.12);
  return determinant(Nodes(*simulation, scene).mean_gradient());
}

/// Stretch of a neo-Hookean ball at which dW/ds, over s^2, is the pressure.
double pressed_volume() {
  const Law law = neo_hookean(0.3, 0);
  const double s = root_of(
      [&](double t) {
        return law.stress({t, t, t}).x / (t * t) + 0.2 * youngs_modulus;
      },
      0.5, 1);
  return s * s * s;
}

constexpr double turn = 0.02, free_length = 0.2;  // [rad], [m]

/// A bar along z whose ends are held, beyond `free_length`, and turned against each other about an
/// axis; nodes lie on the ends of what is free.
Scene turned_bar(BodySpec bar, int cells, Vec3 axis) {
  const double h = thick / cells;
  Scene scene = empty_scene(h, {0.3 * h, 0.2 * h, 0.5 * free_length});
  for (const double side : {1.0, -1.0}) {
    RegionSpec end =
        beyond(side > 0 ? "upper" : "lower", {0, 0, side * 0.5 * free_length}, {0, 0, side});
    end.turning.keyframes = {{0, {axis, 0}}, {0.1, {axis, side * 0.5 * turn}}};
    bar.regions.push_back(end);
  }
  scene.bodies = {bar};
  return scene;
}

/// Mean torque about an axis that the ends are held with [N m].
double torque(Backend backend, const Scene& scene, Vec3 axis) {
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, 0.3);
  simulation->regions();
  run_to(*simulation, 0.4);
  const std::vector<RegionRecord> ends = simulation->regions();
  return 0.5 * dot(ends[0].reaction_torque - ends[1].reaction_torque, axis);
}

constexpr double held_length = 0.1;  // of both ends together [m]

double twisted(Backend backend, int cells) {
  const Vec3 axis{0, 0, 1};
  return torque(backend,
                turned_bar(cylinder("bar", {0, 0, 0}, 0.5 * thick, free_length + held_length,
                                    soft(0.3, 2e-3)),
                           cells, axis),
                axis);
}

double bent(Backend backend, int cells) {
  const Vec3 axis{0, 1, 0};
  return torque(
      backend,
      turned_bar(box("bar", {0, 0, 0}, {thick, thick, free_length + held_length}, soft(0, 2e-3)),
                 cells, axis),
      axis);
}

constexpr double branch = 0.5, relaxation = 0.1, turned = 0.1;  // mu_b over mu, tau [s], rise [s]

/// The same of a cylinder with a Maxwell branch, 0.1 to 0.15 s after its ends have been turned.
double relaxing(Backend backend, int cells) {
  MaterialSpec material = soft(0.3, 1e-3);
  material.model = "maxwell";
  material.parameters["branch_modulus"] = branch * shear_modulus(0.3);
  material.parameters["relaxation_time"] = relaxation;
  const Vec3 axis{0, 0, 1};
  const Scene scene = turned_bar(
      cylinder("bar", {0, 0, 0}, 0.5 * thick, free_length + held_length, material), cells, axis);
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, 2 * turned);
  simulation->regions();
  run_to(*simulation, 2.5 * turned);
  const std::vector<RegionRecord> ends = simulation->regions();
  return 0.5 * dot(ends[0].reaction_torque - ends[1].reaction_torque, axis);
}

/// Over that of elasticity: what lasts, and the mean of the branch's, which grew for the rise.
double relaxed_part() {
  const double grown = relaxation / turned * (1 - std::exp(-turned / relaxation));
  const double from = turned / relaxation, to = 1.5 * turned / relaxation;
  return 1 + branch * grown * (std::exp(-from) - std::exp(-to)) / (to - from);
}

constexpr double hardening = 0.3;  // H over E
constexpr double surface_strain = 0.5 * thick * turn / free_length, yielding = 0.4 * surface_strain;

/// Of a cylinder that has been turned beyond its yield stress.
double yielded(Backend backend, int cells) {
  MaterialSpec material = soft(0.3, 2e-3);
  material.model = "plastic";
  material.parameters["yield_stress"] = std::sqrt(3.0) * shear_modulus(0.3) * yielding;
  material.parameters["hardening_modulus"] = hardening * youngs_modulus;
  const Vec3 axis{0, 0, 1};
  Scene scene = turned_bar(
      cylinder("bar", {0, 0, 0}, 0.5 * thick, free_length + held_length, material), cells, axis);
  for (RegionSpec& end : scene.bodies[0].regions)  // so slowly that waves yield no more than it
    end.turning.keyframes[1].time = 0.3, end.turning.keyframes[1].smooth = true;
  return torque(backend, scene, axis);
}

/// 2 pi int tau r^2 dr, with tau = mu g in the core, and beyond it tau_y + mu H / (3 mu + H) (g -
/// g_y).
double torque_beyond_yield() {
  const double mu = shear_modulus(0.3), H = hardening * youngs_modulus, R = 0.5 * thick;
  const double soft_part = mu * H / (3 * mu + H), core = R * yielding / surface_strain;
  const double rate = surface_strain / R;  // g = rate r
  const auto cubes = [&](double r) { return r * r * r / 3; };
  const auto fourths = [&](double r) { return r * r * r * r / 4; };
  return 2 * pi *
         (mu * rate * fourths(core) + (mu - soft_part) * yielding * (cubes(R) - cubes(core)) +
          soft_part * rate * (fourths(R) - fourths(core)));
}

constexpr double inner = 0.025, outer = 0.05, blown = 0.005;  // [m], [m], pressure over E

/// Displacement of a hollow ball under a pressure inside (Lame; Timoshenko and Goodier, Theory of
/// Elasticity, section 136).
Vec3 lame_displacement(Vec3 from, double nu) {
  const double r = norm(from), a3 = std::pow(inner, 3), b3 = std::pow(outer, 3);
  const double part = blown * a3 / (b3 - a3) * ((1 - 2 * nu) + (1 + nu) * b3 / (2 * r * r * r));
  return part * from;
}

/// How much of that there is in a hollow ball's displacement.
double hollow_ball(Backend backend, int cells) {
  const double nu = 0.3;
  Scene scene = parse_scene(R"([time]
duration = 1
[[body]]
shape = "difference"
parts = [{ shape = "sphere", radius = 0.05 }, { shape = "sphere", radius = 0.025 }]
centre = [0.0031, 0.0017, 0.0023]
material = { density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3, viscosity = 1e-3 }
[[body.region]]
name = "inside"
shape = "sphere"
radius = 0.035
pressure = 500
load_keyframes = [{ time = 0, factor = 0 }, { time = 0.03, factor = 1 }]
)",
                            "hollow.toml");
  scene.grid = empty_scene((outer - inner) / cells).grid;
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, 0.08);
  double ours = 0, all = 0;
  Nodes(*simulation, scene).visit([&](double m, Vec3 X, Vec3 u, Vec3) {
    const Vec3 exact = lame_displacement(X - scene.bodies[0].centre, nu);
    ours += m * dot(u, exact), all += m * dot(exact, exact);
  });
  return ours / all;
}

constexpr double bar_weight = 0.02;  // gravity across a bar: its end sinks by 0.2 % of L [m/s^2]

/// Mean deflection of a bar that is held at one end and bent by its weight. It grows for a period
/// of the lowest mode, 3.516 sqrt(E I / rho A) / L^2 (Euler and Bernoulli), and the mean is over
/// one.
double cantilever(Backend backend, int cells) {
  const double slow = 2 * pi / 3.516 * length * length / (bar_speed * thick / std::sqrt(12.0));
  Scene scene = hanging_bar(cells, 0);
  scene.gravity = ramp({bar_weight, 0, 0}, slow);
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, slow);
  return mean_until(*simulation, 2 * slow,
                    [&] { return Nodes(*simulation, scene).mean_displacement().x; });
}

/// By bending and by shear, with 5/6 of the section (Timoshenko; Cowper, J. Appl. Mech. 33 (1966),
/// for nu = 0).
double cantilever_deflection() {
  const double load = density * thick * thick * bar_weight, area = thick * thick,
               inertia = std::pow(thick, 4) / 12;
  return load * std::pow(length, 4) / (20 * youngs_modulus * inertia) +
         load * length * length / (3 * 5.0 / 6 * shear_modulus(0) * area);
}

}  // namespace

std::vector<VerificationCase> elasticity_cases() {
  const double area = thick * thick, r = 0.5 * thick;
  return {
      {.name = "hanging-bar",
       .group = group,
       .what = "A bar of nu = 0 that hangs from its upper end, under its weight.",
       .quantity = "mean way of its material [m]",
       .source = "rho g L^2 / 3 E",
       .across = "the thickness",
       .cells = {2, 3, 4, 6},
       .exact = density * weight_of_mass * length * length / (3 * youngs_modulus),
       .measure = [](Backend backend, int cells) { return hang(backend, cells).way; }},
      {.name = "hanging-bar-reaction",
       .group = group,
       .what = "The same bar.",
       .quantity = "force that holds it [N]",
       .source = "m g",
       .across = "the thickness",
       .cells = {2, 3, 4, 6},
       .exact = density * area * length * weight_of_mass,
       .measure = [](Backend backend, int cells) { return hang(backend, cells).reaction; }},
      {.name = "two-part-bar",
       .group = group,
       .what = "A hanging bar whose lower 0.4 of a region are 4 times stiffer and twice as dense.",
       .quantity = "mean displacement by mass [m]",
       .source = "u' = N/EA with N the weight below, by parts",
       .across = "the thickness",
       .cells = {2, 3, 4, 6},
       .exact = way_of_two_parts(),
       .measure = hang_two_parts},
      {.name = "pulled-bar",
       .group = group,
       .what = "A neo-Hookean bar of nu = 0, held at one end, that a traction of 0.1 E pulls.",
       .quantity = "strain along [-]",
       .source = "mu (s - 1/s) = T with mu = E/2",
       .across = "the thickness",
       .cells = {2, 3, 4},
       .exact = 0.1 + std::hypot(0.1, 1) - 1,
       .order = 1.8,
       .measure = pulled_bar},
      {.name = "pressed-ball",
       .group = group,
       .what = "A neo-Hookean ball under a pressure of 0.2 E all around.",
       .quantity = "volume over that at rest [-]",
       .source = "dW/ds / s^2 = -p, W: Bonet and Wood, 2nd ed., Eq. 6.27",
       .across = "the diameter",
       .cells = {4, 6, 8},
       .exact = pressed_volume(),
       .order = 1.8,
       .measure = pressed_ball},
      {.name = "twisted-cylinder",
       .group = group,
       .what = "A cylinder whose ends are held and turned against each other by 0.02 rad.",
       .quantity = "torque [N m]",
       .source = "G (pi/2 R^4) angle / L (Coulomb)",
       .across = "the diameter",
       .cells = {3, 4, 6},
       .exact = shear_modulus(0.3) * pi / 2 * std::pow(r, 4) * turn / free_length,
       .max_coarse = 0.03,
       .order = 1.8,
       .measure = twisted},
      {.name = "relaxing-cylinder",
       .group = group,
       .what = "The same with a Maxwell branch of half the shear modulus, as it relaxes.",
       .quantity = "mean torque, 1 to 1.5 times tau after it was turned for tau [N m]",
       .source = "mu (1 + 0.5 (1 - 1/e) exp(-t/tau)) over mu of Coulomb's",
       .across = "the diameter",
       .cells = {3, 4, 6},
       .exact = relaxed_part() * shear_modulus(0.3) * pi / 2 * std::pow(r, 4) * turn / free_length,
       .max_coarse = 0.03,
       .measure = relaxing},
      {.name = "yielding-cylinder",
       .group = group,
       .what = "A plastic cylinder, H = 0.3 E, that is turned until it yields beyond 0.4 R.",
       .quantity = "torque [N m]",
       .source = "2 pi int tau(g) r^2 dr, by parts (Nadai)",
       .across = "the diameter",
       .cells = {4, 6, 8},
       .exact = torque_beyond_yield(),
       .known = 0.011,
       .max_coarse = 0.03,
       .measure = yielded},
      {.name = "bent-bar",
       .group = group,
       .what = "A bar of nu = 0 whose ends are held and turned against each other by 0.02 rad.",
       .quantity = "bending moment [N m]",
       .source = "E I angle / L, I = a^4 / 12 (Euler and Bernoulli; exact for nu = 0)",
       .across = "the thickness",
       .cells = {3, 4, 6},
       .coarse = 1,
       .exact = youngs_modulus * std::pow(thick, 4) / 12 * turn / free_length,
       .measure = bent},
      {.name = "hollow-ball",
       .group = group,
       .what = "A hollow ball, half as wide inside as outside, with a pressure of 0.005 E in it.",
       .quantity = "displacement over the exact one, by least squares [-]",
       .source = "Lame (Timoshenko and Goodier, Theory of Elasticity, section 136)",
       .across = "the wall",
       .cells = {2, 3, 4},
       .coarse = 1,
       .exact = 1,
       .max_coarse = 0.04,
       .measure = hollow_ball},
      {.name = "cantilever",
       .group = group,
       .what = "A bar of nu = 0, four times as long as thick, held at one end, under its weight.",
       .quantity = "mean deflection [m]",
       .source =
           "q L^4 / 20 E I + q L^2 / (3 5/6 G A) (Timoshenko; Cowper, J. Appl. Mech. 33 (1966))",
       .across = "the thickness",
       .cells = {2, 3, 4},
       .coarse = 1,
       .exact = cantilever_deflection(),
       .max_coarse = 0.06,
       .measure = cantilever},
  };
}

}  // namespace eulersolid
