#include "contact/solvers/host/global_bridge.h"

#include "contact/solvers/coulomb/condensation.h"
#include "contact/solvers/host/coulomb_bridge.h"
#include "kernels/core/vectors.h"

ES_BEGIN

namespace {

/// The rows of H that degrees of freedom have; -1 of those that no contact touches, or none moves.
std::vector<int> places(const std::vector<int>& touched, const std::vector<double>& inverse_mass) {
  std::vector<int> place(inverse_mass.size(), -1);
  for (const int dof : touched)
    if (inverse_mass[std::size_t(dof)] > 0) place[std::size_t(dof)] = 0;
  int next = 0;
  for (int& p : place)
    if (p == 0) p = next++;
  return place;
}

/// (1/m I + K n n^T)^-1, of a contact's own degree of freedom.
Mat3 inertia_of(double mass, double compliance, Vec3 normal) {
  const double part = mass * compliance / (1 + mass * compliance);
  return mass * (identity3() - outer(part * normal, normal));
}

}  // namespace

GlobalForm global_problem(const ProblemView& problem, Span<const Vec3> velocity) {
  const RowsView& rows = problem.global->rows;
  const std::vector<int> start = to_host(rows.row_start), dof = to_host(rows.dof);
  const std::vector<double> s = to_host(rows.value), mass = to_host(problem.global->mass);
  const std::vector<Vec3> v = to_host(velocity);
  const std::vector<ContactFrame> frames = to_host(problem.frames);
  const std::vector<int> place = places(dof, to_host(problem.global->inverse_mass));

  const std::vector<double> compliance = to_host(problem.compliance);
  const std::size_t of_bodies = v.size() - frames.size();

  const std::vector<int> twist_start = to_host(rows.twists.start),
                         twist_dof = to_host(rows.twists.dof);
  const std::vector<Mat3> weight = to_host(rows.twists.weight);

  GlobalForm global;
  std::vector<MatrixEntry> M, H;
  for (std::size_t k = 0; k < v.size(); ++k) {
    if (place[k] < 0) continue;
    Mat3 inertia = mass[k] * identity3();
    if (k >= of_bodies && !compliance.empty())
      inertia = inertia_of(mass[k], compliance[k - of_bodies], frames[k - of_bodies].normal);
    const Vec3 momentum = inertia * v[k];
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b)
        if (inertia[a][b] != 0) M.push_back({3 * place[k] + a, 3 * place[k] + b, inertia[a][b]});
      global.f.push_back(momentum[a]);
    }
  }
  global.w = free_velocities(problem);
  for (std::size_t c = 0; c < frames.size(); ++c) {
    const Vec3 axes[3] = {frames[c].normal, frames[c].tangent1, frames[c].tangent2};
    for (auto e = std::size_t(start[c]); e < std::size_t(start[c + 1]); ++e) {
      const auto k = std::size_t(dof[e]);
      if (place[k] < 0) continue;  // its velocity is in w, as an obstacle's
      for (int i = 0; i < 3; ++i) {
        for (int a = 0; a < 3; ++a)
          if (axes[i][a] != 0) H.push_back({3 * place[k] + a, 3 * int(c) + i, s[e] * axes[i][a]});
        global.w[c][i] -= s[e] * dot(axes[i], v[k]);
      }
    }
    if (twist_start.empty()) continue;
    for (auto e = std::size_t(twist_start[c]); e < std::size_t(twist_start[c + 1]); ++e) {
      const auto k = std::size_t(twist_dof[e]);
      for (int i = 0; i < 3; ++i) {
        const Vec3 along = weight[e] * axes[i];
        for (int a = 0; a < 3; ++a)
          if (along[a] != 0) H.push_back({3 * place[k] + a, 3 * int(c) + i, along[a]});
        global.w[c][i] -= dot(along, v[k]);
      }
    }
  }
  const int unknowns = int(global.f.size());
  global.M = sparse_matrix(unknowns, unknowns, M);
  global.H = sparse_matrix(unknowns, 3 * int(frames.size()), H);
  global.mu = to_host(problem.friction);
  return global;
}

SolvedContacts posed_contacts(const ProblemView& problem, Span<const Vec3> velocity,
                              const ContactImpulses& start) {
  return {global_problem(problem, velocity), host_impulses(problem, start), {}, {}, {}};
}

void set_solution(const ProblemView& problem, const ContactImpulses& solution,
                  SolvedContacts& contacts) {
  contacts.r = host_impulses(problem, solution);
  contacts.v = body_velocities(contacts.problem, contacts.r);
  contacts.u = contact_velocities(contacts.problem, contacts.v);
}

ES_END
