#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "contact/contact_module.h"
#include "kernels/core/threads.h"
#include "tests/contact/assemble/assembly.h"
#include "tests/shapes/shapes.h"

using namespace eulersolid;

namespace {

constexpr double dt = 1e-3, gravity = 9.81;

/// Settings that leave no error of the staggered projections to speak of.
ContactParameters exact(const std::string& solver = "schurpa_sp") {
  ContactParameters parameters;
  parameters.solver = solver;
  parameters.settings.tolerance = 1e-20;
  parameters.settings.max_iterations = 200;
  return parameters;
}

/// Two balls of different size and density that meet off the axes of the grid, fast enough to close
/// all gaps.
struct Collision : TwoBalls {
  ContactReport resolve(ContactModule& contact, double friction = 0.4) {
    return contact.resolve(grid, {a.view(), b.view()}, {}, {2, 0, friction}, 0.04);
  }
};

/// A box of 6 x 6 x 5 cells on a floor, half a cell off the planes of nodes, in uniform motion. The
/// nodes are free masses here: an impulse moves the layers next to the floor and no others.
struct Block {
  GridSpec grid{{0, 0, 0}, 0.1};
  ObstacleState floor;
  AnalyticBody box;

  explicit Block(Vec3 velocity, Vec3 floor_velocity = {}, double half = 0.3)
      : box(make_box(grid, {0, 0, 0.3}, {half, half, 0.25}, velocity)) {
    floor.shape = Shape::plane({0, 0, 1}), floor.pose.position = {0, 0, 0.05};
    floor.velocity = floor_velocity;
  }
  /// The impulse on the block [N s].
  Vec3 resolve(FrictionLaw friction, double step = dt) {
    ContactModule contact(exact());
    return resolve(contact, friction, step);
  }
  Vec3 resolve(ContactModule& contact, FrictionLaw friction, double step) {
    report = contact.resolve(grid, {box.view()}, {floor}, {1, 1, friction}, step);
    return contact.impulses().at(0).impulse;
  }
  ContactReport report;
};

/// [J]
double kinetic(AnalyticBody& body) {
  const std::vector<double> mass = to_host(body.view().mass);
  const std::vector<Vec3> v = body.velocities();
  double sum = 0;
  for (const int n : body.active())
    sum += 0.5 * mass[std::size_t(n)] * dot(v[std::size_t(n)], v[std::size_t(n)]);
  return sum;
}

bool same_bits(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3)) == 0;
}

}  // namespace

TEST(ContactModule, LeavesBodiesAloneThatDoNotTouch) {
  const GridSpec grid{{0, 0, 0}, 0.1};
  AnalyticBody a = make_ball(grid, {0, 0, 0}, 0.3, {1, 2, 3});
  AnalyticBody b = make_ball(grid, {0.7, 0, 0}, 0.3, {-1, 0, 0});
  const std::vector<Vec3> before_a = a.velocities(), before_b = b.velocities();
  ContactModule contact(exact());
  const ContactReport report = contact.resolve(grid, {a.view(), b.view()}, {}, {2, 0, 0.5}, dt);
  EXPECT_EQ(report.count, 0);
  EXPECT_EQ(report.solver.iterations, 0);
  EXPECT_EQ(report.solver.warm_normal, 1);
  EXPECT_TRUE(contact.impulses().empty());
  EXPECT_TRUE(same_bits(before_a, a.velocities()));
  EXPECT_TRUE(same_bits(before_b, b.velocities()));
}

TEST(ContactModule, ConservesMomentumOfCollidingBalls) {
  Collision balls;
  const Vec3 linear = balls.a.momentum() + balls.b.momentum();
  const Vec3 angular = balls.a.angular_momentum() + balls.b.angular_momentum();
  const Vec3 before_a = balls.a.momentum(), spin_a = balls.a.angular_momentum();
  ContactModule contact(exact());
  const ContactReport report = balls.resolve(contact);
  ASSERT_GT(report.solver.active, 5);
  // Momenta of some hundred nodes at up to 1 m/s are added: rounding.
  const double scale = balls.a.mass() + balls.b.mass();
  EXPECT_NEAR(norm(balls.a.momentum() + balls.b.momentum() - linear), 0, 1e-13 * scale);
  EXPECT_NEAR(norm(balls.a.angular_momentum() + balls.b.angular_momentum() - angular), 0,
              1e-13 * scale);
  // The impulses reported are those that acted.
  ASSERT_EQ(contact.impulses().size(), 2u);
  EXPECT_EQ(contact.impulses()[0].body, 0);
  EXPECT_EQ(contact.impulses()[0].partner, 1);
  EXPECT_GT(norm(contact.impulses()[0].impulse), 0.01 * balls.a.mass());
  EXPECT_NEAR(norm(balls.a.momentum() - before_a - contact.impulses()[0].impulse), 0,
              1e-13 * scale);
  EXPECT_NEAR(norm(balls.a.angular_momentum() - spin_a - contact.impulses()[0].torque), 0,
              1e-13 * scale);
  EXPECT_EQ(norm(contact.impulses()[0].impulse + contact.impulses()[1].impulse), 0);
  EXPECT_EQ(norm(contact.impulses()[0].friction + contact.impulses()[1].friction), 0);
  EXPECT_GT(norm(contact.impulses()[0].friction), 0.01 * norm(contact.impulses()[0].impulse));
}

/// With every contact at the same velocity u the impulses are -G^-1 u: in the ratio of u's
/// components while friction can hold, and in the ratio mu when it cannot.
TEST(ContactModule, SlidesAndSticksAsCoulombSays) {
  const double mu = 0.3, fall = gravity * dt;
  const Vec3 slides = Block({2 * mu * fall, 0, -fall}).resolve(mu);
  EXPECT_GT(slides.z, 0);
  // Ratios of impulses that solve to rounding times the condition of G: 4e-14 seen.
  EXPECT_NEAR(slides.x / slides.z, -mu, 1e-9);
  EXPECT_NEAR(slides.y / slides.z, 0, 1e-9);

  Block block({0.5 * mu * fall, 0, -fall});
  const Vec3 sticks = block.resolve(mu);
  EXPECT_NEAR(sticks.x / sticks.z, -0.5 * mu, 1e-9);
  EXPECT_TRUE(block.report.solver.converged) << block.report.solver.error;
  EXPECT_TRUE(block.report.solver.normal.converged) << block.report.solver.normal.reason;
  EXPECT_TRUE(block.report.solver.friction.converged) << block.report.solver.friction.reason;
}

/// Where it rests against the floor, to a ten-thousandth of the speed of waves, it is held by
/// static friction; one that slides is not, however slowly the step leaves it.
TEST(ContactModule, StaticFrictionHoldsWhatRests) {
  const FrictionLaw law{0.3, 0.6};
  const double slow = 1e-5 * Block({}).box.view().wave_speed, fast = 1e3 * slow;
  const Vec3 rests = Block({0.5 * slow, 0, -slow}).resolve(law);
  EXPECT_NEAR(rests.x / rests.z, -0.5, 1e-9);
  const Vec3 breaks_loose = Block({slow, 0, -slow}).resolve(law);
  EXPECT_NEAR(breaks_loose.x / breaks_loose.z, -0.6, 1e-9);
  const Vec3 slides = Block({0.5 * fast, 0, -fast}).resolve(law);
  EXPECT_NEAR(slides.x / slides.z, -0.3, 1e-9);
  // On a floor that moves with it, it rests.
  const Vec3 rides = Block({1.5 * fast, 0, -slow}, {1.5 * fast - 0.5 * slow, 0, 0}).resolve(law);
  EXPECT_NEAR(rides.x / rides.z, -0.5, 1e-6);
}

/// Without a kick, what contacts take from the balls is what these lose.
TEST(ContactModule, WorkIsTheChangeOfKineticEnergy) {
  Collision balls;
  const double before = kinetic(balls.a) + kinetic(balls.b);
  ContactModule contact(exact());
  const ContactReport report = balls.resolve(contact);
  const double change = kinetic(balls.a) + kinetic(balls.b) - before;
  EXPECT_LT(report.work.friction, 0.01 * change);
  EXPECT_NEAR(report.work.normal + report.work.friction, change, 1e-12 * before);
}

/// A floor that moves does work of its own: what is lost is what its work exceeds the change by.
TEST(ContactModule, WorkIsRelativeToAMovingFloor) {
  const Vec3 floor{-0.3, 0.1, 0.5};
  Block block({0.1, 0, -0.2}, floor);
  const double before = kinetic(block.box);
  const Vec3 impulse = block.resolve(0.3);
  const double change = kinetic(block.box) - before;
  EXPECT_LT(block.report.work.friction, 0);
  EXPECT_NEAR(block.report.work.normal + block.report.work.friction, change - dot(impulse, floor),
              1e-12 * std::fabs(change));
}

/// Only the velocity relative to the floor counts.
TEST(ContactModule, AMovingFloorPushesAndDrags) {
  const double mu = 0.3;
  const Vec3 falls = Block({0.3, 0, -0.5}).resolve(mu);
  const Vec3 lifted = Block({0, 0, 0}, {-0.3, 0, 0.5}).resolve(mu);
  EXPECT_GT(lifted.z, 0);
  // Velocities of body and floor are subtracted first: 4e-15 N s seen.
  EXPECT_NEAR(norm(lifted - falls), 0, 1e-10 * norm(falls));
  EXPECT_NEAR(lifted.x / lifted.z, -mu, 1e-9);
}

/// An obstacle given by samples: a cube on its side, whose faces are flat, so that its distance is
/// interpolated without error where the block stands.
TEST(ContactModule, ASampledFloorPushesLikeAFlatOne) {
  const Vec3 velocity{0.3, 0, -0.5};
  const DistanceSamples samples = test::sampled(Shape::box({2, 2, 2}), 1.3, 0.1);
  Block block(velocity);
  const double pi = std::acos(-1.0);
  block.floor.pose = {{0.02, 0.03, block.floor.pose.position.z - 1},
                      rotation({1, 1, 1}, 2 * pi / 3)};
  block.floor.shape = Shape::sampled(samples.view());
  const Vec3 flat = Block(velocity).resolve(0.3), impulse = block.resolve(0.3);
  EXPECT_GT(flat.z, 0);
  // Rounding of the turned and interpolated distance times the condition of G: 5e-12 N s seen.
  EXPECT_NEAR(norm(impulse - flat), 0, 1e-9 * norm(flat));
}

/// Loops find the samples of each obstacle in memory of their own.
TEST(SceneTables, HoldTheSamplesOfEachObstacle) {
  const DistanceSamples ball = test::sampled(Shape::sphere(0.4), 0.6, 0.2),
                        cube = test::sampled(Shape::box({1, 1, 1}), 0.8, 0.1);
  std::vector<ObstacleState> obstacles(3);
  obstacles[0].shape = Shape::sampled(ball.view());
  obstacles[1].shape = Shape::plane({0, 0, 1});
  obstacles[2].shape = Shape::sampled(cube.view());
  SceneTables tables;
  for (const double height : {0.0, 0.1}) {  // the second time everything has moved
    for (ObstacleState& obstacle : obstacles) obstacle.pose.position.z = height;
    tables.load({{0, 0, 0}, 0.1}, {}, obstacles, {0, 3, 0.0});
    const std::vector<ObstacleState> held = tables.device_obstacles.to_host();
    ASSERT_EQ(held.size(), 3u);
    for (std::size_t o = 0; o < 3; ++o) {
      EXPECT_EQ(held[o].pose.position.z, height);
      const Span<const double> mine = held[o].shape.samples.values,
                               given = obstacles[o].shape.samples.values;
      EXPECT_EQ(to_host(mine), std::vector<double>(given.data, given.data + given.size)) << o;
      EXPECT_TRUE(given.size == 0 || mine.data != given.data) << o;
    }
  }
}

/// An overlap d is undone at c (d/h)^3 by a pair that has just met, in one step as in two of half
/// its length; and a gap may close but not further. The impulse is proportional to what is missing
/// to the bound, which two of them tell.
TEST(ContactModule, KeepsTheBoundOfTheGap) {
  const double touching = Block({0, 0, -1}).resolve(0).z;
  ASSERT_GT(touching, 0);

  const auto push = [](double overlap, Vec3 velocity, double step) {
    Block block(velocity);
    block.floor.pose.position.z += overlap * block.grid.h;
    const double impulse = block.resolve(0, step).z;
    EXPECT_NEAR(block.report.max_overlap, overlap, 1e-9);  // a flat face: rounding
    if (overlap > 0) {  // however little it is, the report says where
      EXPECT_TRUE(block.report.deepest.with_obstacle);
      EXPECT_NEAR(block.report.deepest.at.z, block.floor.pose.position.z, 0.5 * block.grid.h);
    }
    return impulse;
  };
  /// The least velocity after a step [m/s].
  const auto bound = [&](double overlap, double step) {
    const double still = push(overlap, {}, step);
    return still / (push(overlap, {0, 0, -1}, step) - still);
  };
  const double h = Block({}).grid.h;
  const double slow = AnalyticBody::wave_speed * 1e-3;  // m/s, at an overlap of 0.1 h
  const double rounding = 1e-6;                         // of quotients: 1e-15 seen
  EXPECT_NEAR(bound(0.1, 1e-6 * dt) / slow, 1, rounding);
  const double pushed = push(0.1, {0, 0, 0.6 * slow}, 1e-6 * dt);  // it leaves, but too slowly
  EXPECT_NEAR(pushed / push(0.1, {}, 1e-6 * dt), 0.4, rounding);
  const double once = bound(0.45, 2 * dt) * 2 * dt, half = bound(0.45, dt) * dt;
  EXPECT_NEAR((half + bound(0.45 - half / h, dt) * dt) / once, 1, rounding);
  EXPECT_LT(once, 0.45 * h);

  Block apart({0, 0, -9.99});
  apart.floor.pose.position.z -= 0.01;
  EXPECT_EQ(norm(apart.resolve(0)), 0);
  EXPECT_EQ(apart.report.solver.active, 0);
}

/// Overlaps that come anew in each step, as errors of the gaps do: a pair that has lost energy, to
/// contact or to the grid since it met, gets it back quickly, and no more.
TEST(ContactModule, GivesNoMoreThanWasTaken) {
  constexpr double step = 1e-8, overlap = 0.1;  // rates, not what they come to in a step
  constexpr double slow = AnalyticBody::wave_speed * overlap * overlap * overlap;
  constexpr double quick = 0.4 * AnalyticBody::wave_speed * overlap;
  constexpr int times = 45;
  constexpr double speed = 20;  // m/s, of a block that is brought to rest
  const double whole = 0.5 * Block({0, 0, -speed}).resolve(0, step).z * speed;
  struct Case {
    // In units of `whole`: lost since they met, and before that to the grid.
    double to_contact, to_grid, before;
    double gets_back;
  };
  for (const Case& lost : {Case{1, 0, 0, 1}, {1, 0.5, 3, 1.5}, {0, 1, 0, 1}, {1, -1, 0, 0}}) {
    ContactModule contact(exact());
    const auto meet = [&](Vec3 velocity, double lost_to_grid, double deep) {
      Block block(velocity);
      block.floor.pose.position.z += deep * block.grid.h;
      block.box.energy_lost = lost_to_grid * whole;
      return block.resolve(contact, 0, step).z;
    };
    meet({0, 0, -std::sqrt(lost.to_contact) * speed}, lost.before, 0);
    std::vector<double> impulses;
    for (int n = 0; n < times; ++n)
      impulses.push_back(meet({}, lost.before + lost.to_grid, overlap));
    const double least = *std::min_element(impulses.begin(), impulses.end());
    const double one = 0.5 * (least * quick / slow) * quick;  // what a quick step gives
    double given = 0;
    int quick_ones = 0;
    for (const double impulse : impulses) {
      const double reached = slow * impulse / least;
      // But for the proximal terms of impulses that change from step to step.
      quick_ones += std::fabs(reached - quick) < 2 * ContactNumerics{}.proximal_part * quick;
      given += 0.5 * impulse * reached;
    }
    EXPECT_GE(quick_ones, 1);
    EXPECT_LT(quick_ones, times);
    // A tenth of all that was turned round, a quick step, and the slow ones.
    const double turned = lost.to_contact * whole + given;
    EXPECT_GE(given, lost.gets_back * whole);
    EXPECT_LT(given, lost.gets_back * whole + 0.1 * turned + one + times * 0.5 * least * slow);
  }
}

/// Four patches a cell depend on each other where all of them touch: proximal terms make their
/// impulses unique, and are gone where steps repeat. Then the floor, which is in the middle between
/// two layers of nodes, sees the block stand everywhere.
TEST(ContactModule, NarrowContactsAreDividedAndSolved) {
  constexpr double speed = gravity * dt;
  ContactModule contact(exact());
  double fastest = 0;
  for (int step = 0; step < 40; ++step) {
    Block block({0, 0, -speed}, {}, 0.2);
    block.resolve(contact, 0.5, dt);
    EXPECT_EQ(block.report.count, 4 * 4 * 4);
    EXPECT_EQ(block.report.solver.normal.fallbacks, 0);
    const NodeBox& node_box = block.box.view().node_box;
    const std::vector<Vec3> v = block.box.velocities();
    fastest = 0;
    for (const int node : block.box.active()) {
      const Int3 place = node_box.to_grid(node);
      if (place.z != 0) continue;
      const Index above = node_box.index(place + Int3{0, 0, 1});
      fastest = std::fmax(fastest, norm(v[std::size_t(node)] + v[std::size_t(above)]) / 2);
    }
    if (step == 0) {
      EXPECT_GT(fastest, 0.1 * ContactNumerics{}.proximal_part * speed);
      EXPECT_LT(fastest, 2 * ContactNumerics{}.proximal_part * speed);
    }
  }
  EXPECT_LT(fastest, 1e-6 * speed);
}

TEST(ContactModule, SchurComplementsAndDirectSolvesAgree) {
  Collision one, other;
  ContactModule schurpa(exact("schurpa_sp")), direct(exact("direct_sp"));
  const ContactReport a = one.resolve(schurpa), b = other.resolve(direct);
  EXPECT_TRUE(a.solver.converged);
  EXPECT_TRUE(b.solver.converged);
  // Both solve each QP to rounding times its condition; here to the last bit.
  for (const auto& [x, y] : {std::pair{&one.a, &other.a}, std::pair{&one.b, &other.b}}) {
    const std::vector<Vec3> vx = x->velocities(), vy = y->velocities();
    for (int n : x->active()) {
      EXPECT_NEAR(norm(vx[std::size_t(n)] - vy[std::size_t(n)]), 0, 1e-8);
    }
  }
}

TEST(ContactModule, SameBitsWithAnyThreadsAndLoopOrder) {
  const auto velocities = [](int threads, bool reversed) {
    set_threads(threads);
    set_loops_reversed(reversed);
    Collision balls;
    ContactModule contact(ContactParameters{});
    balls.resolve(contact);
    balls.resolve(contact);  // warm
    std::vector<Vec3> v;
    for (const AnalyticBody* body : {&balls.a, &balls.b}) {
      const std::vector<Vec3> mine = body->velocities();
      for (int n : body->active()) v.push_back(mine[std::size_t(n)]);
    }
    return v;
  };
  const int before = threads();
  const std::vector<Vec3> expected = velocities(1, false);
  EXPECT_TRUE(same_bits(expected, velocities(2, false)));
  EXPECT_TRUE(same_bits(expected, velocities(5, false)));
  EXPECT_TRUE(same_bits(expected, velocities(1, true)));
  EXPECT_TRUE(same_bits(expected, velocities(5, true)));
  set_threads(before);
  set_loops_reversed(false);
}

/// The same problem again and again: what the steps before left behind is the answer, once bounds
/// have changed with the energy that the pair has lost, and proximal terms are gone, to 1e-10 in
/// about 40 steps: the ways to the answer in which rows nearly depend on each other are slow.
TEST(ContactModule, StartsWarm) {
  ContactModule contact(exact());
  ContactReport warm;
  for (int step = 0; step < 60; ++step) {
    Collision balls;
    warm = balls.resolve(contact);
  }
  EXPECT_EQ(warm.solver.warm_normal, 1);
  EXPECT_EQ(warm.solver.warm_friction, 1);
  EXPECT_EQ(warm.solver.normal.iterations, 1);
  EXPECT_EQ(warm.solver.friction.iterations, 1);
  EXPECT_LE(warm.solver.iterations, 2);
}

/// What a checkpoint keeps of contact is all that there is: a module that takes it over goes on
/// with the same bits, and one that does not goes on otherwise.
TEST(ContactModule, GoesOnFromARestoredMemory) {
  const auto velocities = [](const Collision& balls) {
    std::vector<Vec3> v;
    for (const AnalyticBody* body : {&balls.a, &balls.b}) {
      const std::vector<Vec3> mine = body->velocities();
      for (int n : body->active()) v.push_back(mine[std::size_t(n)]);
    }
    return v;
  };
  Collision first, second, copied, fresh;
  ContactModule contact(ContactParameters{}), other(ContactParameters{}), cold(ContactParameters{});
  first.resolve(contact);
  const WarmMemory memory = contact.memory();
  ASSERT_GT(memory.keys.size(), 10u);
  EXPECT_EQ(memory.keys.size(), memory.entries.size());
  other.restore(memory);
  second.resolve(contact), copied.resolve(other), fresh.resolve(cold);
  EXPECT_TRUE(same_bits(velocities(second), velocities(copied)));
  EXPECT_FALSE(same_bits(velocities(second), velocities(fresh)));
}
