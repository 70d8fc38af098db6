#pragma once

#include <filesystem>
#include <vector>

namespace eulersolid {

/// Where a movie would be written, and that there is a program to make it, to be asked before the
/// pictures are drawn.
/// @throws InputError where its name does not end with .mp4 or .gif, or there is no ffmpeg
std::filesystem::path checked_movie(const std::filesystem::path& movie);

/// Put pictures of consecutive numbers together as an MP4 or GIF file, by ffmpeg.
/// @param fps  of the frames; those of more than 60 are shown 25 a second, slower than they are
/// @throws DeviceError with what ffmpeg says; there is no movie then, or the one of before
void write_movie(const std::filesystem::path& movie,
                 const std::vector<std::filesystem::path>& pictures, double fps);

}  // namespace eulersolid
