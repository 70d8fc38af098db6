#pragma once

#include <cmath>
#include <vector>

#include "bench/problems/random_numbers.h"
#include "contact/solvers/delassus_blocks.h"
#include "kernels/core/vectors.h"

ES_BEGIN

/// A problem with a dense W of random numbers that is made around its solution. Contacts take
/// turns: open, sticking, sliding along one of their tangents. Sliding along an axis of the
/// friction diamond is where Coulomb's cone and the diamond agree, so that solvers of both have
/// this answer.
struct KnownProblem {
  int contacts;
  std::vector<ContactFrame> frame;
  std::vector<double> W;  ///< by rows, in the frames
  std::vector<double> mu, bounds, normal;
  std::vector<Vec3> free_velocity, tangential;  ///< u* and r_T in world axes
  DeviceBlockMatrix blocks;
  DeviceVector<ContactFrame> frames;
  DeviceVector<double> friction, bound, normal_impulse;
  DeviceVector<Vec3> velocity, friction_impulse;

  /// @param friction_scale  0: without friction
  explicit KnownProblem(int count, double friction_scale = 1, unsigned seed = 3) : contacts(count) {
    draw_matrix(seed);
    draw_solution(friction_scale, seed + 1);
    blocks = DeviceBlockMatrix(blocks_of_dense(W, contacts));
    frames.assign(frame), friction.assign(mu), bound.assign(bounds);
    velocity.assign(free_velocity);
    normal_impulse.assign(std::vector<double>(mu.size(), 0.0));
    friction_impulse.assign(std::vector<Vec3>(mu.size()));
  }

  ProblemView problem() const {
    return {frames.span(), friction.span(), velocity.span(), bound.span(), {}, {}, blocks.rows()};
  }
  ContactImpulses impulses() { return {normal_impulse.span(), friction_impulse.span()}; }

  /// Largest difference of the impulses from the solution [N s]; they are of order 1.
  double error() const {
    const std::vector<double> rn = normal_impulse.to_host();
    const std::vector<Vec3> rt = friction_impulse.to_host();
    double worst = 0;
    for (std::size_t c = 0; c < rn.size(); ++c) {
      worst = std::fmax(worst, std::fabs(rn[c] - normal[c]));
      worst = std::fmax(worst, norm(rt[c] - tangential[c]));
    }
    return worst;
  }

 private:
  /// B B^T / order + I with random B: of condition 5 or so.
  void draw_matrix(unsigned seed) {
    RandomNumbers random(seed);
    const std::size_t n = 3 * std::size_t(contacts);
    std::vector<double> B(n * n);
    for (double& b : B) b = random.uniform(-1, 1);
    W.assign(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t k = 0; k < n; ++k) W[i * n + j] += B[i * n + k] * B[j * n + k] / double(n);
      }
      W[i * n + i] += 1;
    }
  }

  void draw_solution(double friction_scale, unsigned seed) {
    RandomNumbers random(seed);
    const auto number = [&] { return random.uniform(0.2, 1); };
    std::vector<double> r, u;  // in the frames
    for (int c = 0; c < contacts; ++c) {
      const Mat3 turn = rotation({number(), number(), number()}, number());
      frame.push_back({turn[0], turn[1], turn[2]});
      mu.push_back(friction_scale * 0.3 * number());
      bounds.push_back(number() - 0.5);
      const double load = number(), speed = number(), limit = mu.back() * load;
      const int kind = c % 4;  // open, sticking, sliding along t1, sliding against t2
      const bool sticks = kind == 1 && limit > 0;
      normal.push_back(kind == 0 ? 0 : load);
      r.insert(r.end(), {normal.back(),
                         kind == 2 ? -limit
                         : sticks  ? 0.3 * limit
                                   : 0.0,
                         kind == 3 ? limit
                         : sticks  ? -0.4 * limit
                                   : 0.0});
      u.insert(u.end(), {bounds.back() + (kind == 0 ? speed : 0), kind == 2 ? speed : 0.0,
                         kind == 3 ? -speed : 0.0});
    }
    const std::size_t n = r.size();
    for (std::size_t c = 0; c < n / 3; ++c) {
      double q[3];
      for (std::size_t i = 0; i < 3; ++i) {
        q[i] = u[3 * c + i];
        for (std::size_t j = 0; j < n; ++j) q[i] -= W[(3 * c + i) * n + j] * r[j];
      }
      const ContactFrame& f = frame[c];
      free_velocity.push_back(q[0] * f.normal + q[1] * f.tangent1 + q[2] * f.tangent2);
      tangential.push_back(r[3 * c + 1] * f.tangent1 + r[3 * c + 2] * f.tangent2);
    }
  }
};

ES_END
