#include "kernels/band/block_cholesky.h"

#include <algorithm>
#include <numeric>

#include "kernels/band/constants.h"
#include "kernels/band/panel_starts.h"
#include "kernels/band/panels.h"
#include "kernels/core/parallel_for.h"

ES_BEGIN

/// A subdomain, where its rows are in the whole matrix, and where those of its separators are in
/// the reduced system.
struct PlacedSubdomain {
  SubdomainFactor factor;
  DeviceVector<int> rows, place;
  mutable DeviceVector<double> X;
};

struct BlockCholesky::Parts {
  int wanted = 0;
  EliminationPlan plan;
  std::vector<PlacedSubdomain> subdomains;
  PlacedSubdomain reduced_system;
  std::unique_ptr<BlockCholesky> nested;  ///< of the reduced system, where that is worth it
  DeviceVector<double> nested_X;

  /// Rows of tiles of the reduced system that no subdomain touches, and all of its rows; none where
  /// the nested factor takes it.
  int ready() const { return nested ? 0 : plan.reduced_system.independent / band_tile; }
  int reduced_rows() const { return nested ? 0 : reduced_system.factor.matrix.profile().rows(); }
  /// Rows of it that go together with the subdomains.
  int first_stage() const { return subdomains.empty() ? reduced_rows() : ready(); }

  /// Lets the nested factor sweep through the reduced system's rows.
  /// @param sweep  called with them as `columns` columns of a vector each
  template <class NestedSweep>
  void sweep_nested(Panels& reduced, PanelOrder order, Index columns, NestedSweep sweep);
  /// Writes all parts' rows back to X, of `n` rows.
  void store(const std::vector<Sweep>& sweeps, const Panels& reduced, PanelOrder order,
             Span<double> X, Index columns, Index n) const;
};

template <class NestedSweep>
void BlockCholesky::Parts::sweep_nested(Panels& reduced, PanelOrder order, Index columns,
                                        NestedSweep sweep) {
  const Index n = reduced_system.rows.size();
  nested_X.resize(n * columns);
  store_panels(reduced, order, {}, n, nested_X.span(), columns, n);
  sweep(nested_X.span());
  reduced = load_panels(nested_X.span(), columns, n, {}, n, order, reduced_system.X);
}

void BlockCholesky::Parts::store(const std::vector<Sweep>& sweeps, const Panels& reduced,
                                 PanelOrder order, Span<double> X, Index columns, Index n) const {
  for (std::size_t c = 0; c < subdomains.size(); ++c) {
    store_panels(sweeps[c].X, order, subdomains[c].rows.span(), plan.subdomains[c].eliminated, X,
                 columns, n);
  }
  const Span<const int> rows = reduced_system.rows.span();
  store_panels(reduced, order, rows, rows.size, X, columns, n);
}

namespace {

/// Elements (i, j), j <= i, of a subdomain's Schur complement, some columns at a time.
void add_schur_complement(ConstBandView from, Index eliminated, Span<const int> place,
                          BandView to) {
  const Index rows = place.size, blocks = (rows + columns_added - 1) / columns_added;
  parallel_for_light(rows * blocks, [=] ES_DEVICE(Index e) {
    const Index i = e / blocks, begin = e % blocks * columns_added;
    const Index end = begin + columns_added < i + 1 ? begin + columns_added : i + 1;
    if (begin >= end) return;
    const Index row = eliminated + i, tile = row / band_tile;
    const double* source =
        from.values + from.row_base[tile] + row % band_tile + band_tile * eliminated;
    const int a = place[i];
    for (Index j = begin; j < end; ++j) {
      if (eliminated + j < from.first_stored[tile]) continue;
      const int b = place[j];
      to.at(a > b ? a : b, a > b ? b : a) += source[band_tile * j];
    }
  });
}

void scale_leading_diagonal(BandView A, Index count, double delta) {
  parallel_for_light(count, [=] ES_DEVICE(Index i) { A.at(i, i) *= 1 + delta; });
}
void add_leading_diagonal(BandView A, Span<const int> rows, Index count, Span<const double> d) {
  parallel_for_light(count, [=] ES_DEVICE(Index i) { A.at(i, i) += d[rows[i]]; });
}

}  // namespace

BlockCholesky::BlockCholesky(int subdomains) : parts_(std::make_unique<Parts>()) {
  parts_->wanted = subdomains;
}
BlockCholesky::~BlockCholesky() = default;
BlockCholesky::BlockCholesky(BlockCholesky&&) noexcept = default;
BlockCholesky& BlockCholesky::operator=(BlockCholesky&&) noexcept = default;

void BlockCholesky::take(const BandedMatrix& H) {
  std::vector<int> all(static_cast<std::size_t>(H.order()));
  std::iota(all.begin(), all.end(), 0);
  take_reordered(H, all);
}

void BlockCholesky::take(const BandedMatrix& H, Span<const int> kept) {
  std::vector<int> rows(static_cast<std::size_t>(kept.size));
  if (kept.size > 0) memory::copy_out(rows.data(), kept.data, rows.size() * sizeof(int));
  take_reordered(H, rows);
}

void BlockCholesky::take_reordered(const BandedMatrix& H, const std::vector<int>& kept) {
  // Row k of the kept begins at the first kept column that is not before its first column in H.
  std::vector<int> below(std::size_t(H.order()) + 1, 0), first(kept.size());
  for (const int i : kept) below[std::size_t(i) + 1] = 1;
  std::partial_sum(below.begin(), below.end(), below.begin());
  order_ = Index(kept.size()), bandwidth_ = 0, factor_flops_ = solve_flops_ = 0;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    first[k] = below[std::size_t(H.host_first_column()[std::size_t(kept[k])])];
    const int width = int(k) - first[k];
    bandwidth_ = std::max(bandwidth_, width);
    factor_flops_ += double(width + 1) * double(width + 1), solve_flops_ += 4.0 * width + 2;
  }
  Parts& p = *parts_;
  const int subdomains =
      p.wanted > 0 ? p.wanted
                   : number_of_subdomains(int(order_), bandwidth_, max_subdomains, band_tile);
  p.plan = plan_elimination(first, subdomains, band_tile);
  const auto gather = [&](const std::vector<int>& rows, const std::vector<int>& profile, int live,
                          PlacedSubdomain& subdomain) {
    std::vector<int> source;
    for (const int row : rows) source.push_back(kept[std::size_t(row)]);
    reorder(H, source, profile, live, subdomain.factor.matrix);
    subdomain.factor.eliminated = (live + band_tile - 1) / band_tile;
    subdomain.rows.assign(rows);
  };
  p.subdomains.resize(p.plan.subdomains.size());
  for (std::size_t c = 0; c < p.subdomains.size(); ++c) {
    const Subdomain& subdomain = p.plan.subdomains[c];
    gather(subdomain.rows, subdomain.first, subdomain.eliminated, p.subdomains[c]);
    p.subdomains[c].place.assign(subdomain.place);
  }
  gather(p.plan.reduced_system.rows, p.plan.reduced_system.first,
         int(p.plan.reduced_system.rows.size()), p.reduced_system);
  p.nested = p.subdomains.size() > 1 ? std::make_unique<BlockCholesky>() : nullptr;
}

void BlockCholesky::scale_diagonal(double delta) {
  for (PlacedSubdomain& subdomain : parts_->subdomains) {
    scale_leading_diagonal(subdomain.factor.matrix.view(),
                           subdomain.factor.eliminated * Index(band_tile), delta);
  }
  scale_leading_diagonal(parts_->reduced_system.factor.matrix.view(),
                         parts_->reduced_system.rows.size(), delta);
}

void BlockCholesky::add_to_diagonal(Span<const double> d) {
  for (PlacedSubdomain& subdomain : parts_->subdomains) {
    add_leading_diagonal(subdomain.factor.matrix.view(), subdomain.rows.span(),
                         subdomain.factor.eliminated * Index(band_tile), d);
  }
  add_leading_diagonal(parts_->reduced_system.factor.matrix.view(),
                       parts_->reduced_system.rows.span(), parts_->reduced_system.rows.size(), d);
}

Index BlockCholesky::factor() {
  Parts& p = *parts_;
  std::vector<SubdomainRows> work;
  for (PlacedSubdomain& subdomain : p.subdomains)
    work.push_back({&subdomain.factor, 0, subdomain.factor.matrix.profile().rows()});
  if (!p.nested) work.push_back({&p.reduced_system.factor, 0, p.first_stage()});
  const std::vector<Index> failed = eliminate(work);
  if (!p.nested && failed.back() >= 0)
    return p.plan.reduced_system.rows[std::size_t(failed.back())];
  for (std::size_t c = 0; c < p.subdomains.size(); ++c) {
    if (failed[c] >= 0) return p.plan.subdomains[c].rows[std::size_t(failed[c])];
    const BandedMatrix& subdomain = p.subdomains[c].factor.matrix;
    add_schur_complement(subdomain.view(), p.plan.subdomains[c].eliminated,
                         p.subdomains[c].place.span(), p.reduced_system.factor.matrix.view());
  }
  if (p.subdomains.empty()) return -1;
  Index last = -1;
  if (p.nested) {
    p.nested->take(p.reduced_system.factor.matrix);
    last = p.nested->factor();
  } else {
    last = eliminate({{&p.reduced_system.factor, p.ready(), p.reduced_rows()}}).front();
  }
  return last < 0 ? -1 : p.plan.reduced_system.rows[std::size_t(last)];
}

int BlockCholesky::subdomains() const { return int(parts_->subdomains.size()) + 1; }

Index BlockCholesky::bytes() const {
  const auto of = [](const SubdomainFactor& f) {
    return f.matrix.bytes() + f.inverses.size() * Index(sizeof(double));
  };
  Index total = of(parts_->reduced_system.factor);
  for (const PlacedSubdomain& subdomain : parts_->subdomains) total += of(subdomain.factor);
  return total + (parts_->nested ? parts_->nested->bytes() : 0);
}

BlockCholesky::Rows BlockCholesky::rows_reached(int first, int last) const {
  const int n = int(order_);
  if (first > last) return {n, -1};
  if (parts_->nested) return {0, n - 1};
  if (parts_->subdomains.empty()) return {first, n - 1};
  const Subdomain& end = parts_->plan.subdomains.front();
  return {std::min(first, parts_->plan.reduced_system.independent),
          std::max(last, n - 1 - end.eliminated)};
}

void BlockCholesky::forward(Span<double> X, Index columns, const std::vector<Rows>& rows) const {
  if (order_ == 0 || columns == 0) return;
  Parts& p = *parts_;
  PlacedSubdomain& system = p.reduced_system;
  const PanelOrder order = PanelOrder::by_columns;
  const int width = columns == 1 ? 1 : columns_per_panel;
  std::vector<std::vector<int>> starts(p.subdomains.size() + 1);
  std::vector<Sweep> sweeps;
  for (std::size_t c = 0; c < p.subdomains.size(); ++c) {
    PlacedSubdomain& subdomain = p.subdomains[c];
    const int tile_rows = subdomain.factor.matrix.profile().rows();
    if (!rows.empty()) {
      starts[c] = subdomain_starts(p.plan.subdomains[c], tile_rows, rows, columns, width);
    }
    Panels panels = load_panels(X, columns, order_, subdomain.rows.span(),
                                p.plan.subdomains[c].eliminated, order, subdomain.X);
    panels.start = starts[c].empty() ? nullptr : starts[c].data();
    sweeps.push_back({&subdomain.factor, 0, tile_rows, panels});
  }
  Panels reduced =
      load_panels(X, columns, order_, system.rows.span(), system.rows.size(), order, system.X);
  if (!rows.empty()) starts.back() = reduced_starts(p.plan, rows, columns, width);
  reduced.start = starts.back().empty() ? nullptr : starts.back().data();
  if (!p.nested) sweeps.push_back({&system.factor, 0, p.first_stage(), reduced});
  sweep_forward(sweeps);
  for (std::size_t c = 0; c < p.subdomains.size(); ++c)
    add_separator_rows(sweeps[c].X, p.plan.subdomains[c].eliminated, p.subdomains[c].place.span(),
                       reduced);
  if (p.nested) {
    p.sweep_nested(reduced, order, columns,
                   [&](Span<double> inner) { p.nested->forward(inner, columns); });
  } else if (!p.subdomains.empty()) {
    sweep_forward({{&system.factor, p.ready(), p.reduced_rows(), reduced}});
  }
  p.store(sweeps, reduced, order, X, columns, order_);
}

void BlockCholesky::backward(Span<double> X, Index columns) const {
  if (order_ == 0 || columns == 0) return;
  Parts& p = *parts_;
  PlacedSubdomain& system = p.reduced_system;
  const PanelOrder order = PanelOrder::by_rows;
  Panels reduced =
      load_panels(X, columns, order_, system.rows.span(), system.rows.size(), order, system.X);
  if (p.nested) {
    p.sweep_nested(reduced, order, columns,
                   [&](Span<double> inner) { p.nested->backward(inner, columns); });
  } else if (!p.subdomains.empty()) {
    sweep_backward({{&system.factor, p.ready(), p.reduced_rows(), reduced}});
  }
  std::vector<Sweep> sweeps;
  for (std::size_t c = 0; c < p.subdomains.size(); ++c) {
    PlacedSubdomain& subdomain = p.subdomains[c];
    const Panels panels = load_panels(X, columns, order_, subdomain.rows.span(),
                                      p.plan.subdomains[c].eliminated, order, subdomain.X);
    take_separator_rows(reduced, p.subdomains[c].place.span(), p.plan.subdomains[c].eliminated,
                        panels);
    sweeps.push_back({&subdomain.factor, 0, subdomain.factor.matrix.profile().rows(), panels});
  }
  if (!p.nested) sweeps.push_back({&system.factor, 0, p.first_stage(), reduced});
  sweep_backward(sweeps);
  p.store(sweeps, reduced, order, X, columns, order_);
}

void BlockCholesky::solve(Span<double> X, Index columns) const {
  forward(X, columns);
  backward(X, columns);
}

ES_END
