#include "bench/rigid/rigid_world.h"

#include <cmath>
namespace eulersolid {

namespace {

/// Two axes that make a right-handed basis with n.
std::pair<Vec3, Vec3> tangents(Vec3 n) {
  const Vec3 least = std::fabs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 t = normalized(cross(n, least));
  return {t, cross(n, t)};
}

/// What moves a point of a body along an axis: the axis for its velocity, arm x axis for its spin.
void add_axis(const RigidWorld& world, int body, Vec3 point, Vec3 axis, double sign, int column,
              std::vector<MatrixEntry>& H) {
  if (body < 0) return;
  const Vec3 turn = cross(point - world.bodies[std::size_t(body)].pose.position, axis);
  for (int k = 0; k < 3; ++k) {
    H.push_back({6 * body + k, column, sign * axis[k]});
    H.push_back({6 * body + 3 + k, column, sign * turn[k]});
  }
}

std::vector<double> velocities(const RigidWorld& world) {
  std::vector<double> v;
  for (const RigidBody& body : world.bodies)
    v.insert(v.end(), {body.velocity.x, body.velocity.y, body.velocity.z, body.spin.x, body.spin.y,
                       body.spin.z});
  return v;
}

SparseMatrix masses(const RigidWorld& world) {
  std::vector<MatrixEntry> M;
  for (int b = 0; b < int(world.bodies.size()); ++b) {
    const RigidBody& body = world.bodies[std::size_t(b)];
    const Mat3 I = body.world_inertia();
    for (int k = 0; k < 3; ++k) {
      M.push_back({6 * b + k, 6 * b + k, body.mass});
      for (int l = 0; l < 3; ++l)
        M.push_back({6 * b + 3 + k, 6 * b + 3 + l, 0.5 * (I[k][l] + I[l][k])});
    }
  }
  return sparse_matrix(world.unknowns(), world.unknowns(), M);
}

}  // namespace

GlobalForm rigid_problem(const RigidWorld& world, const std::vector<RigidContact>& contacts,
                         double h) {
  GlobalForm problem;
  problem.M = masses(world);
  problem.f.assign(std::size_t(world.unknowns()), 0);
  add_product(1, problem.M, velocities(world), problem.f);
  for (std::size_t b = 0; b < world.bodies.size(); ++b) {
    const RigidBody& body = world.bodies[b];
    const Vec3 gyroscopic = cross(body.world_inertia() * body.spin, body.spin);
    for (int k = 0; k < 3; ++k) {
      problem.f[6 * b + std::size_t(k)] += h * body.mass * world.gravity[k];
      problem.f[6 * b + 3 + std::size_t(k)] += h * gyroscopic[k];
    }
  }
  std::vector<MatrixEntry> H;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const auto& [a, b, near] = contacts[c];
    const auto [t1, t2] = tangents(near.normal);
    const Vec3 axes[3] = {near.normal, t1, t2};
    for (int i = 0; i < 3; ++i) {
      add_axis(world, a, near.point, axes[i], 1, 3 * int(c) + i, H);
      add_axis(world, b, near.point, axes[i], -1, 3 * int(c) + i, H);
    }
    problem.w.push_back({(near.gap < 0 ? world.recovery : 1) * near.gap / h, 0, 0});
    problem.mu.push_back(world.friction);
  }
  for (const BallJoint& joint : world.joints) {
    const Vec3 a = to_world(world.bodies[std::size_t(joint.a)].pose, joint.at_a);
    const Vec3 b = to_world(world.bodies[std::size_t(joint.b)].pose, joint.at_b);
    const int column = 3 * problem.contacts();
    const Mat3 axes = identity3();
    for (int i = 0; i < 3; ++i) {
      add_axis(world, joint.a, a, axes[i], 1, column + i, H);
      add_axis(world, joint.b, b, axes[i], -1, column + i, H);
    }
    problem.w.push_back((world.recovery / h) * (a - b));
    problem.mu.push_back(INFINITY);
  }
  problem.H = sparse_matrix(world.unknowns(), 3 * problem.contacts(), H);
  return problem;
}

void move(RigidWorld& world, const std::vector<double>& v, double h) {
  for (std::size_t b = 0; b < world.bodies.size(); ++b) {
    RigidBody& body = world.bodies[b];
    const double* u = v.data() + 6 * b;
    body.velocity = {u[0], u[1], u[2]}, body.spin = {u[3], u[4], u[5]};
    body.pose.position += h * body.velocity;
    const double angle = h * norm(body.spin);
    if (angle > 0)
      body.pose.rotation = rotation((1 / norm(body.spin)) * body.spin, angle) * body.pose.rotation;
  }
}

}  // namespace eulersolid
