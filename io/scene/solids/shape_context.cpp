#include "io/scene/solids/shape_context.h"

#include <fmt/format.h>

#include "kernels/core/error.h"

namespace eulersolid {

double ShapeContext::cell_size_for(const Bounds& box) const {
  return cell_size > 0 ? cell_size : norm(box.high - box.low) / 40;
}

void ShapeContext::fail(std::string_view key, const std::string& why) const {
  throw InputError(fmt::format("{}: {} {} {}", place(key), label, key, why));
}

void ShapeContext::warn(std::string_view key, const std::string& what) const {
  warnings->push_back(fmt::format("{}: {} {} {}", place(key), label, key, what));
}

}  // namespace eulersolid
