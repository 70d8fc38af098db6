#include "contact/solvers/qp/schur_complement.h"

#include <algorithm>

#include "contact/solvers/qp/constants.h"
#include "contact/solvers/qp/qp_work.h"
#include "kernels/core/algorithms.h"
#include "kernels/core/clock.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"
#include "kernels/core/search.h"
#include "kernels/core/vectors.h"

ES_BEGIN

namespace {

void mark_free(Span<const std::int8_t> state, Span<std::uint8_t> in_factor) {
  parallel_for_light(state.size, [=] ES_DEVICE(Index i) { in_factor[i] = state[i] == is_free; });
}

namespace change_kind {
constexpr int freed = 0, bound = 1, without_column = 2, count = 3;
}

/// Has a variable changed since F0, or has it besides no column yet?
struct ChangeOf {
  Span<const std::int8_t> state;
  Span<const std::uint8_t> in_factor;
  Span<const int> slot;

  ES_HD bool is(int what, Index i) const {
    const bool now = state[i] == is_free, then = in_factor[i] != 0;
    return what == change_kind::freed   ? now && !then
           : what == change_kind::bound ? !now && then
                                        : now != then && slot[i] < 0;
  }
};

/// How many are of each kind.
struct ChangeCounts {
  Index of[change_kind::count] = {};
};
ES_HD ChangeCounts operator+(const ChangeCounts& a, const ChangeCounts& b) {
  ChangeCounts both;
  for (int what = 0; what < change_kind::count; ++what) both.of[what] = a.of[what] + b.of[what];
  return both;
}

ChangeCounts count_changes(ChangeOf change) {
  return sum<ChangeCounts>(change.state.size, [=] ES_DEVICE(Index i) -> ChangeCounts {
    ChangeCounts one;
    for (int what = 0; what < change_kind::count; ++what) one.of[what] = change.is(what, i);
    return one;
  });
}

void flag(ChangeOf change, int what, Span<std::uint8_t> flags) {
  parallel_for_light(flags.size, [=] ES_DEVICE(Index i) { flags[i] = change.is(what, i); });
}

/// The columns to add, and what their elements are read from.
struct NewColumns {
  Span<const int> variables, kept;
  Span<const std::uint8_t> in_factor;
  Span<const int> first_column, last_row;
  ConstBandView H;

  /// How many of F0 are smaller.
  ES_HD int below(int i) const { return int(lower_bound(kept, i)); }
};

/// Per new column: the first and last row of U = [H_F0R, I_F0E] that can be non-zero.
void write_ends(NewColumns add, Span<int> ends) {
  parallel_for_light(add.variables.size, [=] ES_DEVICE(Index k) {
    const int i = add.variables[k];
    const bool unit = add.in_factor[i] != 0;
    ends[2 * k] = add.below(unit ? i : add.first_column[i]);
    ends[2 * k + 1] = unit ? ends[2 * k] : add.below(add.last_row[i] + 1) - 1;
  });
}

/// U for a few of the new columns; W is zero before.
void write_columns(NewColumns add, Index from, Span<const int> ends, MatrixView W) {
  parallel_for(W.columns, [=] ES_DEVICE(Index k) {
    const Index i = add.variables[from + k];
    for (Index r = ends[2 * (from + k)]; r <= ends[2 * (from + k) + 1]; ++r)
      W(r, k) = add.in_factor[i] != 0 ? 1.0 : add.H.symmetric(i, add.kept[r]);
  });
}

void number_columns(Span<const int> variables, Index stored, Span<int> slot) {
  parallel_for_light(variables.size,
                     [=] ES_DEVICE(Index k) { slot[variables[k]] = int(stored + k); });
}

using Products = SchurColumns::Products;

void write_blocks(Span<const int> freed, Span<const int> bound, Span<const int> slot,
                  ConstBandView H, double delta, Products gram, MatrixView A, MatrixView B,
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

/// How many numbers are not zero, and how many not what they were.
struct Count {
  Index non_zero = 0, different = 0;
};
ES_HD Count operator+(Count a, Count b) {
  return {a.non_zero + b.non_zero, a.different + b.different};
}

/// x_B of the variables that are bound and were bound in F0, zero elsewhere; flags those that
/// differ from before.
Count gather_bound(Span<const double> x, Span<const std::uint8_t> in_factor,
                   Span<const std::int8_t> state, Span<const double> before, Span<double> values,
                   Span<std::uint8_t> flags) {
  return sum<Count>(x.size, [=] ES_DEVICE(Index i) {
    values[i] = in_factor[i] == 0 && state[i] != is_free ? x[i] : 0.0;
    flags[i] = values[i] != before[i];
    return Count{Index(values[i] != 0), Index(flags[i])};
  });
}

/// h += H (values - before), of which only a few elements are not zero.
void add_columns_of(ConstBandView H, Span<const int> last_row, Span<const int> first_column,
                    Span<const int> changed, Span<const double> values, Span<const double> before,
                    Span<double> h) {
  parallel_for_light(h.size, [=] ES_DEVICE(Index j) {
    double total = h[j];
    for (Index k = 0; k < changed.size; ++k) {
      const Index i = changed[k];
      if (j < first_column[i] || j > last_row[i]) continue;
      total += H.symmetric(i, j) * (values[i] - before[i]);
    }
    h[j] = total;
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
  has_factor_ = has_h_ = false;
}

bool SchurComplement::factor(Span<const std::int8_t> state, QpReport& report) {
  const Stopwatch watch(report.seconds_factor);
  const Index n = H_->order();
  in_factor_.resize(n), flags_.resize(n), slot_.resize(n);
  mark_free(state, in_factor_.span());
  select(in_factor_.span(), kept_);
  H_->give(kept_.span(), cholesky_);
  has_factor_ = cholesky_.factor() < 0;
  ++report.factorizations;
  report.dim_free = int(cholesky_.order()), report.bandwidth = cholesky_.bandwidth();
  report.model_schurpa += cholesky_.factor_flops();
  report.bytes = std::max(report.bytes, double(cholesky_.bytes()));
  if (!has_factor_) return false;

  fill(slot_.span(), -1);
  W_.clear();
  freed_.resize(0), bound_.resize(0);
  previous_.resize_zero(cholesky_.order()), has_previous_ = false;
  return true;
}

void SchurComplement::list_changes(Span<const std::int8_t> state) {
  const ChangeOf change{state, in_factor_.span(), slot_.span()};
  const ChangeCounts counts = count_changes(change);
  DeviceVector<int>* const lists[change_kind::count] = {&freed_, &bound_, &new_};
  for (int what = 0; what < change_kind::count; ++what) {
    lists[what]->resize(0);
    if (counts.of[what] == 0) continue;  // as for most sets
    flag(change, what, flags_.span());
    select(flags_.span(), counts.of[what], *lists[what]);
  }
}

bool SchurComplement::set_working_set(Span<const std::int8_t> state, QpReport& report) {
  if (!has_factor_) return factor(state, report);
  report.model_direct += cholesky_.factor_flops();
  list_changes(state);
  report.dim_free = int(kept_.size()), report.bandwidth = cholesky_.bandwidth();
  if (freed_.empty() && bound_.empty()) return true;
  if (method_ == QpMethod::direct) return factor(state, report);
  const std::vector<Rows> rows = find_rows();
  if (!columns_pay(rows, report)) return factor(state, report);
  add_columns(rows, report);
  if (assemble()) return true;
  ++report.resets;
  return factor(state, report);
}

/// Per new column the rows that U touches.
std::vector<BlockCholesky::Rows> SchurComplement::find_rows() {
  std::vector<Rows> rows;
  if (new_.empty()) return rows;
  ends_.resize(2 * new_.size());
  write_ends({new_.span(), kept_.span(), in_factor_.span(), H_->matrix().first_column(),
              H_->last_row(), H_->matrix().view()},
             ends_.span());
  const std::vector<int> ends = ends_.to_host();
  for (std::size_t k = 0; k < ends.size(); k += 2) rows.push_back({ends[k], ends[k + 1]});
  return rows;
}

/// Operations of the forward substitutions of new columns.
double SchurComplement::columns_flops(const std::vector<Rows>& rows) const {
  double height = 0;
  for (const Rows& u : rows) {
    const Rows w = cholesky_.rows_reached(u.first, u.last);
    height += std::max(0, w.last - w.first + 1);
  }
  return forward_flops() * height / double(std::max<Index>(1, cholesky_.order()));
}

/// What the columns for a working set take, in operations of a factorisation: besides its flops, a
/// batch of columns costs a start, a pass over L, and reading and writing each column.
double SchurComplement::columns_cost(const std::vector<Rows>& rows) const {
  const double fresh = double(rows.size()), all = double(W_.count()) + fresh,
               changes = double(freed_.size() + bound_.size()), n = double(cholesky_.order()),
               stored = cholesky_.solve_flops() / 4;
  const double batch = rows.empty() ? 0 : column_batch + column_pass * stored;
  return batch + column_forward * columns_flops(rows) + column_store * n * fresh +
         column_product * n * fresh * all + change_cubed * changes * changes * changes +
         column_use * n * all;
}

/// Do the columns that a working set needs cost less than a factorisation of its matrix, or are
/// they at least allowed?
bool SchurComplement::columns_pay(const std::vector<Rows>& rows, QpReport& report) const {
  if (W_.count() + Index(rows.size()) > max_columns_) {
    ++report.resets;
    return false;
  }
  if (method_ == QpMethod::schurpa) return true;
  const double anew = cholesky_.factor_flops() + element_gathering * cholesky_.solve_flops() / 4;
  if (columns_cost(rows) <= anew) return true;
  ++report.chosen;
  return false;
}

void SchurComplement::add_columns(const std::vector<Rows>& rows, QpReport& report) {
  constexpr Index together = columns_together;
  const Index n = cholesky_.order(), count = new_.size();
  number_columns(new_.span(), W_.count(), slot_.span());
  report.model_schurpa += columns_flops(rows);
  report.solves += int(count);
  for (Index c = 0; c < count; c += together) {
    const Index now = std::min(together, count - c);
    const std::vector<Rows> given(rows.begin() + c, rows.begin() + c + now);
    std::vector<Rows> reached;
    for (const Rows& u : given) reached.push_back(cholesky_.rows_reached(u.first, u.last));
    fresh_.resize_zero(n * now);
    const MatrixView W(fresh_.span().data, n, now, n);
    write_columns({new_.span(), kept_.span(), in_factor_.span(), H_->matrix().first_column(),
                   H_->last_row(), H_->matrix().view()},
                  c, ends_.span(), W);
    cholesky_.forward(fresh_.span(), now, given);
    W_.add(W, reached);
  }
  report.bytes = std::max(report.bytes, double(cholesky_.bytes() + W_.bytes()));
}

bool SchurComplement::assemble() {
  C_.resize(freed_.size(), bound_.size());
  write_blocks(freed_.span(), bound_.span(), slot_.span(), H_->matrix().view(),
               H_->regularization(), W_.products(), C_.A(), C_.B(), C_.D(), C_.scale());
  return C_.factor();
}

/// H x_B, from what it was when only few of the values have changed. Corrections, whose bound
/// values are all zero, leave alone what is known.
Span<const double> SchurComplement::multiply_bound_values(Span<const double> x,
                                                          Span<const std::int8_t> state) {
  const Index n = H_->order();
  if (!has_h_) {
    h_.resize_zero(n), bound_values_.resize_zero(n), zero_.resize_zero(n);
    has_h_ = true;
  }
  next_values_.resize(n);
  const Count count = gather_bound(x, in_factor_.span(), state, bound_values_.span(),
                                   next_values_.span(), flags_.span());
  if (count.non_zero == 0) return zero_.span();
  if (count.different == 0) return h_.span();
  if (count.different * whole_product < n) {
    select(flags_.span(), count.different, changed_values_);
    add_columns_of(H_->matrix().view(), H_->last_row(), H_->matrix().first_column(),
                   changed_values_.span(), next_values_.span(), bound_values_.span(), h_.span());
  } else {
    symbgmm(H_->matrix(), next_values_.span(), h_.span());
  }
  bound_values_.swap(next_values_);
  return h_.span();
}

void SchurComplement::solve(Span<const double> b, Span<const std::int8_t> state, Span<double> x,
                            QpReport& report) {
  const Index rows = kept_.size(), changes = freed_.size() + bound_.size();
  y_.resize(rows), z_.resize(rows);
  const Span<const double> h = multiply_bound_values(x, state);
  const Index different = gather_right_hand_side(b, h, kept_.span(), previous_.span());
  if (different > 0 || !has_previous_) {
    y_.copy_from(previous_.span());
    cholesky_.forward(y_.span(), 1);
    has_previous_ = true;
    ++report.solves;
  }
  report.model_schurpa += 2 * forward_flops(), report.model_direct += 2 * forward_flops();
  z_.copy_from(y_.span());
  if (changes > 0) {
    projection_.resize(W_.count()), weights_.resize_zero(W_.count()), pi_.resize(changes);
    W_.project(y_.span(), projection_.span());
    write_small_right_hand_side(freed_.span(), bound_.span(), slot_.span(), b, h, x,
                                projection_.span(), pi_.span());
    C_.solve(pi_.span());
    scatter_weights(freed_.span(), bound_.span(), slot_.span(), pi_.span(), weights_.span());
    W_.subtract(weights_.span(), z_.span());
  }
  cholesky_.backward(z_.span(), 1);
  scatter_solution(kept_.span(), z_.span(), freed_.span(), pi_.span(), state, x);
}

ES_END
