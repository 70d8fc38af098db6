#include "grid/rigid/mechanism.h"

#include <algorithm>
#include <cmath>

ES_BEGIN

namespace {

using Vector = std::vector<double>;

constexpr double dependent = 1e-9;      // a row of J that is this part of itself says nothing new
constexpr double closed = 1e-13;        // gaps of joints, by their levers
constexpr int max_closing_rounds = 50;  // each leaves as much as a body turns in a step

double product(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void add(Vector& a, double factor, const Vector& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += factor * b[i];
}

double length(const Vector& a) { return std::sqrt(product(a, a)); }

/// Takes what a vector has of an orthonormal one, twice because of rounding.
/// @return how much that was
double take_out(Vector& a, const Vector& unit) {
  double all = 0;
  for (int round = 0; round < 2; ++round) {
    const double part = product(a, unit);
    add(a, -part, unit), all += part;
  }
  return all;
}

Vec3 unit_vector(int axis) {
  Vec3 e;
  e[axis] = 1;
  return e;
}

Vec3 rotation_vector(const Mat3& small) {
  return 0.5 * Vec3{small[2].y - small[1].z, small[0].z - small[2].x, small[1].x - small[0].y};
}

int joint_count(JointKind kind) {
  return kind == JointKind::ball ? 3 : kind == JointKind::hinge ? 5 : 6;
}

}  // namespace

Mechanism::Mechanism(std::vector<int> bodies, std::vector<JointSetup> joints,
                     const std::vector<RigidState>& start)
    : bodies_(std::move(bodies)) {
  for (const JointSetup& setup : joints) {
    Joint& joint = joints_.emplace_back();
    joint.setup = setup, joint.setup.axis = normalized(setup.axis);
    for (int side = 0; side < 2; ++side) {
      const int body = side == 0 ? setup.first : setup.second;
      joint.lever[side] = body < 0 ? setup.at : setup.at - start[std::size_t(body)].centre;
    }
    const Vec3 axis = joint.setup.axis;
    const Vec3 other = std::fabs(axis.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    joint.tangent[0] = normalized(cross(axis, other));
    joint.tangent[1] = cross(axis, joint.tangent[0]);
  }
  const std::size_t free = unknowns();
  basis_.assign((free + 2) / 3 * 3, Vector(free, 0));
}

std::size_t Mechanism::place_of(int body) const {
  return std::size_t(std::find(bodies_.begin(), bodies_.end(), body) - bodies_.begin());
}

void Mechanism::add_to_row(Vector& row, int body, Vec3 velocity, Vec3 spin,
                           const std::vector<RigidInertia>& inertia,
                           const std::vector<RigidState>& states) const {
  if (body < 0) return;
  const RigidInertia& own = inertia[std::size_t(body)];
  const Mat3 axes = own.axes_at(states[std::size_t(body)].turn);
  double* at = row.data() + 6 * place_of(body);
  for (int a = 0; a < 3; ++a) {
    at[a] += velocity[a] / std::sqrt(own.mass);
    at[3 + a] += dot(axes[a], spin) / std::sqrt(own.moments[a]);
  }
}

std::vector<Vector> Mechanism::joint_rows(const std::vector<RigidInertia>& inertia,
                                          const std::vector<RigidState>& states) const {
  std::vector<Vector> rows;
  for (const Joint& joint : joints_) {
    const auto add_row = [&](Vec3 velocity, Vec3 turning) {
      Vector& row = rows.emplace_back(unknowns(), 0);
      for (int side = 0; side < 2; ++side) {
        const int body = side == 0 ? joint.setup.first : joint.setup.second;
        if (body < 0) continue;
        const double sign = side == 0 ? 1 : -1;
        const Vec3 lever = states[std::size_t(body)].turn * joint.lever[side];
        add_to_row(row, body, sign * velocity, sign * (turning + cross(lever, velocity)), inertia,
                   states);
      }
    };
    for (int axis = 0; axis < 3; ++axis) add_row(unit_vector(axis), {});
    const Mat3& turn = states[std::size_t(joint.setup.first)].turn;
    if (joint.setup.kind == JointKind::hinge)
      for (const Vec3 tangent : joint.tangent) add_row({}, turn * tangent);
    if (joint.setup.kind == JointKind::fixed)
      for (int axis = 0; axis < 3; ++axis) add_row({}, unit_vector(axis));
  }
  return rows;
}

Vector Mechanism::gaps(const std::vector<RigidState>& states) const {
  Vector gaps;
  for (const Joint& joint : joints_) {
    const int first = joint.setup.first, second = joint.setup.second;
    const RigidState& a = states[std::size_t(first)];
    const RigidState world;
    const RigidState& b = second < 0 ? world : states[std::size_t(second)];
    const Vec3 apart = a.centre + a.turn * joint.lever[0] - (b.centre + b.turn * joint.lever[1]);
    for (int axis = 0; axis < 3; ++axis) gaps.push_back(apart[axis]);
    const Vec3 turned = cross(b.turn * joint.setup.axis, a.turn * joint.setup.axis);
    if (joint.setup.kind == JointKind::hinge)
      for (const Vec3 tangent : joint.tangent) gaps.push_back(dot(turned, a.turn * tangent));
    const Vec3 rotated = rotation_vector(a.turn * transpose(b.turn));
    if (joint.setup.kind == JointKind::fixed)
      for (int axis = 0; axis < 3; ++axis) gaps.push_back(rotated[axis]);
  }
  return gaps;
}

void Mechanism::renew(const std::vector<RigidInertia>& inertia,
                      const std::vector<RigidState>& states) {
  constraints_.clear(), lower_.clear(), counts_.clear(), axes_.clear(), inertia_of_.clear();
  turn_of_.clear();
  for (const int body : bodies_) {
    inertia_of_.push_back(inertia[std::size_t(body)]);
    axes_.push_back(inertia_of_.back().axes_at(states[std::size_t(body)].turn));
  }
  for (const Joint& joint : joints_)
    turn_of_.push_back(states[std::size_t(joint.setup.first)].turn);
  std::vector<Vector> rows = joint_rows(inertia, states);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const double before = length(rows[r]);
    Vector by;
    for (const Vector& unit : constraints_) by.push_back(take_out(rows[r], unit));
    const double left = length(rows[r]);
    if (!(left > dependent * before)) continue;
    by.push_back(left);
    for (double& value : rows[r]) value /= left;
    constraints_.push_back(rows[r]), lower_.push_back(by), counts_.push_back(r);
  }
  // What is left of the unit vectors, the longest first.
  std::vector<Vector> left;
  for (std::size_t i = 0; i < unknowns(); ++i) {
    Vector& vector = left.emplace_back(unknowns(), 0);
    vector[i] = 1;
    for (const Vector& unit : constraints_) take_out(vector, unit);
  }
  const std::size_t free = unknowns() - constraints_.size();
  for (std::size_t n = 0; n < basis_.size(); ++n) {
    if (n >= free) {
      std::fill(basis_[n].begin(), basis_[n].end(), 0);
      continue;
    }
    const auto longest =
        std::max_element(left.begin(), left.end(), [](const Vector& a, const Vector& b) {
          return product(a, a) < product(b, b) * (1 - 1e-9);
        });
    const double size = length(*longest);
    for (double& value : *longest) value /= size;
    basis_[n] = *longest;
    for (Vector& vector : left) take_out(vector, basis_[n]);
  }
}

Vector Mechanism::to_vector(const std::vector<RigidInertia>& inertia,
                            const std::vector<RigidState>& states) const {
  Vector z;
  for (const int body : bodies_) {
    const RigidInertia& own = inertia[std::size_t(body)];
    const RigidState& state = states[std::size_t(body)];
    const Vec3 turning = own.axes_at(state.turn) * state.spin_momentum;
    for (int a = 0; a < 3; ++a) z.push_back(std::sqrt(own.mass) * state.velocity[a]);
    for (int a = 0; a < 3; ++a) z.push_back(turning[a] / std::sqrt(own.moments[a]));
  }
  return z;
}

std::vector<Twist> Mechanism::twists(int body, const std::vector<RigidInertia>& inertia,
                                     const std::vector<RigidState>& states) const {
  const RigidInertia& own = inertia[std::size_t(body)];
  const Mat3 axes = own.axes_at(states[std::size_t(body)].turn);
  std::vector<Twist> twists;
  for (const Vector& column : basis_) {
    const double* at = column.data() + 6 * place_of(body);
    Twist& twist = twists.emplace_back();
    for (int a = 0; a < 3; ++a) {
      twist.velocity[a] = at[a] / std::sqrt(own.mass);
      twist.spin += (at[3 + a] / std::sqrt(own.moments[a])) * axes[a];
    }
  }
  return twists;
}

Vector Mechanism::project(const std::vector<RigidInertia>& inertia,
                          const std::vector<RigidState>& states) const {
  const Vector z = to_vector(inertia, states);
  Vector y;
  for (const Vector& column : basis_) y.push_back(product(column, z));
  return y;
}

void Mechanism::move_by(const Vector& y, const std::vector<RigidInertia>& inertia,
                        std::vector<RigidState>& states) const {
  Vector z(unknowns(), 0);
  for (std::size_t n = 0; n < basis_.size(); ++n) add(z, y[n], basis_[n]);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const RigidInertia& own = inertia[std::size_t(bodies_[i])];
    RigidState& state = states[std::size_t(bodies_[i])];
    Vec3 turning;
    for (int a = 0; a < 3; ++a) {
      state.velocity[a] = z[6 * i + std::size_t(a)] / std::sqrt(own.mass);
      turning[a] = z[6 * i + 3 + std::size_t(a)] * std::sqrt(own.moments[a]);
    }
    state.spin_momentum = times_transpose(own.axes_at(state.turn), turning);
  }
}

Vector Mechanism::hinge(std::size_t joint, const std::vector<RigidInertia>& inertia,
                        const std::vector<RigidState>& states) const {
  const JointSetup& setup = joints_[joint].setup;
  Vector row(unknowns(), 0);
  const Vec3 axis = this->axis(joint, states);
  add_to_row(row, setup.first, {}, axis, inertia, states);
  add_to_row(row, setup.second, {}, -axis, inertia, states);
  Vector y;
  for (const Vector& column : basis_) y.push_back(product(column, row));
  return y;
}

double Mechanism::close(double dt, const std::vector<RigidInertia>& inertia,
                        std::vector<RigidState>& states) const {
  if (joints_.empty()) return 0;
  double scale = 0;
  for (const int body : bodies_) {
    const RigidInertia& own = inertia[std::size_t(body)];
    scale = std::max(scale,
                     std::sqrt(std::max({own.moments.x, own.moments.y, own.moments.z}) / own.mass));
  }
  double widest = 0;
  for (int round = 0; round < max_closing_rounds; ++round) {
    const Vector gap = gaps(states);
    widest = 0;
    std::size_t row = 0;
    for (const Joint& joint : joints_)
      for (int n = 0; n < joint_count(joint.setup.kind); ++n, ++row)
        widest = std::max(widest, (n < 3 ? 1 : scale) * std::fabs(gap[row]));
    if (widest <= closed * scale) break;
    Vector z(unknowns(), 0), w;
    for (std::size_t r = 0; r < counts_.size(); ++r) {
      double value = -gap[counts_[r]];
      for (std::size_t j = 0; j < r; ++j) value -= lower_[r][j] * w[j];
      w.push_back(value / lower_[r][r]);
      add(z, w[r], constraints_[r]);
    }
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const RigidInertia& own = inertia[std::size_t(bodies_[i])];
      RigidState& state = states[std::size_t(bodies_[i])];
      Vec3 shift, turning, momentum;
      for (int a = 0; a < 3; ++a) {
        shift[a] = z[6 * i + std::size_t(a)] / std::sqrt(own.mass);
        const double turned = z[6 * i + 3 + std::size_t(a)];
        turning += (turned / std::sqrt(own.moments[a])) * axes_[i][a];
        momentum += (turned * std::sqrt(own.moments[a])) * axes_[i][a];
      }
      state.centre += shift, state.velocity += (1 / dt) * shift;
      state.spin_momentum += (1 / dt) * momentum;
      if (const double angle = norm(turning); angle > 0)
        state.turn = rotation(turning, angle) * state.turn;
    }
  }
  return widest;
}

/// With J^T l = b, b in the span of J^T: J = T Q, so T^T l = Q b, from the last row on.
std::vector<Mechanism::Impulse> Mechanism::split(const std::vector<Impulse>& of_bodies) const {
  Vector b;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const RigidInertia& own = inertia_of_[i];
    const Vec3 turning = axes_[i] * of_bodies[i].torque;
    for (int a = 0; a < 3; ++a) b.push_back(of_bodies[i].impulse[a] / std::sqrt(own.mass));
    for (int a = 0; a < 3; ++a) b.push_back(turning[a] / std::sqrt(own.moments[a]));
  }
  std::size_t rows = 0;
  for (const Joint& joint : joints_) rows += std::size_t(joint_count(joint.setup.kind));
  Vector multiplier(rows, 0), left;
  for (const Vector& unit : constraints_) left.push_back(product(unit, b));
  for (std::size_t r = counts_.size(); r-- > 0;) {
    const double value = left[r] / lower_[r][r];
    multiplier[counts_[r]] = value;
    for (std::size_t j = 0; j < r; ++j) left[j] -= lower_[r][j] * value;
  }
  std::vector<Impulse> impulses;
  std::size_t row = 0;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    Impulse& own = impulses.emplace_back();
    for (int axis = 0; axis < 3; ++axis) own.impulse[axis] = multiplier[row++];
    if (joints_[j].setup.kind == JointKind::hinge)
      for (const Vec3 tangent : joints_[j].tangent)
        own.torque += multiplier[row++] * (turn_of_[j] * tangent);
    if (joints_[j].setup.kind == JointKind::fixed)
      for (int axis = 0; axis < 3; ++axis) own.torque[axis] = multiplier[row++];
  }
  return impulses;
}

Vec3 Mechanism::axis(std::size_t joint, const std::vector<RigidState>& states) const {
  const JointSetup& setup = joints_[joint].setup;
  return states[std::size_t(setup.first)].turn * setup.axis;
}

double Mechanism::angle(std::size_t joint, const std::vector<RigidState>& states,
                        double near) const {
  const Joint& own = joints_[joint];
  const Vec3 first = states[std::size_t(own.setup.first)].turn * own.tangent[0];
  const Vec3 second = own.setup.second < 0
                          ? own.tangent[0]
                          : states[std::size_t(own.setup.second)].turn * own.tangent[0];
  const double angle =
      std::atan2(dot(cross(second, first), axis(joint, states)), dot(second, first));
  constexpr double turn = 6.283185307179586476925;
  return angle + turn * std::round((near - angle) / turn);
}

ES_END
