#include "grid/rigid/rigid_bodies.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "grid/rigid/inertia_at_rest.h"

using namespace eulersolid;

/// Rigid bodies and their joints without contact, against closed forms and fine integrations of
/// the equations of motion.

namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double g = 9.81;  // [m/s^2]

/// Steps of one length with the kicks that go with them.
void run(RigidBodies& bodies, double dt, int steps, Vec3 gravity,
         const std::vector<JointAction>& actions) {
  for (int n = 0; n < steps; ++n) {
    bodies.kick(n == 0 ? 0.5 * dt : dt, gravity, actions);
    bodies.move(dt);
  }
}

/// A bar of 2 kg and 1 m along x that hangs on its end at the origin.
RigidSetup bar() { return {2, diagonal(0.01, 1.0 / 6, 1.0 / 6), {0.5, 0, 0}, {}, {}}; }
JointSetup at_origin(JointKind kind = JointKind::hinge) { return {kind, 0, -1, {}, {0, 1, 0}}; }

/// By Runge and Kutta, 20000 steps.
std::vector<double> integrated(
    std::vector<double> x, double time,
    const std::function<std::vector<double>(const std::vector<double>&)>& rate) {
  const int steps = 20000;
  const double dt = time / steps;
  const auto ahead = [](const std::vector<double>& from, double by, const std::vector<double>& k) {
    std::vector<double> to = from;
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += by * k[i];
    return to;
  };
  for (int n = 0; n < steps; ++n) {
    const auto a = rate(x), b = rate(ahead(x, 0.5 * dt, a)), c = rate(ahead(x, 0.5 * dt, b)),
               d = rate(ahead(x, dt, c));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += dt / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
  }
  return x;
}

}  // namespace

/// Cubes of a 64th, cut by planes: a curved surface is off by (1/64)^2 of what it bounds.
TEST(RigidMass, IsThatOfClosedForms) {
  const Pose pose{{0.3, -0.2, 0.1}, rotation({1, 2, 3}, 0.7)};
  const auto moments = [&](const Shape& shape) {
    const RigidMass mass = rigid_mass({shape, pose}, 1000);
    EXPECT_LT(norm(mass.centre - centroid(PlacedShape{shape, pose})), 1e-12);
    const Mat3 own = transpose(pose.rotation) * (mass.inertia * pose.rotation);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < i; ++j) EXPECT_NEAR(own[i][j], 0, 3e-4 * trace(own));
    return (1 / mass.mass) * Vec3{own[0].x, own[1].y, own[2].z};
  };
  const auto expect = [](Vec3 found, Vec3 exact) {
    for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(found[axis], exact[axis], 1e-3 * exact[axis]);
  };
  const double r = 0.1;
  expect(moments(Shape::sphere(r)), 0.4 * r * r * Vec3{1, 1, 1});
  expect(moments(Shape::box({0.1, 0.2, 0.3})), 1.0 / 12 * Vec3{0.13, 0.1, 0.05});
  expect(moments(Shape::cylinder(0.05, 0.2)),
         {0.05 * 0.05 / 4 + 0.04 / 12, 0.05 * 0.05 / 4 + 0.04 / 12, 0.05 * 0.05 / 2});
  const double R = 0.1, t = 0.04;  // of a torus: its ring and its tube
  expect(moments(Shape::torus(R, t)),
         {R * R / 2 + 5 * t * t / 8, R * R / 2 + 5 * t * t / 8, R * R + 3 * t * t / 4});
}

/// theta'' = -(m g d / I) sin theta, from the horizontal: second order.
TEST(Joints, LetABarSwing) {
  const double time = 1.6, d = 0.5, I = 1.0 / 6 + 2 * d * d;
  const double exact = integrated({0, 0}, time, [&](const std::vector<double>& x) {
    return std::vector<double>{x[1], 2 * g * d / I * std::cos(x[0])};
  })[0];
  std::vector<double> errors;
  for (const int steps : {160, 320, 640}) {
    RigidBodies bodies({bar()}, {at_origin()});
    run(bodies, time / steps, steps, {0, 0, -g}, {{}});
    errors.push_back(std::fabs(bodies.take_joints()[0].angle - exact));
  }
  EXPECT_LT(errors[2], 2e-4);
  for (std::size_t n = 1; n < errors.size(); ++n) {
    const double order = std::log2(errors[n - 1] / errors[n]);
    EXPECT_GT(order, 1.9);
    EXPECT_LT(order, 2.1);
  }
}

/// Euler's equations from near the middle axis, which it turns over about: L and the energy stay,
/// and the way that it is turned is right to second order.
TEST(RigidBodies, TurnOverAboutTheirMiddleAxes) {
  const Vec3 I{1, 2, 3}, start{0.01, 5, 0.02};
  const double time = 1.5;
  const auto rate = [&](const std::vector<double>& x) {  // w in the body's axes, and its rows
    const Vec3 w{x[0], x[1], x[2]};
    std::vector<double> k{(I.y - I.z) * w.y * w.z / I.x, (I.z - I.x) * w.z * w.x / I.y,
                          (I.x - I.y) * w.x * w.y / I.z};
    Mat3 R;
    for (std::size_t i = 0; i < 9; ++i) R[int(i / 3)][int(i % 3)] = x[3 + i];
    const Vec3 in_space = R * w;
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column) {
        const Vec3 axis{R[0][column], R[1][column], R[2][column]};
        k.push_back(cross(in_space, axis)[row]);
      }
    return k;
  };
  const std::vector<double> exact =
      integrated({start.x, start.y, start.z, 1, 0, 0, 0, 1, 0, 0, 0, 1}, time, rate);
  std::vector<double> errors;
  for (const int steps : {300, 600}) {
    RigidBodies bodies({{1, diagonal(I.x, I.y, I.z), {}, {}, start}}, {});
    const double before = bodies.kinetic(0);
    const Vec3 momentum = bodies.state(0).spin_momentum;
    run(bodies, time / steps, steps, {}, {});
    EXPECT_LT(norm(bodies.state(0).spin_momentum - momentum), 2e-12);  // rounding of each step
    EXPECT_NEAR(bodies.kinetic(0), before, 2e-4 * before);
    double error = 0;
    for (std::size_t i = 0; i < 9; ++i)
      error =
          std::fmax(error, std::fabs(bodies.state(0).turn[int(i / 3)][int(i % 3)] - exact[3 + i]));
    errors.push_back(error);
  }
  EXPECT_LT(errors[1], 2e-3);
  EXPECT_NEAR(std::log2(errors[0] / errors[1]), 2, 0.1);
}

/// Two bars, a ball between them: the double pendulum leaves the plane, and keeps its energy to
/// second order; joints are closed to rounding.
TEST(Joints, KeepTheEnergyOfADoublePendulum) {
  const auto worst = [](int steps) {
    RigidSetup second = bar();
    second.centre = {1, 0.5, 0};
    second.inertia = diagonal(1.0 / 6, 0.01, 1.0 / 6);
    RigidBodies bodies({bar(), second},
                       {at_origin(JointKind::ball), {JointKind::ball, 0, 1, {1, 0, 0}, {}}});
    const double dt = 1.5 / steps;
    double most = 0;
    const auto height = [&] { return bodies.state(0).centre.z + bodies.state(1).centre.z; };
    double before = height();
    for (int n = 0; n < steps; ++n) {
      bodies.kick(n == 0 ? 0.5 * dt : dt, {0, 0, -g}, {{}, {}});
      bodies.move(dt);
      const double middle = 0.5 * (before + height());
      before = height();
      most = std::fmax(most, std::fabs(bodies.kinetic(0) + bodies.kinetic(1) + 2 * g * middle));
      const auto at = [&](std::size_t body, Vec3 x) { return bodies.place(body).at(x); };
      EXPECT_LT(norm(at(0, {})), 1e-12);
      EXPECT_LT(norm(at(0, {1, 0, 0}) - at(1, {1, 0, 0})), 1e-12);
    }
    return most;
  };
  const double coarse = worst(400), fine = worst(800);
  EXPECT_LT(fine, 0.02);  // of 30 J that it has at most
  EXPECT_GT(std::log2(coarse / fine), 1.7);
}

/// A bar at rest by a torque about its hinge: that of its weight. The hinge bears the weight.
TEST(Joints, BearWhatTheyHold) {
  RigidBodies bodies({bar()}, {at_origin()});
  run(bodies, 0.01, 20, {0, 0, -g}, {{-2 * g * 0.5, 0, 0}});
  const JointState joint = bodies.take_joints()[0];
  EXPECT_NEAR(joint.angle, 0, 1e-12);
  const double per_time = 1 / joint.elapsed;
  EXPECT_NEAR(per_time * joint.impulse.z, 2 * g, 1e-10);
  EXPECT_NEAR(per_time * joint.drive, -g, 1e-10);
  EXPECT_NEAR(joint.work, 0, 1e-12);
}

/// Two halves that are fixed to each other fly as the whole, and a second joint between them that
/// says the same changes nothing.
TEST(Joints, MakeOneOfTwoHalves) {
  const Mat3 half = diagonal(0.02, 0.03, 0.04);
  const Vec3 spin{1, 2, 0.5};
  std::vector<RigidSetup> halves;
  for (const double side : {-1.0, 1.0}) {
    const Vec3 centre{0.2 * side, 0.1 * side, 0};
    halves.push_back({3, half, centre, Vec3{1, 0, 0} + cross(spin, centre), spin});
  }
  const Vec3 r{0.2, 0.1, 0};
  const Mat3 about = 6 * (dot(r, r) * identity3() - outer(r, r));
  RigidBodies whole({{6, 2 * half + about, {}, {1, 0, 0}, spin}}, {});
  const JointSetup fixed{JointKind::fixed, 0, 1, {}, {}};
  RigidBodies once(halves, {fixed}), twice(halves, {fixed, {JointKind::hinge, 0, 1, {0.1, 0, 0}}});
  run(whole, 0.01, 100, {}, {}), run(once, 0.01, 100, {}, {{}}),
      run(twice, 0.01, 100, {}, {{}, {}});
  const Vec3 there = whole.place(0).at(r);
  // By other arithmetic: joints act at the ends of steps, turning halfway.
  EXPECT_LT(norm(once.state(1).centre - there), 2e-4);
  EXPECT_LT(norm(twice.state(1).centre - once.state(1).centre), 1e-9);
}

/// A motor speeds a wheel up by what it has, and then keeps it there.
TEST(Joints, DriveWheels) {
  const double I = 0.5, torque = 2, speed = 3;
  RigidBodies bodies({{4, diagonal(0.3, 0.3, I), {}, {}, {}}},
                     {{JointKind::hinge, 0, -1, {}, {0, 0, 1}}});
  run(bodies, 0.01, 50, {}, {{0, speed, torque}});
  const double halfway = torque / I * (0.5 - 0.005);
  EXPECT_NEAR(bodies.take_joints()[0].rate, halfway, 1e-10);
  run(bodies, 0.01, 100, {}, {{0, speed, torque}});
  const JointState joint = bodies.take_joints()[0];
  EXPECT_NEAR(joint.rate, speed, 1e-10);
  EXPECT_NEAR(joint.work, 0.5 * I * speed * speed, 1e-10);
  EXPECT_NEAR(bodies.kinetic(0), joint.work, 1e-10);
}

/// What turns about a hinge more than once has its angle counted on.
TEST(Joints, CountTurns) {
  RigidBodies bodies({{4, diagonal(0.3, 0.3, 0.5), {}, {}, {0, 0, 10}}},
                     {{JointKind::hinge, 0, -1, {}, {0, 0, 1}}});
  run(bodies, 0.01, 200, {}, {{}});
  EXPECT_NEAR(bodies.take_joints()[0].angle, 20, 1e-9);
  EXPECT_GT(20, 3 * 2 * pi);
}
