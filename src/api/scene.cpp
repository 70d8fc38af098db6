#include "eulersolid/scene.h"

#include <algorithm>
#include <optional>

#include "io/scene/read_scene.h"
#include "io/scene/write_scene.h"
#include "src/api/errors.h"

namespace eulersolid::api {
inline namespace v0 {

namespace {

template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& list) {
  std::vector<std::string> names;
  for (const Named& each : list) names.push_back(each.name);
  return names;
}

}  // namespace

const char* version() { return ES_VERSION; }

const Column& column(const Table& table, const std::string& name) {
  const auto found = std::ranges::find(table, name, &Column::name);
  if (found == table.end()) throw InputError("the table has no column \"" + name + "\"");
  return *found;
}

struct Scene::Content {
  std::optional<std::string> text;  ///< none where it was read from a file
  std::string name;
  std::vector<std::string> changes, warnings;
  eulersolid::Scene scene;
};

Scene::Scene(std::shared_ptr<const Content> content) : content_(std::move(content)) {}

Scene Scene::made(const std::optional<std::string>& text, const std::string& name,
                  const std::vector<std::string>& changes, const std::string& again) {
  auto content = std::make_shared<Content>();
  content->text = text, content->name = again.empty() ? name : again, content->changes = changes;
  std::vector<SceneOverride> overrides;
  for (const std::string& change : changes) overrides.emplace_back(change, change);
  translated([&] {
    content->scene = text ? parse_scene(*text, name, overrides, &content->warnings)
                          : read_scene(name, overrides, &content->warnings);
  });
  return Scene(content);
}

Scene Scene::load(const std::filesystem::path& file, const std::vector<std::string>& changes) {
  return made({}, file.string(), changes, std::filesystem::absolute(file).string());
}

Scene Scene::parse(const std::string& toml, const std::string& name,
                   const std::vector<std::string>& changes) {
  return made(toml, name, changes);
}

Scene Scene::with(const std::vector<std::string>& changes) const {
  std::vector<std::string> all = content_->changes;
  all.insert(all.end(), changes.begin(), changes.end());
  return made(content_->text, content_->name, all);
}

std::string Scene::toml() const {
  return translated([&] { return write_scene(content_->scene); });
}

const std::vector<std::string>& Scene::warnings() const { return content_->warnings; }
double Scene::duration() const { return content_->scene.time.duration; }
double Scene::cell_size() const { return content_->scene.grid.cell_size; }
bool Scene::has_fixed_step() const { return content_->scene.time.dt.has_value(); }
double Scene::fps() const { return content_->scene.output.fps; }
std::vector<std::string> Scene::bodies() const { return names_of(content_->scene.bodies); }
std::vector<std::string> Scene::obstacles() const { return names_of(content_->scene.obstacles); }

std::vector<std::string> Scene::regions(const std::string& body) const {
  const BodySpec* found = body_named(content_->scene, body);
  if (found == nullptr) throw InputError("there is no body \"" + body + "\"");
  return names_of(found->regions);
}

const eulersolid::Scene& Scene::content() const { return content_->scene; }

}  // namespace v0
}  // namespace eulersolid::api
