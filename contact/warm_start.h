#pragma once

#include "contact/detect/contact_merger.h"
#include "contact/solvers/problem_view.h"
#include "contact/warm_memory.h"

ES_BEGIN

/// Remembers impulses by pair and part of a cell from one step to the next. The thesis remembers
/// working sets (its section 7.2), which says nothing about a contact that is new; from impulses
/// and the velocities of the step the sets of old and new contacts can be predicted alike
/// (SetPrediction).
class WarmStart {
 public:
  /// Estimates the impulses of this step. A contact takes over from the largest of its patches
  /// that was in contact in the step before, or from the mean of its cell, if that was in other
  /// parts then; one with none starts from nothing.
  /// @param dt        the step's length [s]
  /// @param pressure  of each contact [Pa]; infinite of one with none
  void predict(const SceneView& scene, const ContactsView& set, double dt,
               const ContactImpulses& impulses, Span<double> pressure) const;

  /// Keeps the impulses with which this step ended, for each patch of each contact.
  /// @param velocity  of the body relative to its partner, mean over the step [m/s]; an obstacle's
  ///                  own is not subtracted
  void remember(const SceneView& scene, const ContactsView& set, double dt,
                const ContactImpulses& impulses, Span<const Vec3> velocity);

  void forget();

  /// Without the losses of pairs.
  WarmMemory save() const { return {keys_.to_host(), entries_.to_host(), {}}; }
  void restore(const WarmMemory& memory) {
    keys_.assign(memory.keys);
    entries_.assign(memory.entries);
  }

 private:
  DeviceVector<WarmKey> keys_;  // ascending
  DeviceVector<WarmEntry> entries_;
};

ES_END
