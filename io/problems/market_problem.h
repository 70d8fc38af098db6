#pragma once

#include <filesystem>

#include "io/problems/fclib.h"

namespace eulersolid {

/// Is the folder a problem in files of Matrix Market: W.mtx or M.mtx, and those beside it that
/// problem_parts.h names?
bool is_market_problem(const std::filesystem::path& folder);

/// @throws InputError with one line, `file: what is wrong`, as read_fclib()
FclibProblem read_market_problem(const std::filesystem::path& folder);

}  // namespace eulersolid
