#include "io/vdb/frame.h"

#include <algorithm>

namespace eulersolid {

const std::vector<float>& values_named(const std::vector<NamedValues>& all, std::string_view name) {
  static const std::vector<float> none;
  const auto found = std::ranges::find(all, name, &NamedValues::name);
  return found == all.end() ? none : found->values;
}

}  // namespace eulersolid
