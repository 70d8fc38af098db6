#pragma once

#include "contact/contact_report.h"
#include "contact/detect/contact_merger.h"

ES_BEGIN

/// What one pair's contacts do to its body, and their work on both.
struct PairSum {
  int contacts = 0;
  Vec3 impulse, torque, friction;  ///< torque about the origin of space [N s], [N m s], [N s]
  ContactWork work;
  double turned = 0;   ///< sum of |work| of the normal impulses [J]
  double closing = 0;  ///< see PairImpulse [m/s]
};

/// What contacts did, by contact.
struct ContactAction {
  Span<const Vec3> normal, friction;  ///< impulses on the body [N s]
  Span<const Vec3> u;  ///< mean velocity of the body relative to the partner meanwhile, an
                       ///< obstacle's own not subtracted [m/s]
};

/// Sums the impulses of the contacts over each pair. Impulses on partners are equal and opposite
/// and act at the same centroids, so that the sums over all bodies cancel to rounding.
class PairImpulses {
 public:
  /// @param losses  in: before the step; out: after it
  /// @param work    takes up what the impulses of all pairs do
  std::vector<PairImpulse> collect(const SceneTables& scene, const ContactsView& set,
                                   const ContactAction& action, PairLosses& losses,
                                   ContactWork& work);

 private:
  DeviceVector<PairSum> sums_;
};

ES_END
