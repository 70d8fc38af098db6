#include "grid/rigid/rigid_bodies.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>

#include "kernels/core/error.h"

ES_BEGIN

namespace {

constexpr int turning_rounds = 8;      // of the midpoint rule; each leaves a part |w| dt / 2
constexpr double widest_joint = 1e-6;  // [m]; what a step may leave open

/// The bodies that are linked with each other: for each body the least number among them.
std::vector<int> linked(std::size_t bodies, const std::vector<JointSetup>& joints) {
  std::vector<int> least(bodies);
  for (std::size_t b = 0; b < bodies; ++b) least[b] = int(b);
  for (bool changed = true; changed;) {
    changed = false;
    for (const JointSetup& joint : joints) {
      if (joint.second < 0) continue;
      int &a = least[std::size_t(joint.first)], &b = least[std::size_t(joint.second)];
      if (a == b) continue;
      a = b = std::min(a, b), changed = true;
    }
  }
  return least;
}

double product(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

std::vector<Vec3> by_three(const std::vector<double>& y) {
  std::vector<Vec3> vectors;
  for (std::size_t n = 0; n < y.size(); n += 3) vectors.push_back({y[n], y[n + 1], y[n + 2]});
  return vectors;
}

/// Rotation by a vector.
Mat3 rotation_by(Vec3 w) {
  const double angle = norm(w);
  return angle > 0 ? rotation(w, angle) : identity3();
}

/// Rounding adds up in products of rotations.
Mat3 orthonormal(const Mat3& turn) {
  const Vec3 x = normalized(turn[0]), y = normalized(turn[1] - dot(turn[1], x) * x);
  return {{x, y, cross(x, y)}};
}

}  // namespace

RigidBodies::RigidBodies(const std::vector<RigidSetup>& bodies,
                         const std::vector<JointSetup>& joints) {
  for (const RigidSetup& setup : bodies) {
    const RigidInertia& own = inertia_.emplace_back(RigidInertia::of(setup.mass, setup.inertia));
    start_.push_back(setup.centre);
    states_.push_back({setup.centre, identity3(), setup.velocity, setup.inertia * setup.spin});
    kinetic_.push_back(
        own.kinetic(states_.back().turn, setup.velocity, states_.back().spin_momentum));
  }
  halfway_.resize(bodies.size()), damped_.resize(bodies.size());
  flows_.resize(bodies.size());
  before_ = states_;
  twists_.resize(bodies.size()), first_.resize(bodies.size());
  joints_.resize(joints.size()), drives_.resize(joints.size());
  std::map<int, std::vector<int>> groups;
  const std::vector<int> least = linked(bodies.size(), joints);
  for (std::size_t b = 0; b < bodies.size(); ++b) groups[least[b]].push_back(int(b));
  int dofs = 0;
  for (const auto& [number, members] : groups) {
    std::vector<JointSetup> own;
    std::vector<std::size_t>& numbers = joints_of_.emplace_back();
    for (std::size_t j = 0; j < joints.size(); ++j)
      if (least[std::size_t(joints[j].first)] == number)
        own.push_back(joints[j]), numbers.push_back(j);
    mechanisms_.emplace_back(members, own, states_);
    for (const int body : members) first_[std::size_t(body)] = dofs;
    dofs += mechanisms_.back().velocities() / 3;
  }
}

void RigidBodies::kick(double dt, Vec3 gravity, const std::vector<JointAction>& actions) {
  kick_dt_ = dt, gravity_ = gravity;
  before_ = states_;
  received_.assign(size(), {}), pushed_.assign(size(), {});
  std::vector<double> before, velocity;
  for (std::size_t m = 0; m < mechanisms_.size(); ++m) {
    Mechanism& mechanism = mechanisms_[m];
    mechanism.renew(inertia_, states_);
    const std::vector<double> y_before = mechanism.project(inertia_, states_);
    before.insert(before.end(), y_before.begin(), y_before.end());
    for (const int body : mechanism.bodies()) states_[std::size_t(body)].velocity += dt * gravity;
    std::vector<double> y = mechanism.project(inertia_, states_);
    drive(m, dt, actions, y_before, y);
    velocity.insert(velocity.end(), y.begin(), y.end());
    mechanism.move_by(y, inertia_, states_);
    for (const int body : mechanism.bodies())
      twists_[std::size_t(body)].assign(mechanism.twists(body, inertia_, states_));
  }
  device_before_.assign(by_three(before)), device_velocity_.assign(by_three(velocity));
}

void RigidBodies::damp(double factor) {
  for (std::size_t b = 0; b < size(); ++b) {
    states_[b].velocity = factor * states_[b].velocity;
    states_[b].spin_momentum = factor * states_[b].spin_momentum;
    damped_[b] = (1 - factor * factor) * kinetic_[b], kinetic_[b] -= damped_[b];
  }
}

/// By the generalized velocities: those of sliding and of turning, by the roots of their inertia.
Imbalance RigidBodies::imbalance() const {
  Imbalance sum;
  const std::vector<Vec3> before = device_before_.to_host(), after = device_velocity_.to_host();
  std::size_t next = 0;
  for (const Mechanism& mechanism : mechanisms_) {
    double mass = 0, changed = 0;
    for (const int body : mechanism.bodies()) mass += inertia_[std::size_t(body)].mass;
    for (int n = 0; n < mechanism.velocities() / 3; ++n, ++next)
      changed += dot(after[next] - before[next], after[next] - before[next]);
    sum.left += std::sqrt(mass * changed) / kick_dt_;
    sum.all += mass * norm(gravity_);
  }
  return sum;
}

/// By torques, and by motors as far as theirs go.
void RigidBodies::drive(std::size_t m, double dt, const std::vector<JointAction>& actions,
                        const std::vector<double>& before, std::vector<double>& y) {
  const Mechanism& mechanism = mechanisms_[m];
  for (std::size_t j = 0; j < mechanism.joints(); ++j) {
    const JointAction& action = actions[joints_of_[m][j]];
    std::vector<double> hinge = mechanism.hinge(j, inertia_, states_);
    const double mobility = product(hinge, hinge), rate = product(hinge, y);
    double impulse = dt * action.torque;
    if (action.max_torque > 0 && mobility > 0) {
      const double most = dt * action.max_torque;
      impulse += larger(-most, smaller((action.speed - rate) / mobility - impulse, most));
    }
    for (std::size_t n = 0; n < y.size(); ++n) y[n] += impulse * hinge[n];
    drives_[joints_of_[m][j]] = {impulse, hinge, product(hinge, before)};
  }
}

RigidView RigidBodies::view(std::size_t body) const {
  return {states_[body].centre, inertia_[body].mass, first_[body], twists_[body].span()};
}

void RigidBodies::receive(std::size_t body, Vec3 impulse, Vec3 torque) {
  received_[body].impulse += impulse, received_[body].torque += torque;
}

void RigidBodies::push(std::size_t body, Vec3 impulse, Vec3 torque) {
  pushed_[body].impulse += impulse, pushed_[body].torque += torque;
}

void RigidBodies::set_motion(std::size_t body, Vec3 velocity, Vec3 spin) {
  RigidState& state = states_[body];
  const RigidInertia& own = inertia_[body];
  state.velocity = velocity, state.spin_momentum = own.inertia(state.turn) * spin;
  const double now = own.kinetic(state.turn, velocity, state.spin_momentum);
  flows_[body] = {}, flows_[body].given = now - kinetic_[body];
  kinetic_[body] = now;
}

void RigidBodies::move(double dt) {
  const std::vector<Vec3> velocity = device_velocity_.to_host();
  std::size_t next = 0;
  for (std::size_t m = 0; m < mechanisms_.size(); ++m) {
    const Mechanism& mechanism = mechanisms_[m];
    std::vector<double> y;
    for (int n = 0; n < mechanism.velocities() / 3; ++n, ++next)
      for (int axis = 0; axis < 3; ++axis) y.push_back(velocity[next][axis]);
    for (const int body : mechanism.bodies()) {
      const Mechanism::Impulse given = about_centre(pushed_[std::size_t(body)], std::size_t(body));
      const std::vector<Twist> twists = mechanism.twists(body, inertia_, states_);
      for (std::size_t n = 0; n < y.size(); ++n)
        y[n] += dot(twists[n].velocity, given.impulse) + dot(twists[n].spin, given.torque);
    }
    mechanism.move_by(y, inertia_, states_);
    for (const int body : mechanism.bodies()) settle(std::size_t(body));
    for (const int body : mechanism.bodies()) turn(std::size_t(body), dt);
    const double gap = mechanism.close(dt, inertia_, states_);
    if (!(gap <= widest_joint))
      throw SimulationError("joint " + std::to_string(joints_of_[m].front() + 1) +
                            " and those linked with it do not close: they are " +
                            std::to_string(gap) + " m apart; take shorter steps (time.cfl)");
    count_joints(m, y);
    for (const int body : mechanism.bodies())
      count_kinetic(std::size_t(body), mechanism.joints() > 0);
    for (std::size_t j = 0; j < mechanism.joints(); ++j) {
      JointState& joint = joints_[joints_of_[m][j]];
      const double before = joint.angle;
      joint.angle = mechanism.angle(j, states_, before);
      joint.rate = (joint.angle - before) / dt;
    }
  }
}

/// What neither gravity nor contact nor drives gave to the bodies in the whole step.
void RigidBodies::count_joints(std::size_t m, const std::vector<double>& y) {
  const Mechanism& mechanism = mechanisms_[m];
  if (mechanism.joints() == 0) return;
  std::vector<Mechanism::Impulse> of_joints;
  for (const int body : mechanism.bodies()) {
    const auto b = std::size_t(body);
    const Mechanism::Impulse contact = about_centre(received_[b], b),
                             attached = about_centre(pushed_[b], b);
    const Vec3 by_motion =
        inertia_[b].mass * (states_[b].velocity - before_[b].velocity - kick_dt_ * gravity_);
    of_joints.push_back(
        {by_motion - contact.impulse - attached.impulse,
         states_[b].spin_momentum - before_[b].spin_momentum - contact.torque - attached.torque});
  }
  for (std::size_t j = 0; j < mechanism.joints(); ++j) {
    const Drive& drive = drives_[joints_of_[m][j]];
    const Vec3 torque = drive.impulse * mechanism.axis(j, before_);
    for (std::size_t i = 0; i < of_joints.size(); ++i) {
      if (mechanism.bodies()[i] == mechanism.joint(j).first) of_joints[i].torque -= torque;
      if (mechanism.bodies()[i] == mechanism.joint(j).second) of_joints[i].torque += torque;
    }
  }
  const std::vector<Mechanism::Impulse> split = mechanism.split(of_joints);
  for (std::size_t j = 0; j < mechanism.joints(); ++j) {
    JointState& joint = joints_[joints_of_[m][j]];
    const Drive& drive = drives_[joints_of_[m][j]];
    joint.impulse += split[j].impulse, joint.torque += split[j].torque;
    joint.drive += drive.impulse, joint.elapsed += kick_dt_;
    joint.work += 0.5 * drive.impulse * (drive.rate_before + product(drive.hinge, y));
  }
}

std::vector<JointState> RigidBodies::take_joints() {
  const std::vector<JointState> taken = joints_;
  for (JointState& joint : joints_)
    joint.impulse = joint.torque = {}, joint.drive = joint.elapsed = 0;
  return taken;
}

Vec3 RigidBodies::joint_place(std::size_t joint) const {
  for (std::size_t m = 0; m < mechanisms_.size(); ++m)
    for (std::size_t j = 0; j < joints_of_[m].size(); ++j)
      if (joints_of_[m][j] == joint)
        return place(std::size_t(mechanisms_[m].joint(j).first)).at(mechanisms_[m].joint(j).at);
  return {};
}

/// The work of gravity and of contact, by the mean of the velocities before the kick and now.
void RigidBodies::settle(std::size_t body) {
  const RigidState& state = states_[body];
  const RigidInertia& own = inertia_[body];
  const RigidState& before = before_[body];
  const Vec3 v = 0.5 * (before.velocity + state.velocity);
  const Vec3 spin = 0.5 * own.spin(state.turn, before.spin_momentum + state.spin_momentum);
  const auto work = [&](const Mechanism::Impulse& given) {
    const Mechanism::Impulse own_given = about_centre(given, body);
    return dot(own_given.impulse, v) + dot(own_given.torque, spin);
  };
  flows_[body] = {kick_dt_ * own.mass * dot(gravity_, v),
                  work(received_[body]),
                  work(pushed_[body]),
                  0,
                  0,
                  damped_[body],
                  0};
  damped_[body] = 0;
}

/// Of the body before the kick, as all that acts in it.
Mechanism::Impulse RigidBodies::about_centre(const Mechanism::Impulse& given,
                                             std::size_t body) const {
  return {given.impulse, given.torque - cross(before_[body].centre, given.impulse)};
}

/// L is constant: R' = exp(dt w) R with w = I^-1 L halfway.
void RigidBodies::turn(std::size_t body, double dt) {
  RigidState& state = states_[body];
  const RigidInertia& own = inertia_[body];
  Vec3 spin = own.spin(state.turn, state.spin_momentum);
  for (int round = 0; round < turning_rounds; ++round)
    spin = own.spin(rotation_by(0.5 * dt * spin) * state.turn, state.spin_momentum);
  halfway_[body] = rotation_by(0.5 * dt * spin) * state.turn;
  state.turn = orthonormal(rotation_by(dt * spin) * state.turn);
  state.centre += dt * state.velocity;
}

/// What gravity and contact did not do joints did, or, without any, the error of the free turning.
void RigidBodies::count_kinetic(std::size_t body, bool has_joints) {
  const RigidState& state = states_[body];
  const double now = inertia_[body].kinetic(halfway_[body], state.velocity, state.spin_momentum);
  RigidFlows& flows = flows_[body];
  const double rest = now - kinetic_[body] - flows.gravity - flows.contact - flows.attached;
  (has_joints ? flows.joints : flows.turning) = rest;
  kinetic_[body] = now;
}

double RigidBodies::mobility(std::size_t body, Vec3 x) const {
  for (Mechanism mechanism : mechanisms_) {
    const std::vector<int>& members = mechanism.bodies();
    if (std::find(members.begin(), members.end(), int(body)) == members.end()) continue;
    mechanism.renew(inertia_, states_);
    Symmetric sum;
    for (const Twist& twist : mechanism.twists(int(body), inertia_, states_)) {
      const Vec3 v = twist.at(x - states_[body].centre);
      sum = sum + Symmetric{v.x * v.x, v.y * v.y, v.z * v.z, v.x * v.y, v.x * v.z, v.y * v.z};
    }
    const PrincipalAxes axes = principal_axes_of(sum);
    return larger(axes.value[0], larger(axes.value[1], axes.value[2]));
  }
  return 0;
}

RigidMotion RigidBodies::motion(std::size_t body) const {
  const RigidState& state = states_[body];
  return {state.centre, state.velocity, inertia_[body].spin(state.turn, state.spin_momentum)};
}

AffineMap RigidBodies::place_ahead(std::size_t body, double dt) const {
  const RigidMotion moving = motion(body);
  const Mat3 turn = rotation_by(dt * moving.spin) * states_[body].turn;
  return {turn, moving.centre + dt * moving.velocity - turn * start_[body]};
}

AffineMap RigidBodies::place(std::size_t body) const {
  const RigidState& state = states_[body];
  return {state.turn, state.centre - state.turn * start_[body]};
}

RigidMemory RigidBodies::memory() const { return {states_, kinetic_, joints_}; }

void RigidBodies::restore(const RigidMemory& memory) {
  if (memory.bodies.size() != size() || memory.kinetic.size() != size() ||
      memory.joints.size() != joints())
    throw InputError("the state is one of " + std::to_string(memory.bodies.size()) +
                     " rigid bodies and " + std::to_string(memory.joints.size()) +
                     " joints, but the scene has " + std::to_string(size()) + " and " +
                     std::to_string(joints()));
  states_ = memory.bodies, kinetic_ = memory.kinetic, joints_ = memory.joints;
}

ES_END
