#pragma once

#include "bench/bench_numbers.h"
#include "kernels/core/memory.h"

ES_BEGIN

/// Seconds of a call, until the device has done what it asked for.
template <class Call>
double device_seconds(Call call) {
  memory::wait();
  return seconds_of([&] {
    call();
    memory::wait();
  });
}

ES_END
