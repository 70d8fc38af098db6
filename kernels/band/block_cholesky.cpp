#include "kernels/band/block_cholesky.h"

#include <algorithm>
#include <numeric>

#include "kernels/band/panels.h"
#include "kernels/core/parallel_for.h"

ES_BEGIN

/// A chain, where its rows are in the whole matrix, and where those of its separators are in the
/// remaining one.
struct PlacedChain {
  ChainFactor factor;
  DeviceVector<int> rows, place;
  mutable DeviceVector<double> X;
};

struct BlockCholesky::Parts {
  int wanted = 0;
  EliminationPlan plan;
  std::vector<PlacedChain> chains;
  PlacedChain rest;
  std::unique_ptr<BlockCholesky> nested;  ///< factor of rest.factor.matrix, where that is worth it
  DeviceVector<double> nested_X;

  int ready() const { return nested ? 0 : plan.independent / band_tile; }
  int rest_rows() const { return nested ? 0 : rest.factor.matrix.profile().rows(); }
};

namespace {

constexpr int most_chains = rows_per_tile::ES_BACKEND == rows_per_tile::gpu ? 132 : 2;

/// Elements (i, j), j <= i, of a chain's Schur complement, some columns at a time.
void add_schur_complement(ConstBandView from, Index eliminated, Span<const int> place,
                          BandView to) {
  constexpr Index together = 64;
  const Index rows = place.size, blocks = (rows + together - 1) / together;
  parallel_for_light(rows * blocks, [=] ES_DEVICE(Index e) {
    const Index i = e / blocks, begin = e % blocks * together;
    const Index end = begin + together < i + 1 ? begin + together : i + 1;
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

/// Row of a chain, counted in its order of elimination, at which a column begins that is zero
/// outside rows [first, last] of the whole matrix; `none` where it does not touch the chain.
int local_start(const std::vector<int>& rows, int eliminated, int first, int last, int none) {
  if (eliminated == 0) return none;
  const int head = rows[0], tail = rows[std::size_t(eliminated - 1)];
  if (last < std::min(head, tail) || first > std::max(head, tail)) return none;
  return head <= tail ? std::max(0, first - head) : std::max(0, head - last);
}

}  // namespace

BlockCholesky::BlockCholesky(int chains) : parts_(std::make_unique<Parts>()) {
  parts_->wanted = chains;
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
  const int chains =
      p.wanted > 0 ? p.wanted : number_of_chains(int(order_), bandwidth_, most_chains, band_tile);
  p.plan = plan_elimination(first, chains, band_tile);
  const auto gather = [&](const std::vector<int>& rows, const std::vector<int>& profile, int live,
                          PlacedChain& chain) {
    std::vector<int> source;
    for (const int row : rows) source.push_back(kept[std::size_t(row)]);
    reorder(H, source, profile, live, chain.factor.matrix);
    chain.factor.eliminated = (live + band_tile - 1) / band_tile;
    chain.rows.assign(rows);
  };
  p.chains.resize(p.plan.chains.size());
  for (std::size_t c = 0; c < p.chains.size(); ++c) {
    const Chain& chain = p.plan.chains[c];
    gather(chain.rows, chain.first, chain.eliminated, p.chains[c]);
    p.chains[c].place.assign(chain.place);
  }
  gather(p.plan.rows, p.plan.first, int(p.plan.rows.size()), p.rest);
  p.nested = p.chains.size() > 1 ? std::make_unique<BlockCholesky>() : nullptr;
}

void BlockCholesky::scale_diagonal(double delta) {
  for (PlacedChain& chain : parts_->chains) {
    scale_leading_diagonal(chain.factor.matrix.view(), chain.factor.eliminated * Index(band_tile),
                           delta);
  }
  scale_leading_diagonal(parts_->rest.factor.matrix.view(), parts_->rest.rows.size(), delta);
}

void BlockCholesky::add_to_diagonal(Span<const double> d) {
  for (PlacedChain& chain : parts_->chains) {
    add_leading_diagonal(chain.factor.matrix.view(), chain.rows.span(),
                         chain.factor.eliminated * Index(band_tile), d);
  }
  add_leading_diagonal(parts_->rest.factor.matrix.view(), parts_->rest.rows.span(),
                       parts_->rest.rows.size(), d);
}

Index BlockCholesky::factor() {
  Parts& p = *parts_;
  std::vector<ChainRows> work;
  for (PlacedChain& chain : p.chains)
    work.push_back({&chain.factor, 0, chain.factor.matrix.profile().rows()});
  if (!p.nested) work.push_back({&p.rest.factor, 0, p.chains.empty() ? p.rest_rows() : p.ready()});
  const std::vector<Index> failed = eliminate(work);
  if (!p.nested && failed.back() >= 0) return p.plan.rows[std::size_t(failed.back())];
  for (std::size_t c = 0; c < p.chains.size(); ++c) {
    if (failed[c] >= 0) return p.plan.chains[c].rows[std::size_t(failed[c])];
    const BandedMatrix& chain = p.chains[c].factor.matrix;
    add_schur_complement(chain.view(), p.plan.chains[c].eliminated, p.chains[c].place.span(),
                         p.rest.factor.matrix.view());
  }
  if (p.chains.empty()) return -1;
  Index last = -1;
  if (p.nested) {
    p.nested->take(p.rest.factor.matrix);
    last = p.nested->factor();
  } else {
    last = eliminate({{&p.rest.factor, p.ready(), p.rest_rows()}}).front();
  }
  return last < 0 ? -1 : p.plan.rows[std::size_t(last)];
}

int BlockCholesky::chains() const { return int(parts_->chains.size()) + 1; }

Index BlockCholesky::bytes() const {
  const auto of = [](const ChainFactor& f) {
    return f.matrix.bytes() + f.inverses.size() * Index(sizeof(double));
  };
  Index total = of(parts_->rest.factor);
  for (const PlacedChain& chain : parts_->chains) total += of(chain.factor);
  return total + (parts_->nested ? parts_->nested->bytes() : 0);
}

BlockCholesky::Rows BlockCholesky::rows_reached(int first, int last) const {
  const int n = int(order_);
  if (first > last) return {n, -1};
  if (parts_->nested) return {0, n - 1};
  if (parts_->chains.empty()) return {first, n - 1};
  const Chain& end = parts_->plan.chains.front();
  return {std::min(first, parts_->plan.independent), std::max(last, n - 1 - end.eliminated)};
}

namespace {

/// Per panel: the tile row of the chain at which its columns begin.
std::vector<int> panel_starts(const std::vector<int>& rows, int eliminated, int tile_rows,
                              const std::vector<BlockCholesky::Rows>& given, Index columns,
                              int width) {
  std::vector<int> start;
  for (Index c = 0; c < columns; c += width) {
    int least = tile_rows;
    for (Index j = c; j < std::min(columns, c + width); ++j) {
      const BlockCholesky::Rows range = given[std::size_t(j)];
      if (range.first > range.last) continue;
      const int local = local_start(rows, eliminated, range.first, range.last, -1);
      if (local >= 0) least = std::min(least, local / band_tile);
    }
    start.push_back(least);
  }
  return start;
}

/// Where a column begins in the remaining matrix, whose rows ascend, once the chains have added
/// their share.
std::vector<int> rest_starts(const EliminationPlan& plan,
                             const std::vector<BlockCholesky::Rows>& given, Index columns,
                             int width) {
  std::vector<int> start;
  for (Index c = 0; c < columns; c += width) {
    int least = int(plan.rows.size());
    for (Index j = c; j < std::min(columns, c + width); ++j) {
      const BlockCholesky::Rows range = given[std::size_t(j)];
      if (range.first > range.last) continue;
      const auto from = std::lower_bound(plan.rows.begin(), plan.rows.end(), range.first);
      least = std::min(least, int(from - plan.rows.begin()));
    }
    if (!plan.chains.empty()) least = std::min(least, plan.independent);
    start.push_back(least / band_tile);
  }
  return start;
}

}  // namespace

void BlockCholesky::forward(Span<double> X, Index columns, const std::vector<Rows>& rows) const {
  if (order_ == 0 || columns == 0) return;
  Parts& p = *parts_;
  const int width = columns == 1 ? 1 : columns_per_panel;
  std::vector<std::vector<int>> starts(p.chains.size() + 1);
  std::vector<Sweep> sweeps;
  for (std::size_t c = 0; c < p.chains.size(); ++c) {
    PlacedChain& chain = p.chains[c];
    const int tile_rows = chain.factor.matrix.profile().rows();
    if (!rows.empty()) {
      starts[c] = panel_starts(p.plan.chains[c].rows, p.plan.chains[c].eliminated, tile_rows, rows,
                               columns, width);
    }
    Panels panels = load_panels(X, columns, order_, chain.rows.span(), p.plan.chains[c].eliminated,
                                PanelOrder::by_columns, chain.X);
    panels.start = starts[c].empty() ? nullptr : starts[c].data();
    sweeps.push_back({&chain.factor, 0, tile_rows, panels});
  }
  Panels rest = load_panels(X, columns, order_, p.rest.rows.span(), p.rest.rows.size(),
                            PanelOrder::by_columns, p.rest.X);
  if (!rows.empty()) starts.back() = rest_starts(p.plan, rows, columns, width);
  rest.start = starts.back().empty() ? nullptr : starts.back().data();
  if (!p.nested)
    sweeps.push_back({&p.rest.factor, 0, p.chains.empty() ? p.rest_rows() : p.ready(), rest});
  sweep_forward(sweeps);
  for (std::size_t c = 0; c < p.chains.size(); ++c)
    add_separator_rows(sweeps[c].X, p.plan.chains[c].eliminated, p.chains[c].place.span(), rest);
  if (p.nested) {
    p.nested_X.resize(p.rest.rows.size() * columns);
    store_panels(rest, PanelOrder::by_columns, {}, p.rest.rows.size(), p.nested_X.span(), columns,
                 p.rest.rows.size());
    p.nested->forward(p.nested_X.span(), columns);
    rest = load_panels(p.nested_X.span(), columns, p.rest.rows.size(), {}, p.rest.rows.size(),
                       PanelOrder::by_columns, p.rest.X);
  } else if (!p.chains.empty()) {
    sweep_forward({{&p.rest.factor, p.ready(), p.rest_rows(), rest}});
  }
  for (std::size_t c = 0; c < p.chains.size(); ++c) {
    store_panels(sweeps[c].X, PanelOrder::by_columns, p.chains[c].rows.span(),
                 p.plan.chains[c].eliminated, X, columns, order_);
  }
  store_panels(rest, PanelOrder::by_columns, p.rest.rows.span(), p.rest.rows.size(), X, columns,
               order_);
}

void BlockCholesky::backward(Span<double> X, Index columns) const {
  if (order_ == 0 || columns == 0) return;
  Parts& p = *parts_;
  const PanelOrder order = PanelOrder::by_rows;
  Panels rest =
      load_panels(X, columns, order_, p.rest.rows.span(), p.rest.rows.size(), order, p.rest.X);
  if (p.nested) {
    p.nested_X.resize(p.rest.rows.size() * columns);
    store_panels(rest, order, {}, p.rest.rows.size(), p.nested_X.span(), columns,
                 p.rest.rows.size());
    p.nested->backward(p.nested_X.span(), columns);
    rest = load_panels(p.nested_X.span(), columns, p.rest.rows.size(), {}, p.rest.rows.size(),
                       order, p.rest.X);
  } else if (!p.chains.empty()) {
    sweep_backward({{&p.rest.factor, p.ready(), p.rest_rows(), rest}});
  }
  std::vector<Sweep> sweeps;
  for (std::size_t c = 0; c < p.chains.size(); ++c) {
    PlacedChain& chain = p.chains[c];
    const Panels panels = load_panels(X, columns, order_, chain.rows.span(),
                                      p.plan.chains[c].eliminated, order, chain.X);
    take_separator_rows(rest, p.chains[c].place.span(), p.plan.chains[c].eliminated, panels);
    sweeps.push_back({&chain.factor, 0, chain.factor.matrix.profile().rows(), panels});
  }
  if (!p.nested)
    sweeps.push_back({&p.rest.factor, 0, p.chains.empty() ? p.rest_rows() : p.ready(), rest});
  sweep_backward(sweeps);
  for (std::size_t c = 0; c < p.chains.size(); ++c) {
    store_panels(sweeps[c].X, order, p.chains[c].rows.span(), p.plan.chains[c].eliminated, X,
                 columns, order_);
  }
  store_panels(rest, order, p.rest.rows.span(), p.rest.rows.size(), X, columns, order_);
}

void BlockCholesky::solve(Span<double> X, Index columns) const {
  forward(X, columns);
  backward(X, columns);
}

ES_END
