#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "io/output_file.h"

namespace eulersolid {

/// Where something is in an Ogawa file, as groups name it: its place [bytes], with the first bit
/// set if it is data. What holds nothing has no place, 0.
using OgawaLink = std::uint64_t;

/// A file of Ogawa, which Alembic archives are made of: blocks of data, and groups, lists of links
/// to data and groups. Debian has no package of Alembic's library; this is as its lib/Alembic/Ogawa
/// writes it (github.com/alembic/alembic, version 1.8). What a group holds is written before it.
class OgawaFile {
 public:
  /// @throws std::system_error, as the others
  explicit OgawaFile(const std::filesystem::path& path);

  OgawaLink add_data(std::string_view bytes);
  OgawaLink add_group(const std::vector<OgawaLink>& children);
  long long size() const { return file_.size(); }  ///< [bytes]
  /// Write what is left; nothing may be added afterwards. @param root  the group that holds all
  void complete(OgawaLink root);
  void finish() { file_.finish(); }  ///< give it its name

 private:
  OgawaLink here() const { return OgawaLink(file_.size()); }
  FileOfPieces file_;
};

}  // namespace eulersolid
