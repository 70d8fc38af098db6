#include "io/mesh/alembic/alembic_archive.h"

#include <algorithm>
#include <functional>

#include "io/mesh/file_parts.h"

namespace eulersolid {

namespace {

using Number = AlembicValues::Number;

constexpr AlembicValues int_values{.number = Number::int32};
constexpr AlembicValues float_values{.number = Number::float32};
constexpr AlembicValues pair_values{.number = Number::float32, .width = 2};
constexpr AlembicValues vector_values{.number = Number::float32, .width = 3};
constexpr AlembicValues box_value{.number = Number::float64, .width = 6, .is_array = false};
constexpr AlembicValues truth_value{.number = Number::truth, .is_array = false, .is_timed = false};

constexpr const char* mesh_schema = "schema=AbcGeom_PolyMesh_v1;schemaBaseType=AbcGeom_GeomBase_v1";
constexpr const char* transform_schema = "schema=AbcGeom_Xform_v3";

std::string object_metadata(const std::string& schema, const std::string& title) {
  return fmt::format("{};schemaObjTitle={}", schema, title);
}

/// Of values at vertices.
std::string parameter(std::string_view interpretation, int width) {
  return fmt::format(
      "arrayExtent=1;geoScope=vtx;interpretation={};isGeomParam=true;podExtent={};podName="
      "float32_t",
      interpretation, width);
}

/// With y up.
std::vector<Vec3f> turned(std::vector<Vec3f> values) {
  for (Vec3f& v : values) v = {v.x, v.z, -v.y};
  return values;
}

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

std::string box_of(const std::vector<Vec3f>& points) {
  Vec3 low, high;
  for (std::size_t n = 0; n < points.size(); ++n) {
    const Vec3 p{points[n].x, points[n].y, points[n].z};
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = n == 0 ? p[axis] : std::min(low[axis], p[axis]);
      high[axis] = n == 0 ? p[axis] : std::max(high[axis], p[axis]);
    }
  }
  std::string bytes;
  append_value(bytes, low), append_value(bytes, high);
  return bytes;
}

/// Clockwise, seen from outside. Who turns them back has the corners in the order of the file.
std::vector<std::int32_t> clockwise(const PlyMesh& mesh) {
  std::vector<std::int32_t> corners = mesh.corners;
  auto first = corners.begin();
  for (const std::int32_t size : mesh.face_sizes) {
    std::reverse(first, first + size);
    first += size;
  }
  return corners;
}

std::string texture_of(const PlyMesh& mesh) {
  const std::vector<float> s = mesh.scalars("s"), t = mesh.scalars("t");
  std::string bytes;
  for (std::size_t n = 0; n < s.size(); ++n) append_value(bytes, s[n]), append_value(bytes, t[n]);
  return bytes;
}

/// A property of a mesh, and how the values of a moment are had.
struct MeshValues {
  const char* name;
  std::string metadata;
  AlembicValues values;
  std::function<std::string(const PlyMesh&)> bytes;
  const char* only_with = "x";  ///< which value of vertices it is of
};

std::vector<MeshValues> geometry() {
  return {{"P", "geoScope=vtx;interpretation=point", vector_values,
           [](const PlyMesh& m) { return bytes_of(turned(m.vectors("x", "y", "z"))); }},
          {".velocities", "interpretation=vector", vector_values,
           [](const PlyMesh& m) { return bytes_of(turned(m.vectors("vx", "vy", "vz"))); }},
          {".selfBnds", "interpretation=box", box_value,
           [](const PlyMesh& m) { return box_of(turned(m.vectors("x", "y", "z"))); }},
          {".faceIndices", "", int_values, [](const PlyMesh& m) { return bytes_of(clockwise(m)); }},
          {".faceCounts", "", int_values, [](const PlyMesh& m) { return bytes_of(m.face_sizes); }},
          {"uv", parameter("vector", 2), pair_values, texture_of, "s"}};
}

std::vector<MeshValues> parameters() {
  const auto rest = [](const PlyMesh& m) {
    return bytes_of(turned(m.vectors("rest_x", "rest_y", "rest_z")));
  };
  std::vector<MeshValues> all{{"rest", parameter("point", 3), vector_values, rest}};
  for (const char* name : {"stress_vm", "J", "pressure", "plastic_strain", "contact_pressure",
                           "friction_traction", "slip_speed"})
    all.push_back({name, parameter("", 1), float_values,
                   [name](const PlyMesh& m) { return bytes_of(m.scalars(name)); }, name});
  return all;
}

/// The properties of one mesh in the making.
class MeshProperties {
 public:
  MeshProperties(const std::vector<MeshValues>& all, const PlyMesh& like) {
    for (const MeshValues& values : all)
      if (like.has(values.only_with))
        made_.emplace_back(AlembicProperty(values.name, values.metadata, values.values),
                           values.bytes);
  }
  void add_sample(OgawaFile& file, const PlyMesh& mesh) {
    for (auto& [property, bytes] : made_) property.add_sample(file, bytes(mesh));
  }
  void repeat_sample() {
    for (auto& [property, bytes] : made_) property.repeat_sample();
  }
  void move_into(AlembicProperty& parent) && {
    for (auto& [property, bytes] : made_) parent.add(std::move(property));
  }

 private:
  std::vector<std::pair<AlembicProperty, std::function<std::string(const PlyMesh&)>>> made_;
};

/// The values of all frames.
AlembicProperty mesh_property(OgawaFile& file, const UsdTimes& times,
                              const AlembicArchive::MeshOfFrame& mesh_of) {
  std::optional<MeshProperties> its_geometry, its_parameters;
  int before_the_first = 0;
  for (int frame = times.first; frame <= times.last; ++frame) {
    const std::optional<PlyMesh> mesh = mesh_of(frame);
    int repeated = mesh ? 0 : 1;
    if (!its_geometry && !mesh) {
      ++before_the_first;
      continue;
    }
    if (!its_geometry) {
      its_geometry.emplace(geometry(), *mesh), its_parameters.emplace(parameters(), *mesh);
      repeated = before_the_first;
    }
    if (mesh) its_geometry->add_sample(file, *mesh), its_parameters->add_sample(file, *mesh);
    for (int n = 0; n < repeated; ++n)
      its_geometry->repeat_sample(), its_parameters->repeat_sample();
  }
  AlembicProperty geom(".geom", mesh_schema), values(".arbGeomParams", "");
  if (its_geometry) {
    std::move(*its_geometry).move_into(geom);
    std::move(*its_parameters).move_into(values);
  }
  geom.add(std::move(values));
  return geom;
}

/// One that changes nothing.
AlembicProperty transform_property(OgawaFile& file) {
  AlembicProperty inherits(".inherits", "", truth_value);
  inherits.add_sample(file, std::string(1, '\1'));
  AlembicProperty transform(".xform", transform_schema);
  transform.add(std::move(inherits));
  return transform;
}

/// The properties of an object: one, its schema.
AlembicProperty all_of_object(AlembicProperty schema) {
  AlembicProperty all("", "");
  all.add(std::move(schema));
  return all;
}

void append_times(std::string& bytes, int samples, double first, double step) {
  append_value(bytes, std::uint32_t(samples));
  append_value(bytes, step);
  append_value(bytes, std::uint32_t(1));  // a period has one
  append_value(bytes, first);
}

}  // namespace

AlembicArchive::AlembicArchive(const std::filesystem::path& path, const UsdTimes& times)
    : times_(times), file_(path) {}

AlembicArchive::Object AlembicArchive::write_object(const std::string& name,
                                                    const std::string& metadata,
                                                    const AlembicProperty& properties,
                                                    const std::vector<Object>& children) {
  std::vector<OgawaLink> links{properties.write(file_)};
  std::string headers, digests;
  for (const Object& child : children) {
    links.push_back(child.group);
    append_value(headers, std::uint32_t(child.name.size()));
    headers += child.name;
    headers += '\xff';  // metadata follow
    append_value(headers, std::uint32_t(child.metadata.size()));
    headers += child.metadata;
    digests += child.digest;
  }
  const std::string of_properties = properties.digest(), of_children = alembic_digest(digests);
  links.push_back(file_.add_data(headers + of_properties + of_children));
  return {name, metadata, file_.add_group(links),
          alembic_digest(of_properties + of_children + metadata + name)};
}

void AlembicArchive::add(const std::string& name, const MeshOfFrame& mesh_of) {
  const Object mesh =
      write_object(name + "Shape", object_metadata(mesh_schema, "AbcGeom_PolyMesh_v1:.geom"),
                   all_of_object(mesh_property(file_, times_, mesh_of)), {});
  objects_.push_back(write_object(name,
                                  object_metadata(transform_schema, "AbcGeom_Xform_v3:.xform"),
                                  all_of_object(transform_property(file_)), {mesh}));
}

long long AlembicArchive::complete() {
  constexpr std::int32_t layout = 0, library = 10800;  // version 1.8.0
  const auto add_number = [this](std::int32_t number) {
    std::string bytes;
    append_value(bytes, number);
    return file_.add_data(bytes);
  };
  const Object top = write_object("", "", AlembicProperty("", ""), objects_);
  std::string times;
  append_times(times, 1, 0, 1);
  append_times(times, times_.last - times_.first + 1, times_.first / times_.fps, 1 / times_.fps);
  const std::vector<OgawaLink> root{
      add_number(layout),
      add_number(library),
      top.group,
      file_.add_data(fmt::format("_ai_Application=eulersolid;_ai_DCC_FPS={};_ai_Description=metres",
                                 times_.fps)),
      file_.add_data(times),
      file_.add_data("")};  // metadata that are used often: none
  file_.complete(file_.add_group(root));
  return file_.size();
}

}  // namespace eulersolid
