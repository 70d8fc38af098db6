#include <cmath>

#include "bench/verification/case.h"
#include "bench/verification/fields.h"
#include "bench/verification/scenes.h"
#include "io/scene/read_scene.h"
#include "kernels/core/error.h"

/// Benchmarks of the literature, and some like them. What is no closed form comes from finite
/// elements, by the scripts in bench/verification/reference/.
namespace eulersolid {

namespace {

using namespace verification;

constexpr const char* group = "Benchmarks";

/// Goes to a static scene's balance with the loads of a time, which they reach in `steps`.
void settle(Simulation& simulation, double time, int steps, double imbalance) {
  constexpr int max_steps = 200000;
  const double pace = time / steps;
  for (int n = 0; n < max_steps; ++n) {
    const double left = std::fmax(0, time - simulation.time());
    const StepRecord step = simulation.relax(simulation.step_limit().dt, std::fmin(left, pace));
    if (left == 0 && step.imbalance <= imbalance) return;
  }
  throw SimulationError("there is no balance");
}

/// @param yield_stress, hardening  over Young's modulus
MaterialSpec plastic(double yield_stress, double hardening) {
  MaterialSpec material = soft(0.3);
  material.model = "plastic";
  material.parameters["yield_stress"] = yield_stress * youngs_modulus;
  material.parameters["hardening_modulus"] = hardening * youngs_modulus;
  return material;
}

// Cook's membrane: a trapezoid of 48 by 44 and 16 cm, whose sides are free.
constexpr double wide = 0.48, high = 0.44, end_high = 0.16, slab = 0.08;  // [m]

/// Held at x = 0, with an even traction up at its other end. Two large turned boxes cut a third
/// one.
Scene cook_scene(int cells, const MaterialSpec& material, double traction) {
  const double h = wide / cells;
  Scene scene = parse_scene(R"x([time]
duration = 1
mode = "static"
[[body]]
shape = "intersection"
centre = [0, 0, 0]
material = "gel"
[[body.parts]]
shape = "box"
size = [0.48, 2, 0.08]
centre = [0.24, 0, 0]
[[body.parts]]
shape = "box"
size = [2, 2, 1]
rotation = { angle = 0.3217505544 }
centre = ["1/sqrt(10)", "0.44 - 3/sqrt(10)", 0]
[[body.parts]]
shape = "box"
size = [2, 2, 1]
rotation = { angle = 0.7419472680 }
centre = ["-11/sqrt(265)", "12/sqrt(265)", 0]
)x",
                            "cook.toml");
  scene.grid = empty_scene(h, {0, 0.3 * h, 0}).grid;
  RegionSpec held = beyond("held", {0, 0, 0}, {-1, 0, 0});
  held.hold = true;
  RegionSpec end = face("end", {1, 0, 0}, {2 * wide, 2, 2 * slab});
  end.traction = {0, traction, 0}, end.load = ramp({1, 0, 0}, 1);
  scene.bodies[0].material = material, scene.bodies[0].regions = {held, end};
  return scene;
}

/// Way up of the middle of the loaded end. The load grows so slowly that waves yield nothing.
double way_up(Backend backend, int cells, const MaterialSpec& material, double traction) {
  const Scene scene = cook_scene(cells, material, traction);
  const auto simulation = make_simulation(backend, scene);
  settle(*simulation, 1, 60 * cells, 1e-3);
  return Nodes(*simulation, scene)
      .displacement_at({wide, high + 0.5 * end_high, 0}, 2.5 * wide / cells)
      .y;
}

double cook(Backend backend, int cells) {
  return way_up(backend, cells, soft(1.0 / 3), 1e-4 * youngs_modulus);
}

double cook_plastic(Backend backend, int cells) {
  return way_up(backend, cells, plastic(0.01, 0.3), 0.005 * youngs_modulus);
}

// Turek and Hron's beam. Plane strain, which no obstacle can pull into, bends it as nu = 0 does
// with the same E / (1 - nu^2).
constexpr double beam_thick = 0.02, beam_length = 0.35, beam_gravity = 2;  // [m], [m/s^2]
constexpr double beam_lowest = -0.12909;                                   // [m]

/// Along x from 0, where it is held.
Scene beam_scene(int cells, double youngs_modulus) {
  const double h = beam_thick / cells;
  Scene scene = empty_scene(h, {0, 0.3 * h, 0.2 * h});
  MaterialSpec material = soft(0);
  material.model = "st_venant_kirchhoff";
  material.parameters["youngs_modulus"] = youngs_modulus / (1 - 0.4 * 0.4);
  BodySpec beam =
      box("beam", {0.5 * beam_length, 0, 0}, {beam_length, beam_thick, 0.5 * beam_thick}, material);
  RegionSpec held = beyond("held", {-0.5 * beam_length, 0, 0}, {-1, 0, 0});
  held.hold = true;
  beam.regions = {held};
  scene.bodies = {beam};
  return scene;
}

Vec3 beam_tip(const Simulation& simulation, const Scene& scene) {
  return Nodes(simulation, scene).displacement_at({beam_length, 0, 0}, beam_thick);
}

/// Mean way up of its end over its period, after its weight has grown for one.
double sag(Backend backend, int cells) {
  constexpr double period = 0.907;  // [s]
  Scene scene = beam_scene(cells, 1.4e6);
  scene.gravity = ramp({0, -beam_gravity, 0}, period);
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, period);
  return mean_until(*simulation, 2 * period, [&] { return beam_tip(*simulation, scene).y; });
}

/// Calls `each` with how far its end is up, which is let go, at moments until it returns false.
void let_go(Backend backend, int cells, const std::function<bool(double time, double y)>& each) {
  Scene scene = beam_scene(cells, 1.4e6);
  scene.gravity.value = {0, -beam_gravity, 0};
  const auto simulation = make_simulation(backend, scene);
  do {
    run_to(*simulation, simulation->time() + 0.005);
  } while (each(simulation->time(), beam_tip(*simulation, scene).y));
}

/// The lowest place of its end.
double lowest(Backend backend, int cells) {
  double low = 0, before = 0;
  let_go(backend, cells, [&](double, double y) {
    const bool falls = y < before;
    if (y < low) low = y;
    before = y;
    return falls;
  });
  return low;
}

/// When its end is back half way up from there.
double half_way_back(Backend backend, int cells) {
  Crossings halves;
  let_go(backend, cells, [&](double time, double y) {
    halves.add(time, y - 0.5 * beam_lowest);
    return halves.times().size() < 2;
  });
  return halves.times().back();
}

constexpr double bar_radius = 0.03, bar_length = 0.15;  // of Taylor's bar, along z [m]

/// The affine motion nearest to a plastic bar's after it has hit a wall: its mean over the period
/// of the bar's vibration.
Mat3 flattened(Backend backend, int cells, double hardening) {
  const double h = bar_radius / cells;
  Scene scene = empty_scene(h, {0.3 * h, 0.2 * h, 0.4 * h});
  scene.bodies = {
      cylinder("bar", {0, 0, 0.5 * bar_length}, bar_radius, bar_length, plastic(0.005, hardening))};
  scene.bodies[0].velocity = {0, 0, -0.05 * bar_speed};
  scene.obstacles = {plane("wall", {}, {0, 0, 1})};
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, 0.2);
  Mat3 sum{};
  mean_until(*simulation, 0.23, [&] {
    sum = sum + (1.0 / 24) * Nodes(*simulation, scene).mean_gradient();
    return 0;
  });
  return sum;
}

constexpr double ring = 0.07, wall = 0.02, pressed = 0.85;  // radius, thickness [m], of the height

/// Mean force of the two plates that have closed on a ring.
double squeezed_ring(Backend backend, int cells) {
  constexpr double closing = 0.2, end = 0.35;  // [s]
  Scene scene = parse_scene(R"([time]
duration = 1
[[body]]
name = "ring"
shape = "difference"
parts = [{ shape = "cylinder", radius = 0.07, length = 0.01 },
         { shape = "cylinder", radius = 0.05, length = 0.02 }]
centre = [0, 0, 0]
material = "gel"
)",
                            "ring.toml");
  const double h = wall / cells;
  scene.grid = empty_scene(h, {0.3 * h, 0.2 * h, 0.1 * h}).grid;
  scene.bodies[0].material = soft(0, 4e-4);
  scene.bodies[0].material.model = "st_venant_kirchhoff";
  for (const double side : {-1.0, 1.0}) {
    ObstacleSpec plate = plane(side < 0 ? "lower" : "upper", {}, {0, -side, 0});
    plate.motion.keyframes = {{0, {0, side * ring, 0}}, {closing, {0, side * pressed * ring, 0}}};
    plate.motion.keyframes[1].smooth = true;
    scene.obstacles.push_back(plate);
  }
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, closing);
  simulation->contacts();
  run_to(*simulation, end);
  double force = 0;
  for (const ContactRecord& contact : simulation->contacts())
    force += 0.5 * std::fabs(contact.force.y);
  return force;
}

// A strip between two rough plates, which is pulled at its end: friction slips along a part of it.
constexpr double strip = 0.05, strip_length = 10 * strip, slips = 8 * strip;  // [m]
constexpr double rough = 0.1, strip_stretch = 0.99;                           // mu; across
double strip_pressure() { return 0.5 * youngs_modulus * (1 / strip_stretch - strip_stretch); }
double strip_pull() { return 2 * rough * strip_pressure() * slips / strip; }  // [Pa]

/// How far its end has been drawn out, or stays so when it has been let go again.
double drawn_out(Backend backend, int cells, bool let_go) {
  constexpr double closed = 0.1, pulled = 0.7, rest = 0.05;  // [s]
  const double h = strip / cells;
  Scene scene = empty_scene(h, {0.3 * h, 0.2 * h, 0.1 * h});
  scene.contact.friction = rough;
  scene.contact.tolerance = 1e-6;
  const Vec3 size{strip_length, strip, 0.5 * strip};
  BodySpec body = box("strip", {-0.5 * strip_length, 0, 0}, size, soft(0, 4e-4));
  RegionSpec face_pulled = face("end", {1, 0, 0}, size);
  face_pulled.traction = {strip_pull(), 0, 0};
  face_pulled.load.keyframes = {{0, {}}, {closed, {}}, {pulled, {1, 0, 0}}};
  if (let_go) face_pulled.load.keyframes.push_back({2 * pulled - closed, {}});
  for (std::size_t n = 2; n < face_pulled.load.keyframes.size(); ++n)
    face_pulled.load.keyframes[n].smooth = true;  // with any speed at the end it would slip further
  body.regions = {face_pulled};
  scene.bodies = {body};
  for (const double side : {-1.0, 1.0}) {
    ObstacleSpec plate = plane(side < 0 ? "lower" : "upper", {}, {0, -side, 0});
    plate.motion.keyframes = {{0, {0, 0.5 * side * strip, 0}},
                              {closed, {0, 0.5 * side * strip_stretch * strip, 0}}};
    plate.motion.keyframes[1].smooth = true;
    scene.obstacles.push_back(plate);
  }
  const auto simulation = make_simulation(backend, scene);
  const double end = face_pulled.load.keyframes.back().time;
  run_to(*simulation, end);
  return mean_until(*simulation, end + rest,
                    [&] { return Nodes(*simulation, scene).displacement_at({}, strip).x; });
}

/// Of a tension that falls evenly from a value to none along all that slips.
double way_of_tension(double most) {
  constexpr int parts = 100;
  double way = 0;
  for (int n = 0; n < parts; ++n) {
    const double t = most / youngs_modulus * (n + 0.5) / parts;
    way += slips / parts * (t + std::hypot(t, 1) - 1);
  }
  return way;
}

/// By what the middle of the strip is ahead of its faces, on the mean, by the shear across it.
double way_of_shear() { return rough * strip_pressure() * strip / (6 * shear_modulus(0)); }

}  // namespace

std::vector<VerificationCase> benchmark_cases() {
  const char* cook_way = "way up of the middle of its loaded end [m]";
  const char* beam =
      "A beam of 35 by 2 cm, held at one end, E = 1.4e6 / (1 - 0.4^2) Pa, nu = 0, St. "
      "Venant-Kirchhoff, bends far under its weight, 2 m/s^2";
  const char* bar =
      "A plastic bar, five times as long as its radius, hits a wall at 0.05 c; yield stress 0.005 "
      "E, ";
  const std::string beam_source =
      "finite elements, 8 nodes, plane, 35 x 2 and 70 x 4 (reference/turek_hron.py, which has the "
      "published one, of nu = 0.4 and with a round end, as ";
  const std::string bar_source =
      "finite elements, axisymmetric, 4 nodes, F-bar, 4, 8 and 16 across the radius, extrapolated: "
      "the last has ";
  return {
      {.name = "cook",
       .group = group,
       .what =
           "Cook's membrane as a slab, 48 : 44 : 16 wide and high, 8 thick, held at its high end, "
           "with a traction of 1e-4 E along the other; nu = 1/3.",
       .quantity = cook_way,
       .source =
           "CalculiX, C3D20R, 4 to 24 elements along, extrapolated (reference/cook.py); plane "
           "stress has 3.8336e-4 (Cook, J. Struct. Div. ASCE 100 (1974) 1851-1863: 23.96 of F / "
           "E t)",
       .across = "the width",
       .cells = {8, 12, 16, 24},
       .coarse = 1,
       .exact = 3.816e-4,
       .max_coarse = 0.06,
       .order = 1.5,
       .measure = cook},
      {.name = "cook-plastic",
       .group = group,
       .what =
           "The same slab, nu = 0.3, yield stress 0.01 E, H = 0.3 E, with a traction of 0.005 E.",
       .quantity = cook_way,
       .source = "CalculiX, C3D20R, 4, 8 and 12 elements along, extrapolated (reference/cook.py)",
       .across = "the width",
       .cells = {8, 12, 16, 24},
       .coarse = 1,
       .exact = 0.02755,
       .known = 0.03,
       .max_coarse = 0.27,
       .order = 1.8,
       .measure = cook_plastic},
      {.name = "turek-hron-csm1",
       .group = group,
       .what = std::string(beam) + ".",
       .quantity = "way up of the middle of its end [m]",
       .source = beam_source +
                 "-0.06605 m). CSM1 of Turek and Hron, in Fluid-Structure Interaction, "
                 "Springer 2006, 371-385, has -0.06610 m",
       .across = "the thickness",
       .cells = {2, 3},
       .coarse = 0,
       .exact = -0.065806,
       .known = 0.015,
       .measure = sag},
      {.name = "turek-hron-csm3",
       .group = group,
       .what = std::string(beam) + ", which comes on at once.",
       .quantity = "lowest place of the middle of its end [m]",
       .source = beam_source + "-0.1296 m: CSM3 of Turek and Hron, -0.1288 m)",
       .across = "the thickness",
       .cells = {2, 3, 4},
       .coarse = 1,
       .exact = beam_lowest,
       .known = 0.013,
       .max_coarse = 0.06,
       .order = 1.8,
       .measure = lowest},
      {.name = "turek-hron-csm3-time",
       .group = group,
       .what = "The same beam.",
       .quantity = "time until its end is back half way up from its lowest place [s]",
       .source = beam_source + "0.6835 s)",
       .across = "the thickness",
       .cells = {2, 3},
       .coarse = 0,
       .exact = 0.6821,
       .known = 0.02,
       .measure = half_way_back},
      {.name = "taylor-bar-length",
       .group = group,
       .what = std::string(bar) + "H = 0.2 E.",
       .quantity = "shortening of the affine motion nearest by mass [-]",
       .source = bar_source + "0.07553 (reference/taylor_bar.py)",
       .across = "the radius",
       .cells = {3, 4, 6},
       .coarse = 1,
       .exact = 0.0756,
       .most = 0.02,
       .measure = [](Backend b, int n) { return 1 - flattened(b, n, 0.2).r[2].z; }},
      {.name = "taylor-bar-width",
       .group = group,
       .what = "The same bar.",
       .quantity = "spreading of the same motion [-]",
       .source = bar_source + "0.03821 (reference/taylor_bar.py)",
       .across = "the radius",
       .cells = {3, 4, 6},
       .coarse = 0,
       .exact = 0.0382,
       .most = 0.02,
       .measure =
           [](Backend b, int n) {
             const Mat3 F = flattened(b, n, 0.2);
             return 0.5 * (F.r[0].x + F.r[1].y) - 1;
           }},
      {.name = "taylor-bar-soft",
       .group = group,
       .what = std::string(bar) +
               "H = 0.02 E: within cells strains vary elastically, which spreads "
               "what yields.",
       .quantity = "shortening of the affine motion nearest by mass [-]",
       .source = bar_source + "0.1327 (reference/taylor_bar.py)",
       .across = "the radius",
       .cells = {3, 4, 6},
       .coarse = 0,
       .exact = 0.1332,
       .most = 0.02,
       .known = 0.2,
       .order = 0.8,
       .measure = [](Backend b, int n) { return 1 - flattened(b, n, 0.02).r[2].z; }},
      {.name = "squeezed-ring",
       .group = group,
       .what =
           "A ring, its wall a third of its mean radius, nu = 0, St. Venant-Kirchhoff, that two "
           "plates without friction press to 0.85 of its height.",
       .quantity = "force [N]",
       .source = "finite elements, 8 nodes, plane, 20 x 4 to 80 x 8 in a quarter "
                 "(reference/ring.py)",
       .across = "the wall",
       .cells = {2, 3, 4},
       .coarse = 1,
       .exact = 0.30803,
       .most = 0.02,
       .known = 0.031,
       .max_coarse = 0.17,
       .order = 1.8,
       .measure = squeezed_ring},
      {.name = "partial-slip",
       .group = group,
       .what =
           "A neo-Hookean strip of nu = 0 between two plates that press it to 0.99, mu = 0.1, is "
           "pulled at its end, and slips on 8 times its thickness.",
       .quantity = "way of its end [m]",
       .source =
           "int (s - 1) dx, E/2 (s - 1/s) = T x / l, l = T t / 2 mu p, and tau t / 6 G of shear "
           "(the bar with constant friction, which sticks beyond)",
       .across = "the thickness",
       .cells = {2, 3, 4},
       .coarse = 1,
       .exact = way_of_tension(strip_pull()) + way_of_shear(),
       .most = 0.02,
       .max_coarse = 0.03,
       .measure = [](Backend b, int n) { return drawn_out(b, n, false); }},
      {.name = "partial-slip-back",
       .group = group,
       .what = "The same strip, which has been let go again.",
       .quantity = "way of its end that is left [m]",
       .source =
           "the same, the tension rising to T/2 at l/2, from where on it has slipped back, and "
           "shear the other way: half of the way, nearly",
       .across = "the thickness",
       .cells = {2, 3, 4},
       .coarse = 0,
       .exact = way_of_tension(0.5 * strip_pull()) - way_of_shear(),
       .most = 0.02,
       .known = 0.03,
       .measure = [](Backend b, int n) { return drawn_out(b, n, true); }},
  };
}

}  // namespace eulersolid
