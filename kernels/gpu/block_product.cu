#include <cusparse.h>

#include <string>

#include "kernels/core/work_counts.h"
#include "kernels/gpu/check.h"
#include "kernels/sparse/block_product.h"

ES_BEGIN

namespace {

void check(cusparseStatus_t status, const char* doing) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  throw DeviceError(std::string("while ") + doing + ": cuSPARSE: " +
                    cusparseGetErrorString(status) + " (" + cusparseGetErrorName(status) + ")");
}

/// A handle and what is said of matrices, made at the first call and kept until the program ends.
struct Library {
  cusparseHandle_t handle = nullptr;
  cusparseMatDescr_t general = nullptr;  ///< of no symmetry, counted from 0

  Library() {
    check(cusparseCreate(&handle), "starting cuSPARSE");
    check(cusparseCreateMatDescr(&general), "describing a matrix to cuSPARSE");
  }
};
const Library& library() {
  static const Library* const one = new Library;
  return *one;
}

}  // namespace

/// Blocks are stored by rows, as Mat3 is; the legacy call takes them at any version of CUDA.
void multiply(const BlockRows& A, Span<const Vec3> x, Span<Vec3> y) {
  static_assert(sizeof(Mat3) == 9 * sizeof(double) && sizeof(Vec3) == 3 * sizeof(double));
  if (A.order() == 0) return;
  const double one = 1, zero = 0;
  const int order = int(A.order());
  count_work(Work::library_call);
  check(cusparseDbsrmv(library().handle, CUSPARSE_DIRECTION_ROW, CUSPARSE_OPERATION_NON_TRANSPOSE,
                       order, order, int(A.value.size), &one, library().general,
                       reinterpret_cast<const double*>(A.value.data), A.row_start.data,
                       A.column.data, 3, reinterpret_cast<const double*>(x.data), &zero,
                       reinterpret_cast<double*>(y.data)),
        "multiplying a sparse matrix");
}

ES_END
