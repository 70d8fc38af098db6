#pragma once

#include <filesystem>

#include "io/problems/fclib.h"

namespace eulersolid {

/// Is the file a NumPy archive, by its name?
bool is_numpy_problem(const std::filesystem::path& path);

/// A problem in a NumPy archive, by the names of problem_parts.h. A matrix A is an array of two
/// dimensions, or sparse as scipy has it: A_data, A_indices, A_indptr and A_shape by compressed
/// rows, or A_data, A_row, A_col and A_shape by coordinates.
/// @throws InputError with one line, `file: what is wrong`, as read_fclib()
FclibProblem read_numpy_problem(const std::filesystem::path& path);

}  // namespace eulersolid
