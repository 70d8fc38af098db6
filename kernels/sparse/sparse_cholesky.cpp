#include "kernels/sparse/sparse_cholesky.h"

#include <lapacke.h>

#include <algorithm>

#include "kernels/dense/blas.h"
#include "kernels/sparse/band_order.h"

namespace eulersolid {

SparseCholesky::SparseCholesky(const SparseMatrix& S) {
  use_one_blas_thread();
  std::vector<int> place(std::size_t(S.rows));
  for (std::vector<int>& unknowns : band_order(S)) {
    Part part{std::move(unknowns), 0, {}};
    const std::size_t order = part.unknowns.size();
    for (std::size_t k = 0; k < order; ++k) place[std::size_t(part.unknowns[k])] = int(k);
    const auto each_lower = [&](auto call) {
      for (std::size_t j = 0; j < order; ++j) {
        const auto column = std::size_t(part.unknowns[j]);  // of a symmetric matrix: its row
        for (int e = S.row_start[column]; e < S.row_start[column + 1]; ++e) {
          const int i = place[std::size_t(S.column[std::size_t(e)])];
          if (i >= int(j)) call(i - int(j), j, S.value[std::size_t(e)]);
        }
      }
    };
    each_lower([&](int below, std::size_t, double) { part.width = std::max(part.width, below); });
    const auto rows = std::size_t(part.width + 1);
    part.band.assign(rows * order, 0);
    each_lower([&](int below, std::size_t j, double value) {
      part.band[std::size_t(below) + j * rows] = value;
    });
    positive_definite_ =
        positive_definite_ && LAPACKE_dpbtrf_work(LAPACK_COL_MAJOR, 'L', int(order), part.width,
                                                  part.band.data(), part.width + 1) == 0;
    if (!positive_definite_) return;
    parts_.push_back(std::move(part));
  }
}

void SparseCholesky::solve(std::span<double> x) const {
  use_one_blas_thread();
  std::vector<double> mine;
  for (const Part& part : parts_) {
    mine.clear();
    for (const int i : part.unknowns) mine.push_back(x[std::size_t(i)]);
    LAPACKE_dpbtrs_work(LAPACK_COL_MAJOR, 'L', int(mine.size()), part.width, 1, part.band.data(),
                        part.width + 1, mine.data(), int(mine.size()));
    for (std::size_t k = 0; k < mine.size(); ++k) x[std::size_t(part.unknowns[k])] = mine[k];
  }
}

bool is_positive_definite(const SparseMatrix& A) {
  return SparseCholesky(symmetric_part(A)).positive_definite();
}

}  // namespace eulersolid
