#pragma once

#include "contact/assemble/columns.h"
#include "contact/detect/contact_merger.h"

ES_BEGIN

/// The contacts that may close in a step, and the problem of these alone.
///
/// Most contacts that are found are across gaps that a step does not close: they bear nothing,
/// whatever the others do, and make matrices large and bands wide. Posed are those that would
/// overlap without contact or nearly so, and those that bore something in the step before. Others
/// that overlap by the solution join them for another round. In the end all others have P = 0 and
/// n . u >= bound, as the problem of all asks of what bears nothing: the solution is that of all,
/// by constraint generation.
class ClosingContacts {
 public:
  /// A new step: none is posed yet.
  void begin(Index contacts) { flags_.resize_zero(contacts); }
  /// Those that are posed stay so.
  /// @param all       of every contact; rows without columns
  /// @param margin    how fast a contact may miss overlapping at the end of the step [m/s], >= 0
  /// @param expected  impulses of all contacts, to start from
  /// @return of the posed ones, with the global form; degrees of freedom are those of all
  ProblemView pose(const ProblemView& all, double margin, const ContactImpulses& expected);
  bool empty() const { return place_.empty(); }
  Span<const int> place() const { return place_.span(); }  ///< of each that is posed among all
  /// Of those that are posed; and back to all, zero of others.
  ContactImpulses impulses() { return {normal_.span(), tangential_.span()}; }
  void store(const ContactImpulses& all);
  /// Notes those that overlap after a change of the velocities of the degrees of freedom, dv =
  /// a + b, and are not posed. Returns how many.
  Index find_missed(const ProblemView& all, Span<const Vec3> a, Span<const Vec3> b);

 private:
  void list(const ProblemView& all, double margin, Span<const double> borne);
  void take_contacts(const ProblemView& all, const ContactImpulses& expected);
  RowsView take_rows(const ProblemView& all);
  TwistRows take_twists(const TwistRows& all);

  DeviceVector<std::uint8_t> flags_, entry_flags_;  // of contacts, of entries of their rows
  DeviceVector<int> entries_, last_;                // of those that are posed; the last of each row
  DeviceVector<int> place_, rank_;
  DeviceVector<ContactFrame> frames_;
  DeviceVector<double> friction_, bound_, compliance_, normal_;
  DeviceVector<Vec3> velocity_, tangential_;
  DeviceVector<int> row_start_, dof_, twist_start_, twist_dof_;
  DeviceVector<double> value_;
  DeviceVector<Mat3> twist_weight_;
  RowColumns columns_;
};

ES_END
