#pragma once

#include <span>
#include <string_view>

namespace eulersolid {

/// A material that scenes have by name.
struct MaterialPreset {
  std::string_view name;
  std::string_view table;   ///< of [[body]] material, as TOML
  std::string_view source;  ///< of the numbers
};

std::span<const MaterialPreset> material_presets();

}  // namespace eulersolid
