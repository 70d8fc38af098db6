#include "contact/warm_start.h"

#include "contact/detect/sort_keys.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/search.h"

ES_BEGIN

namespace {

ES_HD WarmKey memory_key(const SceneView& scene, const Patch& patch, Int3 place) {
  return {std::uint64_t(scene.pairs[patch.pair].number), place_key(place.z, place.y, place.x)};
}

/// What is remembered of a patch, or of the cell that it is a part of; -1 for nothing.
ES_HD Index find_memory(const SceneView& scene, const Patch& patch, Span<const WarmKey> keys) {
  const Index own = find_sorted(keys, memory_key(scene, patch, patch.place));
  return own >= 0 ? own : find_sorted(keys, memory_key(scene, patch, place_of(patch.cell)));
}

/// The memory of the largest remembered patch of a contact, -1 when it has none.
ES_HD Index find_largest(const SceneView& scene, const ContactsView& set, Index c,
                         Span<const WarmKey> keys) {
  Index found = -1;
  double largest_area = 0;
  for (int p = set.patches_begin(c); p < set.patches_end(c); ++p) {
    const Patch& patch = set.patches[set.patch_order[p]];
    if (!(patch.area > largest_area)) continue;
    const Index candidate = find_memory(scene, patch, keys);
    if (candidate < 0) continue;
    found = candidate;
    largest_area = patch.area;
  }
  return found;
}

void predict_impulses(const SceneView& scene, const ContactsView& set, Span<const WarmKey> keys,
                      Span<const WarmEntry> entries, double dt, const ContactImpulses& impulses) {
  parallel_for(set.size(), [=] ES_DEVICE(Index c) {
    const Contact& contact = set.contacts[c];
    const Index memory = find_largest(scene, set, c, keys);
    const WarmEntry entry = memory >= 0 ? entries[memory] : WarmEntry{};
    const Vec3 friction = contact.area * dt * entry.friction;
    impulses.normal[c] = contact.area * dt * entry.normal;
    impulses.friction[c] = friction - dot(friction, contact.normal) * contact.normal;
  });
}

void store_impulses(const SceneView& scene, const ContactsView& set, double dt,
                    const ContactImpulses& impulses, Span<WarmKey> keys, Span<WarmEntry> entries) {
  parallel_for(set.size(), [=] ES_DEVICE(Index c) {
    const double traction = 1 / (set.contacts[c].area * dt);
    WarmEntry entry;
    entry.normal = traction * impulses.normal[c];
    entry.friction = traction * impulses.friction[c];
    for (int p = set.patches_begin(c); p < set.patches_end(c); ++p) {
      const int patch = set.patch_order[p];  // patches ascend in the order of the keys
      keys[patch] = memory_key(scene, set.patches[patch], set.patches[patch].place);
      entries[patch] = entry;
    }
  });
}

}  // namespace

void WarmStart::predict(const SceneView& scene, const ContactsView& set, double dt,
                        const ContactImpulses& impulses) const {
  predict_impulses(scene, set, keys_.span(), entries_.span(), dt, impulses);
}

void WarmStart::remember(const SceneView& scene, const ContactsView& set, double dt,
                         const ContactImpulses& impulses) {
  keys_.resize(set.patches.size);
  entries_.resize(set.patches.size);
  store_impulses(scene, set, dt, impulses, keys_.span(), entries_.span());
}

void WarmStart::forget() {
  keys_.resize(0);
  entries_.resize(0);
}

ES_END
