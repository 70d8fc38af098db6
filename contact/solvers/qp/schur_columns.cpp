#include "contact/solvers/qp/schur_columns.h"

#include <algorithm>

#include "contact/solvers/qp/constants.h"
#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

void copy_rows(ConstMatrixView from, Index first_row, MatrixView to) {
  for (Index c = 0; c < to.columns; ++c) {
    memory::copy(to.data + to.ld * c, from.data + from.ld * c + first_row,
                 std::size_t(to.rows) * sizeof(double));
  }
}

void fill_zero(MatrixView C) {
  parallel_for_light(C.rows * C.columns, [=] ES_DEVICE(Index e) { C(e % C.rows, e / C.rows) = 0; });
}

}  // namespace

void SchurColumns::clear() { used_ = 0, count_ = 0; }

Index SchurColumns::bytes() const {
  Index elements = ld_ * ld_;
  for (std::size_t g = 0; g < used_; ++g) elements += groups_[g].values.size();
  return elements * Index(sizeof(double));
}

SchurColumns::Group& SchurColumns::next_group() {
  if (used_ == groups_.size()) groups_.emplace_back();
  return groups_[used_++];
}

void SchurColumns::make_room(Index columns) {
  if (columns <= ld_) return;
  const Index ld = std::max(columns, 2 * ld_);
  DeviceVector<double> more(ld * ld);
  copy_rows({products_.span().data, count_, count_, ld_}, 0,
            {more.span().data, count_, count_, ld});
  products_ = std::move(more);
  ld_ = ld;
}

void SchurColumns::add(ConstMatrixView X, const std::vector<Rows>& rows) {
  make_room(count_ + X.columns);
  for (Index c = 0; c < X.columns; c += columns_per_group) {
    Group& group = next_group();
    group.first = count_, group.columns = std::min<Index>(columns_per_group, X.columns - c);
    group.rows = {int(X.rows), -1};
    for (Index j = c; j < c + group.columns; ++j) {
      group.rows.first = std::min(group.rows.first, rows[std::size_t(j)].first);
      group.rows.last = std::max(group.rows.last, rows[std::size_t(j)].last);
    }
    if (group.rows.last < group.rows.first) group.rows = {0, -1};  // all zero
    group.values.resize(group.height() * group.columns);
    copy_rows({X.data + X.ld * c, X.rows, group.columns, X.ld}, group.rows.first,
              {group.values.span().data, group.height(), group.columns, group.height()});
    count_ += group.columns;
    for (std::size_t h = 0; h < used_; ++h) {
      const Group& other = groups_[h];
      const MatrixView C(products_.span().data + other.first + ld_ * group.first, other.columns,
                         group.columns, ld_);
      const int begin = std::max(group.rows.first, other.rows.first),
                end = std::min(group.rows.last, other.rows.last);
      if (begin > end)
        fill_zero(C);
      else
        gemm(1, Op::transposed, other.between(begin, end), Op::none, group.between(begin, end), 0,
             C);
    }
  }
}

void SchurColumns::project(Span<const double> y, Span<double> out) const {
  for (std::size_t g = 0; g < used_; ++g) {
    const Group& group = groups_[g];
    const MatrixView target = MatrixView::of(out.part(group.first, group.columns));
    if (group.height() == 0)
      fill_zero(target);
    else
      gemm(1, Op::transposed, group.between(group.rows.first, group.rows.last), Op::none,
           ConstMatrixView::of(y.part(group.rows.first, group.height())), 0, target);
  }
}

void SchurColumns::subtract(Span<const double> weights, Span<double> z) const {
  for (std::size_t g = 0; g < used_; ++g) {
    const Group& group = groups_[g];
    if (group.height() == 0) continue;
    gemm(-1, Op::none, group.between(group.rows.first, group.rows.last), Op::none,
         ConstMatrixView::of(weights.part(group.first, group.columns)), 1,
         MatrixView::of(z.part(group.rows.first, group.height())));
  }
}

ES_END
