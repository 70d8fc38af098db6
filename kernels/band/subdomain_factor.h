#pragma once

#include "kernels/band/banded.h"

ES_BEGIN

/// A symmetric matrix of which the leading rows of tiles are eliminated. Then they and the rows
/// below hold L, and what is below and right of them holds the Schur complement.
struct SubdomainFactor {
  BandedMatrix matrix;
  DeviceVector<double> inverses;  ///< of the diagonal tiles of L, by columns
  int eliminated = 0;             ///< rows of tiles
};

/// Some rows of tiles of a subdomain.
struct SubdomainRows {
  SubdomainFactor* subdomain = nullptr;
  int begin = 0, end = 0;
};

/// Eliminate, all subdomains at the same time. The rows before `begin` have been done. Returns per
/// subdomain -1, or the first column whose pivot is not positive, not finite or lost in rounding
/// (below 1024 eps times the diagonal element).
std::vector<Index> eliminate(const std::vector<SubdomainRows>& work);

/// Right-hand sides of a subdomain: panels of `width` columns, one after the other; a panel is a
/// list of blocks of band_tile rows, by columns in a forward substitution and by rows in a backward
/// one.
struct Panels {
  double* data = nullptr;
  const int* start =
      nullptr;                ///< on the host, per panel: tile row before which it is zero, or null
  Index count = 0, rows = 0;  ///< panels; rows of tiles
  int width = 1;              ///< 1 or columns_per_panel
  Index columns = 0;          ///< in all; the rest of the last panel is zero

  int columns_in(Index panel) const {
    const Index left = columns - panel * width;
    return left < width ? int(left) : width;
  }
};
constexpr int columns_per_panel = 8;

struct Sweep {
  const SubdomainFactor* subdomain = nullptr;
  int begin = 0, end = 0;  ///< rows of tiles
  Panels X;
};

/// X_I = L_II^{-1} (X_I - sum_{K<I} L_IK X_K) for the rows I in ascending order; without the
/// inverse for rows that are not eliminated.
void sweep_forward(const std::vector<Sweep>& sweeps);
/// X_I = L_II^{-T} X_I for eliminated rows, and X_K = X_K - L_IK^T X_I for all K < I, for the
/// rows I in descending order.
void sweep_backward(const std::vector<Sweep>& sweeps);

ES_END
