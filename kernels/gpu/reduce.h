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
__global__ void reduce_kernel(const __grid_constant__ Batch<Value> sums, T* partial) {
  __shared__ __align__(
      16) unsigned char storage[reduce_threads * sizeof(T)];  // T need not be trivial
  T* shared = reinterpret_cast<T*>(storage);
  const Combine combine;
  const int piece = sums.piece_of(blockIdx.x);
  const Index n = sums.n[piece], first = Index(blockIdx.x - sums.begin(piece)) * reduce_block;
  const Value& f = sums.value(piece);
  T mine = Combine::none();
  for (int part = 0; part < reduce_block / reduce_threads; ++part) {
    const Index i = first + part * reduce_threads + threadIdx.x;
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

/// What each block of threads leaves is combined on the host, one after the other.
template <class T, class Value, class Combine>
struct Reduction : Request {
  Index n;
  Value f;
  std::source_location at;
  T total = Combine::none();

  Reduction(Index values, const Value& value, std::source_location place)
      : Request{reinterpret_cast<const void*>(&reduce_kernel<T, Value, Combine>), &start},
        n(values),
        f(value),
        at(place) {}

  Index blocks() const { return (n + reduce_block - 1) / reduce_block; }

  static void start(std::span<Request* const> sums) {
    const auto of = [](Request* request) -> Reduction& {
      return static_cast<Reduction&>(*request);
    };
    Index all = 0, next = 0;
    for (Request* sum : sums) all += of(sum).blocks();
    DeviceVector<T> partial(all);
    for_batches<Value>(sums, [&](std::span<Request* const> some, Batch<Value>& batch) {
      for (std::size_t piece = 0; piece < some.size(); ++piece)
        batch.set(int(piece), of(some[piece]).n, of(some[piece]).blocks(), of(some[piece]).f);
      const unsigned blocks = batch.end[some.size() - 1];
      launch_at("reduction", of(some[0]).at, reduce_kernel<T, Value, Combine>, dim3(blocks),
                dim3(unsigned(reduce_threads)), batch, partial.span().part(next, blocks).data);
      next += blocks;
    });
    const std::vector<T> found = partial.to_host();
    auto value = found.begin();
    for (Request* sum : sums)
      for (Index block = 0; block < of(sum).blocks(); ++block)
        of(sum).total = Combine{}(of(sum).total, *value++);
  }
};

template <class T, class Combine, class Value>
T reduce(Index n, Value f, std::source_location at) {
  Reduction<T, Value, Combine> reduction(n, f, at);
  start_together(reduction);
  return reduction.total;
}

}  // namespace detail

template <class T, class Value>
T sum(Index n, Value f, std::source_location at = std::source_location::current()) {
  return n == 0 ? T{} : detail::reduce<T, detail::Add<T>>(n, f, at);
}

template <class Value>
double max_reduce(Index n, Value f, double none = -std::numeric_limits<double>::infinity(),
                  std::source_location at = std::source_location::current()) {
  return n == 0 ? none : detail::reduce<double, detail::Larger>(n, f, at);
}

ES_END
