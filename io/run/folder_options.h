#pragma once

#include "io/run/run_folder.h"
#include "io/scene/scene.h"

namespace eulersolid {

/// What the folder of a scene's run holds.
RunFolderOptions folder_options(const Scene& scene);

}  // namespace eulersolid
