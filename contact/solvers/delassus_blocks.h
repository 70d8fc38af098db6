#pragma once

#include <vector>

#include "contact/solvers/problem_view.h"
#include "kernels/sparse/block_matrix.h"

ES_BEGIN

/// A dense Delassus matrix by blocks; all are kept.
/// @param W  by rows, of order 3 contacts: n, t1 and t2 of each contact in turn
BlockMatrix blocks_of_dense(const std::vector<double>& W, int contacts);

/// W_cd = G_cd R_c^T R_d with R = (n, t1, t2), and what contacts give by along their normals (it
/// may be empty); blocks whose G is zero are left out. For tests and solvers that take their time:
/// it goes through host memory.
BlockMatrix blocks_of_gram(const GramView& G, Span<const ContactFrame> frames,
                           Span<const double> compliance);

ES_END
