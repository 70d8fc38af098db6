#include "contact/solvers/impulse_response.h"

#include "contact/solvers/delassus_product.h"
#include "contact/solvers/impulse_map.h"
#include "kernels/core/vectors.h"

ES_BEGIN

void ImpulseResponse::take(const ProblemView& problem, Span<const Vec3> impulse) {
  along_.resize(problem.compliance.size);
  normal_parts(problem.frames, impulse, along_.span());
  if (problem.global) {
    dv_.resize(problem.global->rows.dofs());
    velocity_change(problem.global->rows, problem.global->inverse_mass, impulse, dv_.span());
    return;
  }
  impulse_.copy_from(impulse);
  du_.resize(impulse.size);
  if (problem.blocks) {
    multiply(*problem.blocks, problem.frames, impulse, du_.span());
  } else {
    multiply(*problem.gram, impulse, du_.span());
    add_given(problem.frames, problem.compliance, along_.span(), du_.span());
  }
}

void ImpulseResponse::relative_velocity(const ProblemView& problem, Span<Vec3> du) const {
  if (problem.global) {
    eulersolid::relative_velocity(problem.global->rows, dv_.span(), du);
    add_given(problem.frames, problem.compliance, along_.span(), du);
  } else {
    copy(du_.span(), du);
  }
}

KineticMetric ImpulseResponse::metric(const ProblemView& problem,
                                      const ImpulseResponse& other) const {
  if (problem.global)
    return kinetic_metric(problem.global->mass, problem.compliance, {dv_.span(), along_.span()},
                          {other.dv_.span(), other.along_.span()});
  return {inner_product(impulse_.span(), du_.span()),
          inner_product_of_differences(impulse_.span(), other.impulse_.span(), du_.span(),
                                       other.du_.span())};
}

void ImpulseResponse::swap(ImpulseResponse& other) noexcept {
  dv_.swap(other.dv_);
  impulse_.swap(other.impulse_);
  du_.swap(other.du_);
  along_.swap(other.along_);
}

ES_END
