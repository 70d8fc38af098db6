#include "tests/kernels/backend_results.h"

#include "bench/baselines/library_factor.h"
#include "kernels/band/block_cholesky.h"
#include "kernels/band/packed_band.h"

ES_BEGIN

BackendResults results_of(const HostBand& dense, const std::vector<double>& given, int columns) {
  const BandedMatrix H = upload(dense);
  BackendResults results;
  DeviceVector<double> X(given), Y{Index(given.size())};
  symbgmm(H, X.span(), Y.span(), columns);
  results.product = Y.to_host();
  BlockCholesky chosen, one(1);
  chosen.take(H), one.take(H);
  results.failed = chosen.factor();
  if (results.failed >= 0 || one.factor() >= 0) return results;
  Y.assign(given);
  chosen.solve(Y.span(), columns);
  results.solution = Y.to_host();
  Y.assign(given);
  one.forward(Y.span(), columns);
  results.forward = Y.to_host();
  LibraryFactor library;
  if (library.factor(H) >= 0) return results;
  library.solve(X.span(), columns);
  results.library_solution = X.to_host();
  return results;
}

ES_END
