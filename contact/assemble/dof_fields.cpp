#include "contact/assemble/dof_fields.h"

#include <vector>

#include "kernels/core/parallel_for.h"
#include "kernels/core/pieces.h"

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
  const Span<const int> held = body.held, dof = body.dof;
  if (held.size == 0) return;
  parallel_for(held.size, [=] ES_DEVICE(Index i) { inverse_mass[dof[held[i]]] = 0; });
}

void gather_rigid(const RigidMotions& motion, Span<Vec3> before, Span<Vec3> velocity,
                  Span<double> mass, Span<double> inverse_mass) {
  const RigidMotions from = motion;
  parallel_for(before.size, [=] ES_DEVICE(Index k) {
    before[k] = from.before[k], velocity[k] = from.velocity[k];
    mass[k] = inverse_mass[k] = 1;
  });
}

void add_to_rigid(Span<Vec3> velocity, Span<const Vec3> contact_dv, Span<const Vec3> friction_dv) {
  parallel_for(velocity.size,
               [=] ES_DEVICE(Index k) { velocity[k] += contact_dv[k] + friction_dv[k]; });
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

void pass_to_holders(const BodyView& body, Index first, const RowsView& rows,
                     Span<const Vec3> normal, Span<const Vec3> friction) {
  const Span<const int> held = body.held, dof = body.dof;
  const Span<Vec3> passed = body.passed;
  parallel_for(held.size, [=] ES_DEVICE(Index i) {
    const Index k = first + dof[held[i]];
    Vec3 total;
    for (int e = rows.column_start[k]; e < rows.column_start[k + 1]; ++e) {
      const int c = rows.column_contact[e];
      total += rows.column_value[e] * (normal[c] + friction[c]);
    }
    passed[i] += total;
  });
}

/// Of the loops over the nodes of each body.
std::vector<double> sizes_of(const SceneTables& scene) {
  std::vector<double> sizes;
  for (const BodyView& body : scene.bodies) sizes.push_back(double(body.active.size));
  return sizes;
}

void fill_proximal(const SceneView& scene, Span<const Contact> contacts, const RowsView& rows,
                   const ContactImpulses& expected, Span<const double> of_bodies,
                   Span<double> inverse_mass, Span<double> mass, Span<Vec3> velocity,
                   Span<Vec3> before) {
  const Index first = inverse_mass.size - contacts.size;
  parallel_for(contacts.size, [=] ES_DEVICE(Index c) {
    double W = 0, as_if_free = 0;
    for (int e = rows.row_start[c]; e < rows.row_start[c + 1]; ++e) {
      const int k = rows.dof[e];
      if (k >= first) continue;
      const double square = rows.value[e] * rows.value[e];
      W += square * inverse_mass[k], as_if_free += square / of_bodies[k];
    }
    if (!rows.twists.empty()) {
      W += rows.twists.mean(c, contacts[c].normal, 1);
      const ContactPair& pair = scene.pairs[contacts[c].pair];
      const RigidView& rigid = scene.bodies[pair.body].rigid;
      if (rigid.is_rigid()) as_if_free += 1 / rigid.mass;
    }
    // Between what is held, impulses move nothing: they are those that would stop it.
    const double C = W > 0 ? scene.numerics.proximal_part * W : as_if_free;
    inverse_mass[first + c] = C, mass[c] = 1 / C;
    velocity[c] = -C * (expected.normal[c] * contacts[c].normal + expected.friction[c]);
    before[c] = {};
  });
}

}  // namespace

void DofFields::gather(const SceneTables& scene, Index contacts) {
  of_bodies = scene.dofs();
  const Index dofs = of_bodies + contacts;
  before.resize(dofs), velocity.resize(dofs), mass.resize(dofs), inverse_mass.resize(dofs);
  for_pieces(sizes_of(scene), [&](std::size_t b) {
    const Index first = scene.first_dof[b], count = scene.bodies[b].active.size;
    gather_body(scene.bodies[b], before.span().part(first, count),
                velocity.span().part(first, count), mass.span().part(first, count),
                inverse_mass.span().part(first, count));
  });
  const Index rigid = scene.motion.velocity.size, first = of_bodies - rigid;
  if (rigid > 0)
    gather_rigid(scene.motion, before.span().part(first, rigid), velocity.span().part(first, rigid),
                 mass.span().part(first, rigid), inverse_mass.span().part(first, rigid));
}

void DofFields::add_proximal(const SceneView& scene, const ContactsView& set, const RowsView& rows,
                             const ContactImpulses& expected) {
  const Index own = set.size();
  fill_proximal(scene, set.contacts, rows, expected, mass.span().part(0, of_bodies),
                inverse_mass.span(), mass.span().part(of_bodies, own),
                velocity.span().part(of_bodies, own), before.span().part(of_bodies, own));
}

void mean_velocities(const DofFields& dofs, Span<const Vec3> contact_dv,
                     Span<const Vec3> friction_dv, Span<Vec3> mean) {
  const Index bodies = dofs.of_bodies;
  const Span<const Vec3> before = dofs.before.span(), kicked = dofs.velocity.span();
  parallel_for(mean.size, [=] ES_DEVICE(Index k) {
    mean[k] = {};
    if (k < bodies) mean[k] = 0.5 * (before[k] + kicked[k] + contact_dv[k] + friction_dv[k]);
  });
}

void add_to_bodies(const SceneTables& scene, const RowsView& rows, Span<const Vec3> contact_dv,
                   Span<const Vec3> friction_dv) {
  for_pieces(sizes_of(scene), [&](std::size_t b) {
    add_to_body(scene.bodies[b], scene.first_dof[b], rows, contact_dv, friction_dv);
  });
  const Index rigid = scene.motion.velocity.size, first = scene.dofs() - rigid;
  if (rigid > 0)
    add_to_rigid(scene.motion.velocity, contact_dv.part(first, rigid),
                 friction_dv.part(first, rigid));
}

void pass_to_holders(const SceneTables& scene, const RowsView& rows, Span<const Vec3> normal,
                     Span<const Vec3> friction) {
  for (std::size_t b = 0; b < scene.bodies.size(); ++b)
    if (scene.bodies[b].held.size > 0)
      pass_to_holders(scene.bodies[b], scene.first_dof[b], rows, normal, friction);
}

ES_END
