#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/scene/scene.h"
#include "io/scene/scene_overrides.h"

namespace eulersolid {

/// Read a scene, change it as the command line says, check it, and fill in every default.
///
/// @param warnings  receives what is allowed but probably not meant, one line each; may be null
/// @throws InputError with one line, `file:line:column: [body "a"] density is ..., but must be ...`
Scene read_scene(const std::string& path, const std::vector<SceneOverride>& overrides = {},
                 std::vector<std::string>* warnings = nullptr);

/// The same of a text. `name` stands for the file's path: in messages, and its stem as the default
/// output.name.
Scene parse_scene(std::string_view text, const std::string& name,
                  const std::vector<SceneOverride>& overrides = {},
                  std::vector<std::string>* warnings = nullptr);

/// The `[preview]` of a run's scene, changed as the command line says, whether or not what else the
/// scene names is still there.
/// @param path     of the scene as it was run; empty: there is none
/// @param changes  of keys of `preview`
/// @throws InputError
Scene::Preview read_preview(const std::string& path, const std::vector<SceneOverride>& changes);

}  // namespace eulersolid
