#pragma once

#include "contact/solvers/friction/disc_vectors.h"
#include "contact/solvers/friction/friction_box_qp.h"
#include "contact/solvers/friction/loaded_contacts.h"
#include "contact/solvers/impulse_response.h"

ES_BEGIN

/// Friction in Coulomb's discs by Newton steps on boxes. Around each disc a box touches it where
/// the contact's impulse is; at a contact that slides the circle falls away from its tangent by
/// y2^2 / (2 mu alpha), which the sliding velocity w there prices at |w| / (2 mu alpha) y2^2. With
/// that curvature the QP in the boxes is the quadratic model of the problem in the discs, and the
/// boxes turn to its solution: sequential quadratic programming, which for a contact that keeps
/// sliding is the semismooth Newton step of Hueeber, Stadler and Wohlmuth (SIAM J. Sci. Comput. 30
/// (2008) 572-596) in symmetric form. H^F stays positive definite and keeps its profile.
///
/// A step that would raise the energy is shortened along the discs, and before each turn there is a
/// step of gradient projection, which converges by itself from everywhere (Bertsekas, IEEE Trans.
/// Autom. Control 21 (1976) 174-184): so does the whole.
class DiscFriction final : public FrictionStep {
 public:
  DiscFriction(QpMethod method, const SolverSettings& settings);

  void start(const ProblemView& problem, ProjectionHessians& hessians, Span<const Vec3> impulse,
             QpTotals& totals) override;
  void solve(const ProblemView& problem, const FrictionLoad& load, Span<Vec3> impulse,
             QpTotals& totals) override;
  ForeseenSet foreseen() override;

 private:
  DiscProblem discs(const ProblemView& problem) const {
    return {problem.frames, radius_.span(), response_.span()};
  }
  void take(const ProblemView& problem, const FrictionLoad& load, Span<Vec3> f);
  bool solved(const ProblemView& problem, Span<const Vec3> f) const;
  void choose();
  void descend(const ProblemView& problem, Span<Vec3> f);
  void turn(const ProblemView& problem, Span<const Vec3> f, QpTotals& totals);
  void newton_step(const ProblemView& problem, const FrictionLoad& load, Span<Vec3> f,
                   QpTotals& totals);
  double respond(const ProblemView& problem);

  double tolerance_;
  FrictionBoxQp qp_;
  LoadedContacts loaded_;
  bool chosen_ = false;                          ///< has there been a load?
  bool turned_ = false;                          ///< have its contacts boxes?
  double scale_ = 0;                             ///< of velocities
  DeviceVector<std::int8_t> predicted_, final_;  ///< states by contact
  DeviceVector<double> radius_, response_;
  DeviceVector<Vec3> w_, d_, dw_, goal_;
  ImpulseResponse reply_;
};

ES_END
