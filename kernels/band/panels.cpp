#include "kernels/band/panels.h"

#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

/// Where element (row, column) of a panel is.
ES_HD Index place_in(PanelOrder order, Index row, int column, int width) {
  return order == PanelOrder::by_rows
             ? row * width + column
             : (row / band_tile * width + column) * band_tile + row % band_tile;
}

ES_HD Index row_in(Span<const int> rows, Index i) { return rows.size > 0 ? rows[i] : i; }

void load(Span<const double> X, Index columns, Index ld, Span<const int> rows, Index count,
          PanelOrder order, Panels panels) {
  const Index blocks = panels.rows * panels.count;
  parallel_for_light(blocks, [=] ES_DEVICE(Index b) {
    const Index panel = b / panels.rows, I = b % panels.rows;
    double* to = panels.data + panel * panels.rows * band_tile * panels.width;
    const Index begin = I * band_tile, end = begin + band_tile < count ? begin + band_tile : count;
    for (int j = 0; j < panels.width; ++j) {
      const Index column = panel * panels.width + j;
      const bool real = column < columns;
      for (Index i = begin; i < begin + band_tile; ++i) {
        to[place_in(order, i, j, panels.width)] =
            real && i < end ? X[row_in(rows, i) + ld * column] : 0.0;
      }
    }
  });
}

void store(Panels panels, PanelOrder order, Span<const int> rows, Index count, Span<double> X,
           Index columns, Index ld) {
  const Index blocks = panels.rows * panels.count;
  parallel_for_light(blocks, [=] ES_DEVICE(Index b) {
    const Index panel = b / panels.rows, I = b % panels.rows;
    const double* from = panels.data + panel * panels.rows * band_tile * panels.width;
    const Index begin = I * band_tile, end = begin + band_tile < count ? begin + band_tile : count;
    for (int j = 0; j < panels.width; ++j) {
      const Index column = panel * panels.width + j;
      if (column >= columns) return;
      for (Index i = begin; i < end; ++i)
        X[row_in(rows, i) + ld * column] = from[place_in(order, i, j, panels.width)];
    }
  });
}

/// Rows of a panel: those of a list, or where it is empty those from `first`.
struct PanelRows {
  Span<const int> list;
  Index first = 0;
  ES_HD Index operator[](Index i) const { return first + row_in(list, i); }
};

/// Writes `count` rows over others, or adds them.
void move_rows(Panels from, PanelRows source, Panels to, PanelRows target, Index count,
               PanelOrder order, bool add) {
  const int width = from.width;
  parallel_for_light(count * from.count, [=] ES_DEVICE(Index e) {
    const Index panel = e / count, i = e % count;
    const double* x = from.data + panel * from.rows * band_tile * width;
    double* y = to.data + panel * to.rows * band_tile * width;
    for (int j = 0; j < width; ++j) {
      const double value = x[place_in(order, source[i], j, width)];
      double& sum = y[place_in(order, target[i], j, width)];
      sum = add ? sum + value : value;
    }
  });
}

}  // namespace

Panels load_panels(Span<const double> X, Index columns, Index ld, Span<const int> rows, Index count,
                   PanelOrder order, DeviceVector<double>& kept) {
  Panels panels;
  panels.width = columns == 1 ? 1 : columns_per_panel;
  panels.columns = columns;
  panels.count = (columns + panels.width - 1) / panels.width;
  panels.rows = ((rows.size > 0 ? rows.size : count) + band_tile - 1) / band_tile;
  kept.resize(panels.count * panels.rows * band_tile * panels.width);
  panels.data = kept.span().data;
  load(X, columns, ld, rows, count, order, panels);
  return panels;
}

void store_panels(const Panels& panels, PanelOrder order, Span<const int> rows, Index count,
                  Span<double> X, Index columns, Index ld) {
  store(panels, order, rows, count, X, columns, ld);
}

void add_separator_rows(const Panels& from, Index first, Span<const int> place, const Panels& to) {
  const Span<const int> in_order;
  move_rows(from, {in_order, first}, to, {place, 0}, place.size, PanelOrder::by_columns, true);
}

void take_separator_rows(const Panels& from, Span<const int> place, Index first, const Panels& to) {
  const Span<const int> in_order;
  move_rows(from, {place, 0}, to, {in_order, first}, place.size, PanelOrder::by_rows, false);
}

ES_END
