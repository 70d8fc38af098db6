#pragma once

#include "kernels/core/device_vector.h"
#include "shapes/placed_shape.h"

ES_BEGIN

/// Owns the samples of a shape in the memory of this backend; nothing for a primitive.
class DeviceSamples {
 public:
  /// Copies the samples unless they are those of the last call.
  /// @param host  views samples on the host, if any, which do not change
  /// @return the shape with a view of the copy, valid until the next call and while this lives
  Shape upload(const Shape& host) {
    Shape shape = host;
    Span<const double>& values = shape.samples.values;
    if (values.data != source_) values_.assign({values.data, values.data + values.size});
    source_ = values.data;
    values = values_.span();
    return shape;
  }

 private:
  DeviceVector<double> values_;
  const double* source_ = nullptr;
};

ES_END
