#include "contact/solvers/schur_complement.h"

#include <algorithm>

#include "contact/solvers/stopwatch.h"
#include "kernels/algorithms.h"
#include "kernels/parallel_for.h"
#include "kernels/reduce.h"

ES_BEGIN

namespace {

constexpr std::int8_t is_free = static_cast<std::int8_t>(WorkingState::free);

void mark_free(Span<const std::int8_t> state, Span<int> in_factor, Span<std::uint8_t> flags) {
  const Index n = state.size;
  parallel_for_light(n + 1, [=] ES_DEVICE(Index i) {
    in_factor[i] = i < n && state[i] == is_free;
    if (i < n) flags[i] = std::uint8_t(in_factor[i]);
  });
}

void fill(Span<int> values, int value) {
  parallel_for_light(values.size, [=] ES_DEVICE(Index i) { values[i] = value; });
}

enum class Change { freed, bound, without_column };

/// Which variables changed since F0, and of those which have no column yet.
void flag(Change what, Span<const std::int8_t> state, Span<const int> in_factor,
          Span<const int> slot, Span<std::uint8_t> flags) {
  parallel_for_light(state.size, [=] ES_DEVICE(Index i) {
    const bool now = state[i] == is_free, then = in_factor[i] != 0;
    flags[i] = what == Change::freed   ? now && !then
               : what == Change::bound ? !now && then
                                       : now != then && slot[i] < 0;
  });
}

/// Name the new columns, find the first row that is not zero, and write U = [H_F0R, I_F0E].
struct NewColumns {
  Span<const int> variables, kept, in_factor, below, first_column;
  ConstBandView H;
  Index stored;
};
void write_columns(NewColumns add, Span<int> slot, Span<int> start, Span<double> W) {
  parallel_for_light(add.variables.size, [=] ES_DEVICE(Index k) {
    const Index i = add.variables[k];
    slot[i] = int(add.stored + k);
    start[k] = add.below[add.in_factor[i] != 0 ? i : add.first_column[i]];
  });
  const Index rows = add.kept.size;
  parallel_for_light(rows * add.variables.size, [=] ES_DEVICE(Index e) {
    const Index k = e / rows, i = add.variables[k], j = add.kept[e - k * rows];
    W[e] = add.in_factor[i] != 0 ? double(i == j) : add.H.symmetric(i, j);
  });
}

/// W^T W for the slots of two variables; columns stored later hold the products with earlier ones.
struct Gram {
  Span<const double> values;
  Index ld;
  ES_HD double operator()(int a, int b) const {
    return a < b ? values[a + ld * b] : values[b + ld * a];
  }
};

void write_blocks(Span<const int> freed, Span<const int> bound, Span<const int> slot,
                  ConstBandView H, double delta, Gram gram, MatrixView A, MatrixView B,
                  MatrixView D, Span<double> scale) {
  const Index r = freed.size, all = r + bound.size;
  parallel_for_light(all * all, [=] ES_DEVICE(Index e) {
    const Index a = e % all, b = e / all;
    if (a < r && b < r) {
      const double h = H.symmetric(freed[a], freed[b]) * (a == b ? 1 + delta : 1.0);
      A(a, b) = h - gram(slot[freed[a]], slot[freed[b]]);
      if (a == b) scale[a] = h;
    } else if (a < r) {
      B(a, b - r) = -gram(slot[freed[a]], slot[bound[b - r]]);
    } else if (b >= r) {
      D(a - r, b - r) = gram(slot[bound[a - r]], slot[bound[b - r]]);
      if (a == b) scale[a] = D(a - r, a - r);
    }
  });
}

/// x_B of the variables that are bound and were bound in F0, zero elsewhere; returns how many are
/// not zero.
Index gather_bound(Span<const double> x, Span<const int> in_factor, Span<const std::int8_t> state,
                   Span<double> values) {
  return sum<Index>(x.size, [=] ES_DEVICE(Index i) {
    values[i] = in_factor[i] == 0 && state[i] != is_free ? x[i] : 0.0;
    return Index(values[i] != 0);
  });
}

/// y = (b - h)_F0; returns how many elements differ from those of the last call.
Index gather_right_hand_side(Span<const double> b, Span<const double> h, Span<const int> kept,
                             Span<double> previous) {
  return sum<Index>(kept.size, [=] ES_DEVICE(Index k) {
    const double value = b[kept[k]] - h[kept[k]], old = previous[k];
    previous[k] = value;
    return Index(value != old);
  });
}

/// Right-hand side of C: (b - h)_R - (W^T y)_R, then x_E - (W^T y)_E.
void write_small_right_hand_side(Span<const int> freed, Span<const int> bound, Span<const int> slot,
                                 Span<const double> b, Span<const double> h, Span<const double> x,
                                 Span<const double> projection, Span<double> pi) {
  const Index r = freed.size;
  parallel_for_light(pi.size, [=] ES_DEVICE(Index k) {
    const int i = k < r ? freed[k] : bound[k - r];
    pi[k] = (k < r ? b[i] - h[i] : x[i]) - projection[slot[i]];
  });
}

void scatter_weights(Span<const int> freed, Span<const int> bound, Span<const int> slot,
                     Span<const double> pi, Span<double> weights) {
  const Index r = freed.size;
  parallel_for_light(
      pi.size, [=] ES_DEVICE(Index k) { weights[slot[k < r ? freed[k] : bound[k - r]]] = pi[k]; });
}

void scatter_solution(Span<const int> kept, Span<const double> z, Span<const int> freed,
                      Span<const double> pi, Span<const std::int8_t> state, Span<double> x) {
  parallel_for_light(kept.size, [=] ES_DEVICE(Index k) {
    if (state[kept[k]] == is_free) x[kept[k]] = z[k];
  });
  parallel_for_light(freed.size, [=] ES_DEVICE(Index k) { x[freed[k]] = pi[k]; });
}

}  // namespace

void SchurComplement::reset(const Hessian& H) {
  H_ = &H;
  has_factor_ = false;
}

bool SchurComplement::factor(Span<const std::int8_t> state, QpReport& report) {
  const Stopwatch watch(report.seconds_factor);
  const Index n = H_->order();
  in_factor_.resize(n + 1), below_.resize(n + 1), flags_.resize(n), slot_.resize(n);
  mark_free(state, in_factor_.span(), flags_.span());
  exclusive_scan(in_factor_.span(), below_.span());
  list_flagged(flags_.span(), kept_);
  H_->give(kept_.span(), cholesky_);
  has_factor_ = cholesky_.factor() < 0;
  const BlockCholesky& G = cholesky_;
  ++report.factorizations;
  report.dim_free = int(G.order()), report.bandwidth = G.bandwidth();
  report.model_schurpa += G.factor_flops();
  if (!has_factor_) return false;

  fill(slot_.span(), -1);
  columns_ = 0;
  freed_.resize(0), bound_.resize(0);
  // Columns cost a forward substitution each; beyond these a factorisation is cheaper.
  const double worth = G.factor_flops() / std::max(1.0, forward_flops());
  limit_ = std::min<Index>(max_columns_, std::max<Index>(16, Index(worth)));
  previous_.resize_zero(G.order()), has_previous_ = false;
  return true;
}

bool SchurComplement::set_working_set(Span<const std::int8_t> state, QpReport& report) {
  if (!has_factor_) return factor(state, report);
  report.model_direct += cholesky_.factor_flops();
  flag(Change::freed, state, in_factor_.span(), slot_.span(), flags_.span());
  list_flagged(flags_.span(), freed_);
  flag(Change::bound, state, in_factor_.span(), slot_.span(), flags_.span());
  list_flagged(flags_.span(), bound_);
  report.dim_free = int(kept_.size()), report.bandwidth = cholesky_.bandwidth();
  if (freed_.empty() && bound_.empty()) return true;
  if (method_ == QpMethod::direct) return factor(state, report);
  flag(Change::without_column, state, in_factor_.span(), slot_.span(), flags_.span());
  list_flagged(flags_.span(), new_);
  if (columns_ + new_.size() <= limit_) {
    add_columns(report);
    if (assemble()) return true;
  }
  ++report.resets;
  return factor(state, report);
}

void SchurComplement::add_columns(QpReport& report) {
  const Index rows = kept_.size(), fresh = new_.size();
  if (columns_ == 0) W_.resize(rows * limit_), gram_.resize(limit_ * limit_);
  if (fresh == 0) return;
  start_.resize(fresh);
  const Span<double> W = W_.span().part(columns_ * rows, fresh * rows);
  write_columns({new_.span(), kept_.span(), in_factor_.span(), below_.span(),
                 H_->matrix().first_column(), H_->matrix().view(), columns_},
                slot_.span(), start_.span(), W);
  if (rows > 0) cholesky_.forward(W, fresh);
  const Index all = columns_ + fresh;
  gemm(1, Op::transposed, {W_.span().data, rows, all, rows}, Op::none, {W.data, rows, fresh, rows},
       0, {gram_.span().data + columns_ * limit_, all, fresh, limit_});
  columns_ = all;
  report.solves += int(fresh);
  report.model_schurpa += forward_flops() * double(fresh);
}

bool SchurComplement::assemble() {
  C_.resize(freed_.size(), bound_.size());
  write_blocks(freed_.span(), bound_.span(), slot_.span(), H_->matrix().view(),
               H_->regularization(), {gram_.span(), limit_}, C_.A(), C_.B(), C_.D(), C_.scale());
  return C_.factor();
}

void SchurComplement::solve(Span<const double> b, Span<const std::int8_t> state, Span<double> x,
                            QpReport& report) {
  const Index n = H_->order(), rows = kept_.size(), changes = freed_.size() + bound_.size();
  bound_values_.resize(n), h_.resize_zero(n), y_.resize(rows), z_.resize(rows);
  if (gather_bound(x, in_factor_.span(), state, bound_values_.span()) > 0) {
    symbgmm(H_->matrix(), bound_values_.span(), h_.span());
  }
  const Index different = gather_right_hand_side(b, h_.span(), kept_.span(), previous_.span());
  if (different > 0 || !has_previous_) {
    y_.copy_from(previous_.span());
    cholesky_.forward(y_.span(), 1);
    has_previous_ = true;
    ++report.solves;
  }
  report.model_schurpa += 2 * forward_flops(), report.model_direct += 2 * forward_flops();
  z_.copy_from(y_.span());
  if (changes > 0) {
    projection_.resize(columns_), weights_.resize_zero(columns_), pi_.resize(changes);
    const ConstMatrixView W(W_.span().data, rows, columns_, rows);
    gemm(1, Op::transposed, W, Op::none, ConstMatrixView::of(y_.span()), 0,
         MatrixView::of(projection_.span()));
    write_small_right_hand_side(freed_.span(), bound_.span(), slot_.span(), b, h_.span(), x,
                                projection_.span(), pi_.span());
    C_.solve(pi_.span());
    scatter_weights(freed_.span(), bound_.span(), slot_.span(), pi_.span(), weights_.span());
    gemm(-1, Op::none, W, Op::none, ConstMatrixView::of(weights_.span()), 1,
         MatrixView::of(z_.span()));
  }
  cholesky_.backward(z_.span(), 1);
  scatter_solution(kept_.span(), z_.span(), freed_.span(), pi_.span(), state, x);
}

ES_END
