#pragma once

#include <limits>
#include <source_location>
#include <vector>

#include "kernels/core/device_vector.h"
#include "kernels/gpu/parallel_for.h"

ES_BEGIN

namespace detail {

/// Ways to combine two values, with the value that changes nothing.
template <class T>
struct Add {
  ES_HD static T none() { return T{}; }
  ES_HD T operator()(const T& a, const T& b) const { return a + b; }
};
struct Larger {
  ES_HD static double none() { return -1.0 / 0.0; }
  ES_HD double operator()(double a, double b) const {
    const double infinity = 1.0 / 0.0;
    const double x = a == a ? a : infinity, y = b == b ? b : infinity;
    return x > y ? x : y;
  }
};

/// One block of threads reduces `reduce_block` values in a fixed tree. It starts from
/// Combine::none() rather than from a parameter: where that is as large as Momentum, nvcc 13.0 adds
/// the first member of every value to the parameter's, not to what was added up before.
template <class T, class Value, class Combine>
__global__ void reduce_kernel(Index n, Value f, Combine combine, T* partial) {
  __shared__ __align__(
      16) unsigned char storage[reduce_threads * sizeof(T)];  // T need not be trivial
  T* shared = reinterpret_cast<T*>(storage);
  T mine = Combine::none();
  for (int part = 0; part < reduce_block / reduce_threads; ++part) {
    const Index i = Index(blockIdx.x) * reduce_block + part * reduce_threads + threadIdx.x;
    if (i < n) mine = combine(mine, f(i));
  }
  shared[threadIdx.x] = mine;
  __syncthreads();
  for (int half = reduce_threads / 2; half > 0; half /= 2) {
    if (int(threadIdx.x) < half) {
      shared[threadIdx.x] = combine(shared[threadIdx.x], shared[threadIdx.x + half]);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = shared[0];
}

template <class T, class Value, class Combine>
T reduce(Index n, Value f, Combine combine, std::source_location at) {
  const Index blocks = (n + reduce_block - 1) / reduce_block;
  DeviceVector<T> partial(blocks);
  launch_at("reduction", at, reduce_kernel<T, Value, Combine>, dim3(unsigned(blocks)),
            dim3(unsigned(reduce_threads)), n, f, combine, partial.span().data);
  T total = Combine::none();
  for (const T& value : partial.to_host()) total = combine(total, value);
  return total;
}

}  // namespace detail

template <class T, class Value>
T sum(Index n, Value f, std::source_location at = std::source_location::current()) {
  return n == 0 ? T{} : detail::reduce<T>(n, f, detail::Add<T>{}, at);
}

template <class Value>
double max_reduce(Index n, Value f, double none = -std::numeric_limits<double>::infinity(),
                  std::source_location at = std::source_location::current()) {
  return n == 0 ? none : detail::reduce<double>(n, f, detail::Larger{}, at);
}

ES_END
