#include <cmath>

#include "bench/verification/case.h"
#include "bench/verification/laws.h"
#include "bench/verification/scenes.h"

/// Contact without friction, slowly loaded.
namespace eulersolid {

namespace {

using namespace verification;

constexpr double edge = 0.1, nu = 0.3, viscosity = 2e-3;
constexpr double stretch = 0.8;                                   // of what is pressed, at the end
constexpr double closing = 0.12, resting = 0.08, meaning = 0.02;  // [s]
constexpr const char* group = "Contact without friction";

constexpr Vec3 place{0.0031, 0.0043, 0.0017};
const RotationSpec oblique{{1, 1, 0.5}, 0.7};

/// Along a plate's motion.
Vec3 axis() { return rotation_of(oblique) * Vec3{0, 0, 1}; }

/// Plates across an axis of what lies oblique to the grid, at +- half a height from its middle.
void add_plates(Scene& scene, Vec3 direction, double height, double end_stretch,
                const std::string& name) {
  const Vec3 normal = rotation_of(oblique) * direction;
  for (const double side : {-1.0, 1.0}) {
    ObstacleSpec plate = plane((side < 0 ? "lower " : "upper ") + name, {}, -side * direction);
    plate.rotation = oblique;
    const Vec3 start = place + (0.5 * side * height) * normal;
    plate.motion.value = start;
    if (end_stretch != 1) {
      plate.motion.keyframes = {{0, start},
                                {closing, place + (0.5 * side * height * end_stretch) * normal}};
    }
    scene.obstacles.push_back(plate);
  }
}

/// Mean of the forces on the ends of what the plates press, when it has come to rest [N].
double force_between(Backend backend, const Scene& scene, const std::string& name, Vec3 direction,
                     double closed = closing) {
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, closed + resting);
  simulation->contacts();
  run_to(*simulation, closed + resting + meaning);
  Vec3 lower, upper;
  for (const ContactRecord& contact : simulation->contacts()) {
    if (contact.partner == "lower " + name) lower += contact.force;
    if (contact.partner == "upper " + name) upper += contact.force;
  }
  return 0.5 * dot(lower - upper, rotation_of(oblique) * direction);
}

BodySpec oblique_box(const std::string& name, double along,
                     const MaterialSpec& material = soft(nu, viscosity)) {
  BodySpec body = box(name, place + along * axis(), {edge, edge, edge}, material);
  body.rotation = oblique;
  return body;
}

double squeezed_box(Backend backend, int cells) {
  Scene scene = empty_scene(edge / cells);
  scene.bodies = {oblique_box("box", 0)};
  add_plates(scene, {0, 0, 1}, edge, stretch, "plate");
  return force_between(backend, scene, "plate", {0, 0, 1});
}

double squeezed_pair(Backend backend, int cells) {
  Scene scene = empty_scene(edge / cells);
  scene.bodies = {oblique_box("lower box", -0.5 * edge), oblique_box("upper box", 0.5 * edge)};
  // Both give way alike, so friction between them has nothing to do; without any, a stack is no
  // more stable than a wedge.
  scene.contact.pairs = {{"lower box", "upper box", 0.5, {}}};
  add_plates(scene, {0, 0, 1}, 2 * edge, stretch, "plate");
  return force_between(backend, scene, "plate", {0, 0, 1});
}

constexpr double yield_stress = 0.02 * youngs_modulus, hardening = 0.1 * youngs_modulus;

double squeezed_plastic_box(Backend backend, int cells) {
  constexpr double slowly = 3;  // so that waves yield nothing, times
  MaterialSpec material = soft(nu, viscosity);
  material.model = "plastic";
  material.parameters["yield_stress"] = yield_stress;
  material.parameters["hardening_modulus"] = hardening;
  Scene scene = empty_scene(edge / cells);
  scene.bodies = {oblique_box("box", 0, material)};
  add_plates(scene, {0, 0, 1}, edge, stretch, "plate");
  for (ObstacleSpec& plate : scene.obstacles)
    plate.motion.keyframes[1].time = slowly * closing, plate.motion.keyframes[1].smooth = true;
  return force_between(backend, scene, "plate", {0, 0, 1}, slowly * closing);
}

/// Nominal stress of the plastic law along a bar that is pressed, free across, to a stretch. With b
/// = diag(p^2, 1/p, 1/p) of what is elastic, mu (1/p - p^2) = sigma_y + H a holds while it yields,
/// and the radial return takes da = (2 p^2 + 1/p) / (p^2 + 2/p) of the plastic strain, logarithmic.
double pressed_plastic_stress() {
  const double mu = shear_modulus(nu), kappa = lame_lambda(nu) + 2.0 / 3 * mu;
  const auto yields = [&](double a) { return yield_stress + hardening * a; };
  const auto elastic = [&](double a) {
    return root_of([&](double p) { return p * p - 1 / p + yields(a) / mu; }, 0.5, 1);
  };
  const auto stretch_at = [&](double a) {
    constexpr int parts = 200;
    double plastic = 0;  // by the midpoint rule
    for (int n = 0; n < parts; ++n) {
      const double p = elastic((n + 0.5) / parts * a);
      plastic -= a / parts * (p * p + 2 / p) / (2 * p * p + 1 / p);
    }
    // The stress across, kappa/2 (J^2 - 1) + (sigma_y + H a) / 3, is 0.
    const double J = std::sqrt(1 - 2 * yields(a) / (3 * kappa));
    return elastic(a) * std::exp(plastic) * std::cbrt(J);
  };
  const double a = root_of([&](double at) { return stretch - stretch_at(at); }, 0, 0.5);
  return -yields(a) / stretch;
}

Scene confined_box(int cells) {
  Scene scene = empty_scene(edge / cells);
  scene.bodies = {oblique_box("box", 0)};
  add_plates(scene, {1, 0, 0}, edge, 1, "left");
  add_plates(scene, {0, 1, 0}, edge, 1, "front");
  add_plates(scene, {0, 0, 1}, edge, stretch, "plate");
  return scene;
}

/// Nominal stresses at a stretch along z: free to give way across, and not.
Vec3 uniaxial_stress() {
  const Law law = neo_hookean(nu, 0);
  const double across = root_of([&](double s) { return law.stress({s, s, stretch}).x; }, 0.9, 1.3);
  return law.stress({across, across, stretch});
}

Vec3 confined_stress() { return neo_hookean(nu, 0).stress({1, 1, stretch}); }

/// Force of a floor across the grid on a block that lies on it [N].
double weight(Backend backend, int cells) {
  Scene scene = empty_scene(edge / cells);
  scene.bodies = {oblique_box("block", 0)};
  scene.obstacles = {plane("floor", {}, {0, 0, 1})};
  scene.obstacles[0].rotation = oblique;
  scene.obstacles[0].motion.value = place - (0.5 * edge) * axis();
  scene.gravity = ramp(-9.81 * axis(), closing);
  const auto simulation = make_simulation(backend, scene);
  run_to(*simulation, closing + resting);
  simulation->contacts();
  run_to(*simulation, closing + resting + 3 * meaning);
  return dot(force_by(*simulation, "floor"), axis());
}

constexpr double radius = 0.1, indented = 0.05;  // of a ball [m]; of that, at each plate

/// Force between two plates that have closed on a ball [N].
double squeezed_ball(Backend backend, int cells) {
  Scene scene = empty_scene(2 * radius / cells);
  scene.bodies = {ball("ball", place, radius, soft(nu, 1e-3))};
  add_plates(scene, {0, 0, 1}, 2 * radius, 1 - indented, "plate");
  return force_between(backend, scene, "plate", {0, 0, 1});
}

VerificationCase of_box(const std::string& name, const std::string& what,
                        const std::string& quantity, const std::string& source, double exact,
                        const std::function<double(Backend, int)>& measure) {
  return {.name = name,
          .group = group,
          .what = what,
          .quantity = quantity,
          .source = source,
          .across = "the edge",
          .cells = {3, 4, 5},
          .coarse = 1,
          .exact = exact,
          .most = 0.02,
          .measure = measure};
}

}  // namespace

std::vector<VerificationCase> contact_cases() {
  const double area = edge * edge;
  const std::string law = "; W: Bonet and Wood, 2nd ed., Eq. 6.27";
  return {
      of_box("squeezed-box",
             "A neo-Hookean box, oblique to the grid, between two plates that press it to 0.8.",
             "force [N]", "dW/ds_z A at s_z = 0.8, dW/ds = 0 across" + law,
             -uniaxial_stress().z * area, squeezed_box),
      of_box("squeezed-pair",
             "Two boxes on each other, oblique to the grid, between two plates (patch test).",
             "force [N]", "the same, through their contact" + law, -uniaxial_stress().z * area,
             squeezed_pair),
      of_box(
          "squeezed-plastic-box",
          "The box of a plastic law, yield stress 0.02 E, H = 0.1 E, pressed to 0.8.", "force [N]",
          "(sigma_y + H a) / 0.8 A, by the radial return's limit for small steps (Simo and Hughes, "
          "Computational Inelasticity, 1998, section 9.3)",
          -pressed_plastic_stress() * area, squeezed_plastic_box),
      of_box("confined-box", "The box between six plates, of which two press it to 0.8.",
             "force [N]", "dW/ds_z A at s = (1, 1, 0.8)" + law, -confined_stress().z * area,
             [](Backend backend, int cells) {
               return force_between(backend, confined_box(cells), "plate", {0, 0, 1});
             }),
      of_box("confined-box-sides", "The same box.", "force on a side [N]",
             "dW/ds_x A at s = (1, 1, 0.8)" + law, -confined_stress().x * area,
             [](Backend backend, int cells) {
               return force_between(backend, confined_box(cells), "left", {1, 0, 0});
             }),
      of_box("weight", "A block on a floor, both oblique to the grid, while gravity comes on.",
             "force of the floor [N]", "m g", density * area * edge * 9.81, weight),
      {.name = "squeezed-ball",
       .group = group,
       .what = "A ball between two plates that press it in by a twentieth of its radius each.",
       .quantity = "force [N]",
       .source = "4/3 E/(1 - nu^2) sqrt(R) d^1.5 (Hertz 1882), linear",
       .across = "the diameter",
       .cells = {4, 8, 12, 16},
       .coarse = 2,
       .exact = 4.0 / 3 * youngs_modulus / (1 - nu * nu) * std::sqrt(radius) *
                std::pow(indented * radius, 1.5),
       .most = 0.02,
       .max_coarse = 0.1,
       .order = 0.9,
       .measure = squeezed_ball},
  };
}

}  // namespace eulersolid
