#include "io/scene/checks/check_preview.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/printable.h"
#include "io/scene/nearest_word.h"

namespace eulersolid {

namespace {

void check_body(const std::string& name, const std::string& key,
                const std::vector<std::string>& bodies, const ScenePlaces& places) {
  if (std::ranges::find(bodies, name) != bodies.end()) return;
  const std::string near = nearest_word(name, bodies);
  const std::string hint = bodies.empty() ? "the run's scene.toml is needed for names"
                           : near.empty() ? fmt::format("the first one is \"{}\"", bodies[0])
                                          : fmt::format("did you mean \"{}\"?", near);
  fail_at(places.of({"preview", key}),
          fmt::format("[preview] {} names \"{}\", but there is no body of that name; {}", key,
                      printable(name, max_shown), hint));
}

}  // namespace

void check_preview(const Scene::Preview& preview, const std::vector<std::string>& bodies,
                   const ScenePlaces& places) {
  if (preview.look_at && preview.follow)
    fail_at(places.of({"preview", "follow"}),
            "[preview] look_at and follow are both given, but exclude each other");
  if (preview.follow) check_body(*preview.follow, "follow", bodies, places);
  if (preview.look_at) {
    if (const auto* name = std::get_if<std::string>(&*preview.look_at))
      check_body(*name, "look_at", bodies, places);
    else if (preview.from)
      require_direction(*preview.from - std::get<Vec3>(*preview.look_at),
                        places.of({"preview", "from"}), "[preview] from - look_at");
  }
  if (preview.colour == "body" && preview.colour_range)
    fail_at(places.of({"preview", "colour_range"}),
            "[preview] colour_range is given, but colour is \"body\", which has no range; name the "
            "field that it is of");
}

}  // namespace eulersolid
