#pragma once

#include "contact/contact_report.h"
#include "contact/detect/contact_merger.h"

ES_BEGIN

/// What one pair's contacts do to its body.
struct PairSum {
  int contacts = 0;
  Vec3 impulse, torque;  ///< about the origin of space [N s], [N m s]
};

/// Sums the impulses of the contacts over each pair. Impulses on partners are equal and opposite
/// and act at the same centroids, so that the sums over all bodies cancel to rounding.
class PairImpulses {
 public:
  /// @param normal, friction  impulses per contact on the body [N s]
  std::vector<PairImpulse> collect(const SceneTables& scene, const ContactsView& set,
                                   Span<const Vec3> normal, Span<const Vec3> friction);

 private:
  DeviceVector<PairSum> sums_;
};

ES_END
