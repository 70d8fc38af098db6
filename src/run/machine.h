#pragma once

#include <filesystem>

namespace eulersolid {

/// Memory that this process may still take [bytes]: what the machine has to spare, and what limits
/// on the process and its control group leave. Infinite where nothing says.
double available_memory();

/// What this process has in memory [bytes]; 0 where nothing says.
double resident_memory();

/// What the disk of a folder, or of the first above it that is there, has left [bytes].
double free_disk(const std::filesystem::path& folder);

}  // namespace eulersolid
