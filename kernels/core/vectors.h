#pragma once

#include <cassert>
#include <type_traits>
#include <vector>

#include "kernels/core/memory.h"
#include "kernels/core/span.h"

ES_BEGIN

/// Operations on whole arrays of this backend. Those that are written to never overlap the others.

void fill(Span<double> values, double value);
void fill(Span<int> values, int value);

/// to[k] = from[list[k]]
void gather(Span<const int> list, Span<const double> from, Span<double> to);
/// to[list[k]] = from[k]
void scatter(Span<const int> list, Span<const double> from, Span<double> to);

void scale(Span<double> x, double factor);                               ///< x = factor x
void add_multiple(double factor, Span<const double> d, Span<double> x);  ///< x = x + factor d
void subtract(Span<const double> c, Span<double> x);                     ///< x = x - c

/// sum_i a_i b_i, added in the blocks of reduce.h
double dot(Span<const double> a, Span<const double> b);
double largest(Span<const double> x);            ///< 0 of nothing; infinite with a not-a-number
double largest_magnitude(Span<const double> x);  ///< max |x_i|; infinite with a not-a-number

template <class T>
void fill_zero(Span<T> values) {
  if (values.size > 0) memory::fill_zero(values.data, std::size_t(values.size) * sizeof(T));
}

/// @pre one size
template <class T, class U>
void copy(Span<T> from, Span<U> to) {
  static_assert(std::is_same_v<std::remove_const_t<T>, U>);
  assert(from.size == to.size);
  if (to.size > 0) memory::copy(to.data, from.data, std::size_t(to.size) * sizeof(U));
}

/// A copy in host memory.
template <class T>
void copy_out(Span<T> from, std::vector<std::remove_const_t<T>>& host) {
  host.resize(std::size_t(from.size));
  if (from.size > 0) memory::copy_out(host.data(), from.data, host.size() * sizeof(T));
}
template <class T>
std::vector<std::remove_const_t<T>> to_host(Span<T> from) {
  std::vector<std::remove_const_t<T>> host;
  copy_out(from, host);
  return host;
}

/// From host memory. @pre one size
template <class T>
void copy_in(const std::vector<T>& host, Span<T> to) {
  assert(Index(host.size()) == to.size);
  if (to.size > 0) memory::copy_in(to.data, host.data(), host.size() * sizeof(T));
}

ES_END
