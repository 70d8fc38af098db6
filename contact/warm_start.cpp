#include "contact/warm_start.h"

#include <cmath>

#include "contact/detect/sort_keys.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/search.h"

ES_BEGIN

namespace {

ES_HD WarmKey memory_key(const SceneView& scene, const Patch& patch) {
  return {std::uint64_t(scene.pairs[patch.pair].number),
          cell_key(patch.cell.z, patch.cell.y, patch.cell.x),
          std::uint64_t(8 * patch.halves + patch.half)};
}

/// What was at the same part of a patch's cell, or, if the cell was in other parts, their mean: the
/// sum of those that were in contact over how many there were. False where nothing is remembered.
ES_HD bool recall(const SceneView& scene, const Patch& patch, Span<const WarmKey> keys,
                  Span<const WarmEntry> entries, WarmEntry& entry) {
  const WarmKey key = memory_key(scene, patch);
  WarmEntry sum;
  int halves = patch.halves;
  for (Index n = lower_bound(keys, WarmKey{key.pair, key.cell, 0}); n < keys.size; ++n) {
    if (keys[n].pair != key.pair || keys[n].cell != key.cell) break;
    if (keys[n] == key) {
      entry = entries[n];
      return true;
    }
    sum.normal += entries[n].normal, sum.friction += entries[n].friction;
    halves = int(keys[n].part / 8);  // of all that is in a cell
  }
  if (halves == patch.halves) return false;
  const double part = part_of_face(halves);
  entry = {part * sum.normal, part * sum.friction};
  return true;
}

/// What is remembered of a contact: of its largest patch that was there. False where none was.
ES_HD bool remembered(const SceneView& scene, const ContactsView& set, Index c,
                      Span<const WarmKey> keys, Span<const WarmEntry> entries, WarmEntry& found) {
  double largest_area = 0;
  for (int p = set.patches_begin(c); p < set.patches_end(c); ++p) {
    const Patch& patch = set.patches[set.patch_order[p]];
    if (!(patch.area > largest_area)) continue;
    if (recall(scene, patch, keys, entries, found)) largest_area = patch.area;
  }
  return largest_area > 0;
}

void predict_impulses(const SceneView& scene, const ContactsView& set, Span<const WarmKey> keys,
                      Span<const WarmEntry> entries, double dt, const ContactImpulses& impulses,
                      Span<double> pressure) {
  parallel_for(set.size(), [=] ES_DEVICE(Index c) {
    const Contact& contact = set.contacts[c];
    WarmEntry entry;
    const bool known = remembered(scene, set, c, keys, entries, entry);
    pressure[c] = known ? entry.normal : INFINITY;
    const Vec3 friction = contact.area * dt * entry.friction;
    impulses.normal[c] = contact.area * dt * entry.normal;
    impulses.friction[c] = friction - dot(friction, contact.normal) * contact.normal;
  });
}

void store_impulses(const SceneView& scene, const ContactsView& set, double dt,
                    const ContactImpulses& impulses, Span<const Vec3> velocity, Span<WarmKey> keys,
                    Span<WarmEntry> entries) {
  parallel_for(set.size(), [=] ES_DEVICE(Index c) {
    const Contact& contact = set.contacts[c];
    const double traction = 1 / (contact.area * dt);
    const Vec3 u = velocity[c] - contact.partner_velocity;
    WarmEntry entry;
    entry.normal = traction * impulses.normal[c];
    entry.friction = traction * impulses.friction[c];
    if (entry.normal > 0) entry.slip = norm(u - dot(u, contact.normal) * contact.normal);
    for (int p = set.patches_begin(c); p < set.patches_end(c); ++p) {
      const int patch = set.patch_order[p];  // patches ascend in the order of the keys
      keys[patch] = memory_key(scene, set.patches[patch]);
      entries[patch] = entry;
    }
  });
}

}  // namespace

void WarmStart::predict(const SceneView& scene, const ContactsView& set, double dt,
                        const ContactImpulses& impulses, Span<double> pressure) const {
  predict_impulses(scene, set, keys_.span(), entries_.span(), dt, impulses, pressure);
}

void WarmStart::remember(const SceneView& scene, const ContactsView& set, double dt,
                         const ContactImpulses& impulses, Span<const Vec3> velocity) {
  keys_.resize(set.patches.size);
  entries_.resize(set.patches.size);
  store_impulses(scene, set, dt, impulses, velocity, keys_.span(), entries_.span());
}

void WarmStart::forget() {
  keys_.resize(0);
  entries_.resize(0);
}

ES_END
