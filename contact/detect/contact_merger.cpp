#include "contact/detect/contact_merger.h"

#include "contact/detect/sort_keys.h"
#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

/// Sorts patches by pair, dominant axis, part of a cell, column along that axis, and position in
/// the column.
void fill_keys(const SceneView& scene, Span<const Patch> patches, Span<std::uint64_t> keys,
               Span<int> order) {
  parallel_for(patches.size, [=] ES_DEVICE(Index p) {
    const int axis = dominant_axis(patches[p].normal);
    const int pair = patches[p].pair;
    const Index group = (Index(pair) * 4 + axis) * 8 + patches[p].half;  // below 2^32
    keys[p] = sort_key(group, scene.bodies[scene.pairs[pair].body].node_box, patches[p].cell,
                       {(axis + 2) % 3, (axis + 1) % 3, axis});
    order[p] = int(p);
  });
}

/// A key's successor is the next cell of the same column, pair and axis, and the same part of it.
ES_HD bool are_linked(const SceneView& scene, const Patch& a, const Patch& b, std::uint64_t key_a,
                      std::uint64_t key_b) {
  const ContactNumerics& numerics = scene.numerics;
  const double h = scene.grid.h;
  return key_a + 1 == key_b && a.halves == b.halves &&
         std::fmin(a.area, b.area) < numerics.whole_patch * part_of_face(a.halves) * h * h &&
         dot(a.normal, b.normal) > numerics.min_cosine;
}

void flag_heads(const SceneView& scene, Span<const Patch> patches, Span<const std::uint64_t> keys,
                Span<const int> order, Span<std::uint8_t> heads) {
  parallel_for(heads.size, [=] ES_DEVICE(Index p) {
    heads[p] = p == 0 ||
               !are_linked(scene, patches[order[p - 1]], patches[order[p]], keys[p - 1], keys[p]);
  });
}

ES_HD Contact make_contact(const SceneView& scene, const ContactsView& set, Index c) {
  Contact contact;
  const Patch& first = set.patches[set.patch_order[set.patches_begin(c)]];
  contact.pair = first.pair;
  contact.low = contact.high = first.cell;
  Vec3 normal, moment;
  double gap = 0, rounded = 0;
  for (int p = set.patches_begin(c); p < set.patches_end(c); ++p) {
    const Patch& patch = set.patches[set.patch_order[p]];
    contact.area += patch.area;
    contact.weight += patch.weight;
    normal += patch.weight * patch.normal;
    moment += patch.weight * patch.centroid;
    gap += patch.weight * patch.gap;
    if (patch.rounded) rounded += patch.area;
    contact.high = patch.cell;  // the cells of a column ascend
  }
  contact.normal = normalized(normal);
  contact.centroid = (1 / contact.weight) * moment;
  contact.gap = gap / contact.weight;
  contact.tangent1 = first_tangent(contact.normal);
  contact.tangent2 = cross(contact.normal, contact.tangent1);
  const ContactPair& pair = scene.pairs[contact.pair];
  contact.friction = pair.friction;
  contact.compliance = pair.compliance * (rounded / contact.area);
  contact.wave_speed = pair.wave_speed, contact.may_push = pair.may_push;
  if (pair.with_obstacle) {
    contact.partner_velocity =
        velocity_at(scene.obstacles[pair.partner], contact.centroid - pair.offset);
  }
  return contact;
}

void make_contacts(const SceneView& scene, const ContactsView& set, Span<Contact> contacts) {
  parallel_for(contacts.size,
               [=] ES_DEVICE(Index c) { contacts[c] = make_contact(scene, set, c); });
}

}  // namespace

ContactsView ContactMerger::merge(const SceneView& scene, Span<const Patch> patches) {
  keys_.resize(patches.size);
  patch_order_.resize(patches.size);
  heads_.resize(patches.size);
  fill_keys(scene, patches, keys_.span(), patch_order_.span());
  sort_by_key(keys_.span(), patch_order_.span());
  flag_heads(scene, patches, keys_.span(), patch_order_.span(), heads_.span());
  select(heads_.span(), first_patch_);
  contacts_.resize(first_patch_.size());
  const ContactsView set{contacts_.span(), patches, patch_order_.span(), first_patch_.span()};
  make_contacts(scene, set, contacts_.span());
  return set;
}

ES_END
