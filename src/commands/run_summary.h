#pragma once

#include <filesystem>
#include <string>

namespace eulersolid {

/// What a run came to, as text for people: who ran what, how it ended, time, energy and quality,
/// and the files that it left.
/// @throws InputError where the folder is no run's, or its run.json is damaged
std::string run_summary(const std::filesystem::path& folder);

}  // namespace eulersolid
