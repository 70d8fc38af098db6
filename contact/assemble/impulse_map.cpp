#include "contact/assemble/impulse_map.h"

#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

namespace {

void gather_body(const BodyView& body, Span<Vec3> velocity, Span<double> mass,
                 Span<double> inverse_mass) {
  parallel_for(body.active.size, [=] ES_DEVICE(Index a) {
    const int node = body.active[a];
    velocity[a] = body.velocity[node];
    mass[a] = body.mass[node];
    inverse_mass[a] = 1 / body.mass[node];
  });
}

void add_to_body(const BodyView& body, Index first, const RowsView& rows, Span<const Vec3> a,
                 Span<const Vec3> b) {
  const Span<const int> active = body.active, column_start = rows.column_start;
  const Span<Vec3> velocity = body.velocity;
  parallel_for(active.size, [=] ES_DEVICE(Index n) {
    const Index k = first + n;
    if (column_start[k] < column_start[k + 1]) velocity[active[n]] += a[k] + b[k];
  });
}

}  // namespace

void DofFields::gather(const SceneTables& scene) {
  velocity.resize(scene.dofs());
  mass.resize(scene.dofs());
  inverse_mass.resize(scene.dofs());
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const Index first = scene.first_dof[b], count = scene.bodies[b].active.size;
    gather_body(scene.bodies[b], velocity.span().part(first, count), mass.span().part(first, count),
                inverse_mass.span().part(first, count));
  }
}

void relative_velocity(const RowsView& rows, Span<const Vec3> v, Span<Vec3> u) {
  parallel_for(rows.contacts(), [=] ES_DEVICE(Index c) {
    Vec3 total;
    for (int e = rows.row_start[c]; e < rows.row_start[c + 1]; ++e) {
      total += rows.value[e] * v[rows.dof[e]];
    }
    u[c] = total;
  });
}

void velocity_change(const RowsView& rows, Span<const double> inverse_mass, Span<const Vec3> P,
                     Span<Vec3> dv) {
  parallel_for(rows.dofs(), [=] ES_DEVICE(Index k) {
    Vec3 total;
    for (int e = rows.column_start[k]; e < rows.column_start[k + 1]; ++e) {
      total += rows.column_value[e] * P[rows.column_contact[e]];
    }
    dv[k] = inverse_mass[k] * total;
  });
}

double kinetic_distance(Span<const double> mass, Span<const Vec3> a, Span<const Vec3> b) {
  return sum<double>(mass.size, [=] ES_DEVICE(Index k) -> double {
    const Vec3 d = a[k] - b[k];
    return mass[k] * dot(d, d);
  });
}

double kinetic_norm(Span<const double> mass, Span<const Vec3> a) {
  return sum<double>(mass.size,
                     [=] ES_DEVICE(Index k) -> double { return mass[k] * dot(a[k], a[k]); });
}

void add_to_bodies(const SceneTables& scene, const RowsView& rows, Span<const Vec3> a,
                   Span<const Vec3> b) {
  for (std::size_t n = 0; n < scene.bodies.size(); ++n) {
    add_to_body(scene.bodies[n], scene.first_dof[n], rows, a, b);
  }
}

ES_END
