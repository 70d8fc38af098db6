#include <cmath>

#include "bench/verification/case.h"
#include "bench/verification/fields.h"
#include "bench/verification/scenes.h"

/// Waves and vibrations of small amplitude, without contact and without viscosity.
namespace eulersolid {

namespace {

using namespace verification;

constexpr double thick = 0.1, length = 0.4, radius = 0.05;  // [m]
constexpr double nu = 0.3;
constexpr double amplitude = 0.01;  // of velocities [m/s]: strains of 1e-3
constexpr Vec3 place{0.0031, 0.0043, 0.0017};
constexpr const char* group = "Waves and vibrations";

double shear_speed() { return std::sqrt(shear_modulus(nu) / density); }
double pressure_speed() { return std::sqrt((lame_lambda(nu) + 2 * shear_modulus(nu)) / density); }

/// Frequency [1/s] with which a body that starts with the velocities of a mode swings in it, by the
/// zeros of what is left of the mode in two periods and a half.
double frequency(Backend backend, const BodySpec& body, int cells,
                 const std::function<Vec3(Vec3)>& mode, double expected) {
  Scene scene = empty_scene(thick / cells);
  scene.bodies = {body};
  const auto simulation = make_simulation(backend, scene);
  set_velocity(*simulation, scene, mode);
  Crossings zeros;
  run_to(*simulation, 2.5 / expected, [&](const StepRecord& step) {
    zeros.add(step.time - 0.5 * step.dt, Nodes(*simulation, scene).projected(mode));
  });
  const std::vector<double>& t = zeros.times();
  return t.size() < 2 ? 0 : double(t.size() - 1) / (2 * (t.back() - t.front()));
}

Vec3 along_bar(Vec3 X) {
  return {0, 0, amplitude * std::cos(pi * (X.z - place.z + 0.5 * length) / length)};
}

/// A bar whose upper half is four times as stiff: waves are twice as fast there. Its lowest mode
/// has tan(a/2)^2 = 2 with the phase a from the lower end to the middle.
BodySpec two_part_bar() {
  BodySpec bar = box("bar", place, {thick, thick, length}, soft(0));
  RegionSpec half = beyond("upper", {}, {0, 0, 1});
  half.material = bar.material;
  half.material->parameters["youngs_modulus"] *= 4;
  bar.regions = {half};
  return bar;
}

double two_part_phase() { return 2 * std::atan(std::sqrt(2.0)); }

Vec3 along_two_parts(Vec3 X) {
  const double z = X.z - place.z, half = 0.5 * length, phase = two_part_phase() / half;
  return {0, 0,
          amplitude * (z < 0 ? std::cos(phase * (half + z))
                             : -std::sqrt(1 / 3.0) * std::cos(0.5 * phase * (half - z)))};
}

Vec3 around_bar(Vec3 X) {
  const double part = amplitude / radius * std::sin(2 * pi * (X.z - place.z) / length);
  return part * Vec3{place.y - X.y, X.x - place.x, 0};
}

double j(unsigned order, double x) { return std::sph_bessel(order, x); }

/// k R of the lowest radial mode, u = j1(k r): sigma_rr = 0 at R.
double breathing_number() {
  const double stiff = pressure_speed() * pressure_speed(),
               lateral = stiff - 2 * shear_speed() * shear_speed();
  return root_of(
      [&](double x) { return -(stiff * (j(0, x) - 2 * j(1, x) / x) + 2 * lateral * j(1, x) / x); },
      1, 4);
}

Vec3 breathing(Vec3 X) {
  const Vec3 from = X - place;
  const double r = norm(from), x = breathing_number() * std::fmin(r / radius, 1.3);
  return r > 0 ? (amplitude * j(1, x) / r) * from : Vec3{};
}

/// k R of the lowest torsional mode, in which halves turn against each other, u = j2(k r):
/// d(u/r)/dr = 0 at R.
double torsion_number() {
  return root_of([](double x) { return 4 * j(2, x) - x * j(1, x); }, 1, 4);
}

Vec3 torsion(Vec3 X) {
  const Vec3 from = X - place;
  const double r = norm(from), x = torsion_number() * std::fmin(r / radius, 1.3);
  return r > 0 ? (amplitude * j(2, x) * from.z / (r * r)) * Vec3{-from.y, from.x, 0} : Vec3{};
}

VerificationCase vibration(const std::string& name, const std::string& what,
                           const std::string& source, const std::string& across,
                           const BodySpec& body, const std::function<Vec3(Vec3)>& mode,
                           double exact, std::vector<int> cells) {
  return {
      .name = name,
      .group = group,
      .what = what,
      .quantity = "frequency [1/s]",
      .source = source,
      .across = across,
      .cells = std::move(cells),
      .exact = exact,
      .max_coarse = 0.06,
      .order = 1.8,
      .measure = [=](Backend backend, int n) { return frequency(backend, body, n, mode, exact); }};
}

struct Stopped {
  double time, force;
};

/// A bar that flies along itself, and whose front end is held from the start on.
Stopped stop(Backend backend, int cells) {
  const double h = thick / cells, transit = length / bar_speed;
  Scene scene = empty_scene(h, {0.3 * h, 0.2 * h, 0});
  BodySpec bar = box("bar", {0, 0, -0.5 * length}, {thick, thick, length}, soft(0));
  bar.velocity = {0, 0, amplitude};
  RegionSpec held = beyond("held", {0, 0, 0.5 * length}, {0, 0, 1});
  held.hold = true;
  bar.regions = {held};
  scene.bodies = {bar};
  const auto simulation = make_simulation(backend, scene);
  Crossings zeros;
  const auto note = [&](const StepRecord& step) {
    zeros.add(step.time - 0.5 * step.dt, simulation->bodies()[0].momentum.z);
  };
  run_to(*simulation, 0.25 * transit, note);
  simulation->regions();
  run_to(*simulation, 1.75 * transit, note);
  const double force = -simulation->regions()[0].reaction_force.z;
  run_to(*simulation, 3.5 * transit, note);
  const std::vector<double>& t = zeros.times();
  return {t.size() < 2 ? 0 : t[1] - t[0], force};
}

/// Errors go by where the interface cuts cells, and not evenly.
VerificationCase two_part_vibration() {
  VerificationCase mode =
      vibration("two-part-bar-along",
                "A free bar of nu = 0, its upper half four times as stiff, in its lowest mode.",
                "a c / pi L, tan(a/2)^2 = 2 (continuous u and stress)",
                "the thickness; four times as many along", two_part_bar(), along_two_parts,
                two_part_phase() * bar_speed / (pi * length), {2, 3, 4, 6});
  mode.order = {};
  return mode;
}

}  // namespace

std::vector<VerificationCase> wave_cases() {
  const BodySpec sphere = ball("ball", place, radius, soft(nu));
  return {
      vibration("bar-along", "A free bar of nu = 0 in its lowest mode along.", "sqrt(E/rho) / 2 L",
                "the thickness; four times as many along",
                box("bar", place, {thick, thick, length}, soft(0)), along_bar,
                bar_speed / (2 * length), {2, 3, 4, 6}),
      two_part_vibration(),
      vibration("bar-torsion", "A free cylinder of nu = 0.3 in its lowest torsional mode.",
                "sqrt(G/rho) / 2 L (Coulomb)", "the diameter; twice as many along",
                cylinder("bar", place, radius, 0.5 * length, soft(nu)), around_bar,
                shear_speed() / length, {4, 8, 12, 16}),
      vibration(
          "ball-breathing", "A free ball of nu = 0.3 in its lowest radial mode.",
          "k c_p / 2 pi, sigma_rr of j1(k r) 0 at R (Lamb, Proc. London Math. Soc. 13 (1882))",
          "the diameter", sphere, breathing,
          breathing_number() * pressure_speed() / (2 * pi * radius), {4, 6, 8, 12}),
      vibration("ball-torsion", "A free ball whose halves turn against each other.",
                "k c_s / 2 pi, k R = 2.501: d(j2(k r)/r)/dr = 0 at R (Lamb, likewise)",
                "the diameter", sphere, torsion,
                torsion_number() * shear_speed() / (2 * pi * radius), {4, 8, 12, 20}),
      {.name = "stopped-bar-force",
       .group = group,
       .what = "A bar of nu = 0 flies along itself at c/1000; its front is held from the start on.",
       .quantity = "mean force until its end is reached and back, but for a quarter each [N]",
       .source = "rho c A V (St. Venant)",
       .across = "the thickness; four times as many along",
       .cells = {2, 3, 4, 6},
       .exact = density * bar_speed * thick * thick * amplitude,
       .order = 1.8,
       .measure = [](Backend backend, int cells) { return stop(backend, cells).force; }},
      {.name = "stopped-bar-time",
       .group = group,
       .what = "The same bar.",
       .quantity = "half of a period of its momentum [s]",
       .source = "2 L / c (d'Alembert)",
       .across = "the thickness; four times as many along",
       .cells = {2, 3, 4, 6},
       .exact = 2 * length / bar_speed,
       .measure = [](Backend backend, int cells) { return stop(backend, cells).time; }},
  };
}

}  // namespace eulersolid
