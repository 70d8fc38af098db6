#pragma once

#include "kernels/banded.h"

ES_BEGIN

/// Products over panels of tiles, on one thread. A panel is `band_tile` rows by columns, so it is
/// already in the order in which a register kernel reads it: nothing is ever packed. An element of
/// a result is one sum in ascending order with fused multiply-add, so its bits do not depend on
/// how many columns are computed together.
namespace tile_kernels {

/// The right factor of a product: element (k, j) is data[k * row + j * column].
struct Factor {
  const double* data;
  Index row, column;
};

/// C -= A B: A is band_tile x depth (a panel), B depth x columns, C band_tile x columns with
/// leading dimension ldc.
void subtract_product(const double* A, Index depth, Factor B, double* C, Index columns, Index ldc);
/// C = A B.
void product(const double* A, Index depth, Factor B, double* C, Index columns, Index ldc);

/// y -= A^T x: A is band_tile x columns (a panel), x has band_tile elements.
void subtract_transposed_product(const double* A, Index columns, const double* x, double* y);

/// Factor a diagonal tile in place, L L^T, zero above the diagonal, and write L^{-1}. Returns -1,
/// or the column whose pivot is not above `least[column]`.
int factor_tile(double* A, double* inverse, const double* least);

}  // namespace tile_kernels

ES_END
