#include "contact/pair_impulses.h"

#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

void sum_pairs(Span<const Contact> contacts, ContactAction action, Span<PairSum> sums) {
  parallel_for(sums.size, [=] ES_DEVICE(Index p) {
    PairSum total;
    // Contacts are in the order of their pairs.
    for (Index c = first_of_pair(contacts, int(p)); c < contacts.size; ++c) {
      if (contacts[c].pair != int(p)) break;
      const Vec3 normal = action.normal[c], friction = action.friction[c];
      const Vec3 impulse = normal + friction, u = action.u[c] - contacts[c].partner_velocity;
      total.impulse += impulse;
      total.torque += cross(contacts[c].centroid, impulse);
      total.friction += friction;
      total.work.normal += dot(normal, u);
      total.turned += std::fabs(dot(normal, u));
      total.closing = larger(total.closing, -dot(contacts[c].normal, u));
      total.work.friction += dot(friction, u);
      ++total.contacts;
    }
    sums[p] = total;
  });
}

}  // namespace

std::vector<PairImpulse> PairImpulses::collect(const SceneTables& scene, const ContactsView& set,
                                               const ContactAction& action, PairLosses& losses,
                                               ContactWork& work) {
  sums_.resize(Index(scene.pairs.size()));
  sum_pairs(set.contacts, action, sums_.span());
  const std::vector<PairSum> sums = sums_.to_host();
  std::vector<PairImpulse> impulses;
  PairLosses after;
  for (std::size_t p = 0; p < sums.size(); ++p) {
    const ContactPair& pair = scene.pairs[p];
    const PairSum& sum = sums[p];
    if (sum.contacts == 0) continue;
    PairLoss loss = losses.of(pair.number, pair.lost_to_grid);
    loss.lost -= sum.work.normal, loss.turned += sum.turned;
    after.pairs.push_back(loss);
    work.normal += sum.work.normal, work.friction += sum.work.friction;
    impulses.push_back({pair.body, pair.partner, pair.with_obstacle, sum.impulse, sum.torque,
                        sum.friction, sum.closing, loss.turned, pair.offset});
    if (pair.with_obstacle) continue;
    impulses.push_back({pair.partner, pair.body, false, -sum.impulse,
                        cross(pair.offset, sum.impulse) - sum.torque, -sum.friction, sum.closing,
                        loss.turned, -pair.offset});
  }
  losses = after;
  return impulses;
}

ES_END
