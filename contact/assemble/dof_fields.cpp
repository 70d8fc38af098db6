#include "contact/assemble/dof_fields.h"

#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

void gather_body(const BodyView& body, Span<Vec3> before, Span<Vec3> velocity, Span<double> mass,
                 Span<double> inverse_mass) {
  parallel_for(body.active.size, [=] ES_DEVICE(Index a) {
    const int node = body.active[a];
    before[a] = body.before[node];
    velocity[a] = body.velocity[node];
    mass[a] = body.mass[node];
    inverse_mass[a] = 1 / body.mass[node];
  });
}

void add_to_body(const BodyView& body, Index first, const RowsView& rows,
                 Span<const Vec3> contact_dv, Span<const Vec3> friction_dv) {
  const Span<const int> active = body.active, column_start = rows.column_start;
  const Span<Vec3> velocity = body.velocity;
  parallel_for(active.size, [=] ES_DEVICE(Index n) {
    const Index k = first + n;
    if (column_start[k] < column_start[k + 1])
      velocity[active[n]] += contact_dv[k] + friction_dv[k];
  });
}

}  // namespace

void DofFields::gather(const SceneTables& scene) {
  before.resize(scene.dofs());
  velocity.resize(scene.dofs());
  mass.resize(scene.dofs());
  inverse_mass.resize(scene.dofs());
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const Index first = scene.first_dof[b], count = scene.bodies[b].active.size;
    gather_body(scene.bodies[b], before.span().part(first, count),
                velocity.span().part(first, count), mass.span().part(first, count),
                inverse_mass.span().part(first, count));
  }
}

void mean_velocities(const DofFields& dofs, Span<const Vec3> contact_dv,
                     Span<const Vec3> friction_dv, Span<Vec3> mean) {
  const Span<const Vec3> before = dofs.before.span(), kicked = dofs.velocity.span();
  parallel_for(mean.size, [=] ES_DEVICE(Index k) {
    mean[k] = 0.5 * (before[k] + kicked[k] + contact_dv[k] + friction_dv[k]);
  });
}

void add_to_bodies(const SceneTables& scene, const RowsView& rows, Span<const Vec3> contact_dv,
                   Span<const Vec3> friction_dv) {
  for (std::size_t n = 0; n < scene.bodies.size(); ++n) {
    add_to_body(scene.bodies[n], scene.first_dof[n], rows, contact_dv, friction_dv);
  }
}

ES_END
