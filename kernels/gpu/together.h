#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <new>
#include <span>

#include "kernels/core/backend.h"
#include "kernels/core/span.h"

ES_BEGIN

/// A loop or a reduction that is asked for. Pieces of work that go together (kernels/core/pieces.h)
/// wait for each other where they ask: one kernel does for all of them what is of one kind.
struct Request {
  const void* kind;  ///< the kernel
  void (*start)(std::span<Request* const> of_one_kind);
  std::exception_ptr error = nullptr;
};

/// Starts what is asked for, of all pieces that ask for it; at once where the caller is no piece.
void start_together(Request& request);

/// What one kernel does for several pieces, as its parameter. Each piece has blocks of its own, one
/// after the other.
/// @param Value  a loop's body, or what is summed: plain values, as they are captured
template <class Value>
struct Batch {
  static constexpr std::size_t room = 4000;  ///< [bytes] of parameters, which any driver takes
  static constexpr std::size_t each = sizeof(Value) + sizeof(Index) + sizeof(unsigned);
  static constexpr int most = int(std::clamp<std::size_t>(room / each, 1, 16));

  Index n[most];       ///< iterations
  unsigned end[most];  ///< blocks of a piece and of those before it
  alignas(Value) unsigned char values[most][sizeof(Value)];

  void set(int piece, Index iterations, Index blocks, const Value& value) {
    n[piece] = iterations;
    end[piece] = begin(piece) + unsigned(blocks);
    ::new (static_cast<void*>(values[piece])) Value(value);
  }
  /// @pre block is one of a piece
  ES_HD int piece_of(unsigned block) const {
    int piece = 0;
    while (block >= end[piece]) ++piece;
    return piece;
  }
  ES_HD unsigned begin(int piece) const { return piece == 0 ? 0 : end[piece - 1]; }
  ES_HD const Value& value(int piece) const {
    return *reinterpret_cast<const Value*>(values[piece]);
  }
};

/// Calls use(some, batch) for as many requests at a time as a batch holds.
template <class Value, class Use>
void for_batches(std::span<Request* const> requests, Use use) {
  constexpr std::size_t most = Batch<Value>::most;
  for (std::size_t first = 0; first < requests.size(); first += most) {
    Batch<Value> batch;
    use(requests.subspan(first, std::min(most, requests.size() - first)), batch);
  }
}

ES_END
