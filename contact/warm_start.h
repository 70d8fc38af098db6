#pragma once

#include "contact/ordering.h"

ES_BEGIN

/// State of a friction variable whose bounds are both zero, because its contact carries nothing.
/// The other states are those of the QPs: -1 at the lower bound, 0 free, +1 at the upper one.
constexpr std::int8_t fixed_at_zero = 2;

/// What a step starts from, and what it leaves behind: working sets by position in the QPs,
/// friction impulses [N s] by contact.
struct WorkingSets {
  Span<std::int8_t> contact;
  Span<std::int8_t> friction;
  Span<Vec3> friction_impulse;
};

/// What a cell knew about a pair at the end of a step.
struct WarmEntry {
  std::int8_t contact = 0;
  std::int8_t friction[2] = {0, 0};
  Vec3 friction_density;  ///< friction impulse per area [N s/m^2], so that split and merged patches
                          ///< agree
};

/// Remembers working sets and friction by pair and grid cell from one step to the next (section 7.2
/// of the thesis).
class WarmStart {
 public:
  /// Predicts the sets of this step. A contact takes over from the largest of its patches whose
  /// cell was in contact in the step before; a contact with none is predicted to be free when it
  /// would otherwise violate its bound, n . u < bound, and then sticks.
  ///
  /// @param u      per contact: relative velocity without impulses [m/s]
  /// @param bound  per contact: least allowed n . u [m/s]
  void predict(const SceneView& scene, const ContactsView& set, const OrderView& order,
               Span<const Vec3> u, Span<const double> bound, const WorkingSets& sets) const;

  /// Keeps the sets and the friction with which this step ended, for each cell of each contact.
  void remember(const SceneView& scene, const ContactsView& set, const OrderView& order,
                const WorkingSets& sets);

  void forget();

 private:
  DeviceVector<std::uint64_t> keys_;  // ascending: pair number, then z, y, x of the cell
  DeviceVector<WarmEntry> entries_;
};

ES_END
