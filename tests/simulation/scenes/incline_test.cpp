#include "tests/simulation/scenes/incline.h"

namespace eulersolid::test {
namespace {

// More angles, and what comes to rest, take longer, and are in incline_all_test.cpp.

/// tan 25 deg = 0.466 lies between 0.35 and 0.6: a block that is loaded slowly stays, one that
/// slides goes on.
TEST(StaticFriction, HoldsWhatRestsAndNotWhatSlides) {
  const Incline incline{25 * degree, 0.35, true};
  Scene scene = block_on(incline);
  scene.contact.static_friction = 0.6;
  const Vec3 down = downhill(incline);
  const auto speed = [&](const BodyRecord& b) {
    return dot(b.measured_momentum, down) / b.measured_mass;
  };
  scene.gravity.keyframes = {{0, {0, 0, 0}}, {0.1, scene.gravity.value}};
  const History rests = run(scene, 0.25);
  const Vec3 way = rests.end()[0].centroid - rests.bodies[0][0].centroid;
  // Sheared by its weight: rho g sin(a) H^2 / 3 G = 0.022 h, and a block of 2:1 leans a bit more.
  EXPECT_LT(dot(way, down), 0.05 * h);
  EXPECT_LT(speed(rests.end()[0]), 0.01);  // sliding, it would have 0.2 m/s

  scene.gravity.keyframes.clear();
  scene.bodies[0].velocity = 0.3 * down;
  const History slides = run(scene, 0.25);
  EXPECT_NEAR(speed(slides.end()[0]), 0.3 + 0.25 * exact(incline), 0.02 * 0.3);
}

/// A load that grows to 0.75 of the weight in half a second passes the static force after 0.333 s;
/// from then on the block goes by what the load has beyond the kinetic one, once it has stick_slip,
/// after sqrt(2 1e-4 c / (15 m/s^3)) = 0.012 s, 3.5 % of that. Edges, which slip as
/// the load comes on, must not take the rest along, nor must the rest hold on beyond what it can: a
/// speed at which friction became kinetic let go 12 % late.
TEST(StaticFriction, LetsGoWhenTheLoadPassesIt) {
  const Incline level{0, 0.3, true};
  Scene scene = block_on(level, 0.002);
  scene.contact.static_friction = 0.5;
  const double start = 0.15, rise = 0.75 * gravity / 0.5, kinetic = 0.3 * gravity;
  const Vec3 along = downhill(level), weight{0, 0, -gravity};
  scene.gravity.keyframes = {
      {0, {}}, {0.1, weight}, {start, weight}, {start + 0.5, weight + 0.75 * gravity * along}};
  const double exact = 0.5 * gravity / rise, later = exact + 0.06;
  const History history = run(scene, start + later);
  const BodyRecord& block = history.end()[0];
  const double speed = dot(block.measured_momentum, along) / block.measured_mass;
  // When it would have had to let go to have that speed, by bisection.
  double early = 0.5 * exact, late = later;
  for (int round = 0; round < 40; ++round) {
    const double middle = 0.5 * (early + late);
    const double then = 0.5 * rise * (later * later - middle * middle) - kinetic * (later - middle);
    (then > speed ? early : late) = middle;
  }
  RecordProperty("lets_go_over_exact", std::to_string(early / exact));
  EXPECT_NEAR(early, exact, 0.04 * exact);
}

/// The scene that users see, at 0.4 rad with mu = 0.3: 1.110 m/s^2.
TEST(BlockOnIncline, SlidesAsItsHeaderSays) {
  const Incline incline{0.4, 0.3, true};
  const double measured = acceleration(scene_file("block_on_incline"), downhill(incline));
  // Without viscosity the start's vibration stays, and takes 0.3 % of the friction: 0.8 % here.
  EXPECT_NEAR(measured, exact(incline), 0.02 * exact(incline));
}

/// Friction's work is mu N times the way, and the normal force N is m g cos a and what speeds the
/// block up along the normal. What is left of the start's vibration makes no mean force: it is
/// 0.33 N at first, in a period of 0.08 s, while the speed grows by half of its mean, 0.33 / (2 pi
/// 12/s 0.2 s) 0.5 = 1 %. Catches friction that is
/// counted for each of two bodies, and work of the normal impulses in it. (With mu = 0.5 the block
/// rocks as it slides and never stops: its lower side is slower when it presses, and friction takes
/// 4 % less.)
TEST(InclineAcrossTheGrid, FrictionTakesItsForceTimesTheWay) {
  const Incline incline{25 * degree, 0.2, true};
  const Scene scene = block_on(incline, 0.002);
  const std::unique_ptr<Simulation> simulation = make_simulation(Backend::cpu, scene);
  History history = begin(*simulation);
  advance_by(*simulation, scene, 0.2, history);
  const StepRecord from = history.steps.back();
  const BodyRecord before = history.end()[0];
  simulation->contacts();
  advance_by(*simulation, scene, 0.2, history);
  const StepRecord to = history.steps.back();
  const BodyRecord after = history.end()[0];
  const double time = to.time - from.time,
               way = dot(after.centroid - before.centroid, downhill(incline));
  const Vec3 up{std::sin(incline.angle), 0, std::cos(incline.angle)};
  const double force = before.mass * gravity * std::cos(incline.angle) +
                       dot(after.momentum - before.momentum, up) / time;
  const double lost = to.dissipated_friction - from.dissipated_friction;
  RecordProperty("friction_work_over_exact", std::to_string(lost / (0.2 * force * way)));
  EXPECT_NEAR(lost, 0.2 * force * way, 0.01 * 0.2 * force * way);

  const ContactRecord floor = simulation->contacts().at(0);
  const Vec3 normal_force = floor.force - floor.friction_force;
  // Kicks belong to the middles of two steps, which differ by a few per cent at most.
  EXPECT_NEAR(dot(normal_force, up), force, 1e-3 * force);
  // Friction agrees with the normal force to the square root of the solver's tolerance.
  EXPECT_NEAR(-dot(floor.friction_force, downhill(incline)), 0.2 * force, 1e-3 * 0.2 * force);
}

}  // namespace
}  // namespace eulersolid::test
