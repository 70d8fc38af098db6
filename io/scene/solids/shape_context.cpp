#include "io/scene/solids/shape_context.h"

#include <fmt/format.h>

#include "kernels/core/error.h"

namespace eulersolid {

void ShapeContext::fail(std::string_view key, const std::string& why) const {
  throw InputError(fmt::format("{}: {} {} {}", place(key), label, key, why));
}

void ShapeContext::warn(std::string_view key, const std::string& what) const {
  warnings->push_back(fmt::format("{}: {} {} {}", place(key), label, key, what));
}

}  // namespace eulersolid
