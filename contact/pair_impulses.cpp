#include "contact/pair_impulses.h"

#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

/// Position of the first contact of a pair; contacts are in the order of their pairs.
ES_HD Index first_contact(Span<const Contact> contacts, int pair) {
  Index low = 0, high = contacts.size;
  while (low < high) {
    const Index middle = (low + high) / 2;
    if (contacts[middle].pair < pair) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

void sum_pairs(Span<const Contact> contacts, Span<const Vec3> contact_impulse,
               Span<const Vec3> friction_impulse, Span<PairSum> sums) {
  parallel_for(sums.size, [=] ES_DEVICE(Index p) {
    PairSum total;
    for (Index c = first_contact(contacts, int(p)); c < contacts.size; ++c) {
      if (contacts[c].pair != int(p)) break;
      const Vec3 impulse = contact_impulse[c] + friction_impulse[c];
      total.impulse += impulse;
      total.torque += cross(contacts[c].centroid, impulse);
      ++total.contacts;
    }
    sums[p] = total;
  });
}

}  // namespace

std::vector<PairImpulse> PairImpulses::collect(const SceneTables& scene, const ContactsView& set,
                                               Span<const Vec3> contact,
                                               Span<const Vec3> friction) {
  sums_.resize(Index(scene.pairs.size()));
  sum_pairs(set.contacts, contact, friction, sums_.span());
  const std::vector<PairSum> sums = sums_.to_host();
  std::vector<PairImpulse> impulses;
  for (std::size_t p = 0; p < sums.size(); ++p) {
    const ContactPair& pair = scene.pairs[p];
    const PairSum& sum = sums[p];
    if (sum.contacts == 0) continue;
    impulses.push_back({pair.body, pair.partner, pair.with_obstacle, sum.impulse, sum.torque});
    if (pair.with_obstacle) continue;
    impulses.push_back({pair.partner, pair.body, false, -sum.impulse, -sum.torque});
  }
  return impulses;
}

ES_END
