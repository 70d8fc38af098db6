#include "io/mesh/alembic/ogawa_file.h"

#include "io/mesh/file_parts.h"

namespace eulersolid {

namespace {

constexpr OgawaLink is_data = OgawaLink(1) << 63;
constexpr long long place_of_end_mark = 5, place_of_root = 8;

/// Until it is whole: without the mark of that, and without its root.
std::string unfinished_head() {
  std::string head = "Ogawa";
  constexpr char end_mark = 0, version[] = {0, 1};  // big-endian
  head += end_mark;
  head.append(version, sizeof version);
  append_value(head, OgawaLink(0));
  return head;
}

}  // namespace

OgawaFile::OgawaFile(const std::filesystem::path& path) : file_(path) {
  file_.add(unfinished_head());
}

OgawaLink OgawaFile::add_data(std::string_view bytes) {
  if (bytes.empty()) return is_data;
  const OgawaLink place = here();
  std::string block;
  append_value(block, std::uint64_t(bytes.size()));
  file_.add(block.append(bytes));
  return is_data | place;
}

OgawaLink OgawaFile::add_group(const std::vector<OgawaLink>& children) {
  if (children.empty()) return 0;
  const OgawaLink place = here();
  std::string block;
  append_value(block, std::uint64_t(children.size()));
  for (const OgawaLink child : children) append_value(block, child);
  file_.add(block);
  return place;
}

void OgawaFile::complete(OgawaLink root) {
  std::string link;
  append_value(link, root);
  file_.replace(place_of_root, link);
  file_.replace(place_of_end_mark, "\xff");
}

}  // namespace eulersolid
