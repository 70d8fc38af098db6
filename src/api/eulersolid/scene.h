#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "eulersolid/basics.h"

namespace eulersolid {
struct Scene;
}

namespace eulersolid::api {
inline namespace v0 {

/// A scene, checked, with every default filled in (docs/scenes.md). It does not change; with()
/// makes another one.
class ES_API Scene {
 public:
  /// @param changes  of values, as --set of the program takes them: "contact.friction=0.4"
  /// @throws InputError
  static Scene load(const std::filesystem::path& file,
                    const std::vector<std::string>& changes = {});
  /// The same of a text. @param name  stands for the file: in messages, and its folder is where
  /// files that the scene names are looked for
  static Scene parse(const std::string& toml, const std::string& name = "scene.toml",
                     const std::vector<std::string>& changes = {});
  /// The same scene with more values changed; a file is read again.
  Scene with(const std::vector<std::string>& changes) const;

  std::string toml() const;  ///< the whole scene as TOML
  const std::vector<std::string>& warnings() const;
  double duration() const;      ///< [s]
  double cell_size() const;     ///< [m]
  bool has_fixed_step() const;  ///< is there a time.dt?
  double fps() const;           ///< frames for each second [1/s]
  std::vector<std::string> bodies() const, obstacles() const;
  std::vector<std::string> regions(const std::string& body) const;  ///< @throws InputError

  /// Of the library itself.
  const eulersolid::Scene& content() const;

 private:
  struct Content;
  static Scene made(const std::optional<std::string>& text, const std::string& name,
                    const std::vector<std::string>& changes, const std::string& again = "");
  explicit Scene(std::shared_ptr<const Content> content);
  std::shared_ptr<const Content> content_;
};

}  // namespace v0
}  // namespace eulersolid::api
