#pragma once

#include "contact/solvers/problem_view.h"
#include "kernels/core/device_vector.h"

ES_BEGIN

/// Contacts that a friction QP is posed for.
struct ChosenContacts {
  OrderView order;        ///< of these; the rank of others is -1
  Span<const int> place;  ///< of each, by position, its position among all; empty: all are chosen

  ES_HD Index among_all(Index position) const {
    return place.size > 0 ? place[position] : position;
  }
};

/// Contacts that bear something. Others have no friction whatever happens, and they are most of
/// those that are found: where bodies are about to meet, and beside where they do.
class LoadedContacts {
 public:
  /// Those with a radius above zero, in the order of all.
  /// @param radius  of their discs, by contact
  void choose(const OrderView& all, Span<const double> radius);
  bool empty() const { return place_.empty(); }
  /// Are all that have a radius now among them?
  bool have_all(Span<const double> radius) const;
  ChosenContacts view() const {
    return {{order_.span(), rank_.span(), first_column_.span()}, place_.span()};
  }

 private:
  DeviceVector<std::uint8_t> flags_;
  DeviceVector<int> place_, order_, rank_, first_column_;
};

ES_END
