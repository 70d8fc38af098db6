#pragma once

#include "kernels/band/subdomain_factor.h"

ES_BEGIN

/// How the elements of a block of rows of a panel follow each other.
enum class PanelOrder { by_columns, by_rows };

/// Copy rows of X, `columns` vectors with `ld` elements, into panels.
///
/// @param rows   per row of the panels: its row in X; empty where they are the same
/// @param count  rows to copy; all others are zero. The panels have a row for each of `rows`
/// @param store  keeps the elements
Panels load_panels(Span<const double> X, Index columns, Index ld, Span<const int> rows, Index count,
                   PanelOrder order, DeviceVector<double>& store);
/// The reverse, for the first `count` rows.
void store_panels(const Panels& panels, PanelOrder order, Span<const int> rows, Index count,
                  Span<double> X, Index columns, Index ld);

/// to(place[i]) += from(first + i), by columns.
void add_separator_rows(const Panels& from, Index first, Span<const int> place, const Panels& to);
/// to(first + i) = from(place[i]), by rows.
void take_separator_rows(const Panels& from, Span<const int> place, Index first, const Panels& to);

ES_END
