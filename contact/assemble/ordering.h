#pragma once

#include "contact/detect/contact_merger.h"
#include "contact/solvers/problem_view.h"

ES_BEGIN

/// Chooses the order of the contacts by what a factorisation would cost.
///
/// Candidates sort the contacts by cell, x, y and z taken in each of their six orders, once all
/// together and once pair by pair. The cost is the sum of squared row lengths of the profile of
/// J^T M^-1 J; the cheapest wins, and the first of equals.
class OrderingSearch {
 public:
  /// The view is valid until the next call.
  /// @param place  of each of the contacts among those of the set; empty: they are all of these
  /// @param rows   with columns
  OrderView choose(const SceneView& scene, const ContactsView& set, Span<const int> place,
                   const RowsView& rows);

 private:
  DeviceVector<std::uint64_t> keys_;
  DeviceVector<int> order_, rank_, first_, min_rank_;
};

ES_END
