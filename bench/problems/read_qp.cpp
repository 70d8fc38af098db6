#include "bench/problems/read_qp.h"

#include <fmt/format.h>

#include <cmath>

#include "bench/problems/band_order.h"
#include "io/problems/matrix_market.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

std::vector<double> read_side(const std::string& file, const SparseSymmetric& H, double otherwise,
                              Infinite infinite) {
  if (file.empty()) return std::vector<double>(std::size_t(H.order), otherwise);
  std::vector<double> values = read_vector(file, infinite);
  if (values.size() != std::size_t(H.order))
    throw InputError(fmt::format("{}: has {} elements, but the matrix is of order {}", file,
                                 values.size(), H.order));
  return values;
}

void check_bounds(const QpFiles& files, const QpData& qp, const std::vector<int>& order) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (qp.lower[i] <= qp.upper[i] && qp.lower[i] < INFINITY && qp.upper[i] > -INFINITY) continue;
    throw InputError(fmt::format("{}: element {} lies between {} and {}, where no number does",
                                 files.upper.empty() ? files.lower : files.upper, order[i] + 1,
                                 qp.lower[i], qp.upper[i]));
  }
}

}  // namespace

OrderedQp read_qp(const QpFiles& files) {
  const SparseSymmetric matrix = read_symmetric_matrix(files.matrix);
  const auto c = read_side(files.rhs, matrix, 0, Infinite::refused);
  const auto lower = read_side(files.lower, matrix, 0, Infinite::allowed);
  const auto upper = read_side(files.upper, matrix, INFINITY, Infinite::allowed);
  BandOrder band = order_as_band(matrix, files.matrix);
  OrderedQp problem{band.name,
                    {std::move(band.H), permuted(c, band.order), permuted(lower, band.order),
                     permuted(upper, band.order)}};
  check_bounds(files, problem.qp, band.order);
  return problem;
}

}  // namespace eulersolid
