#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/vdb/frame.h"

namespace eulersolid {

/// A VTK XML file in the making, with its arrays in compressed blocks at the end: "VTK XML
/// Formats", docs.vtk.org.
class VtkFile {
 public:
  /// @param type        "PolyData", "ImageData"
  /// @param attributes  of the element of that name
  /// @param fields      what is said of the whole beside the time, as vtk_field() makes them
  VtkFile(const std::string& type, double time, const std::string& attributes = "",
          const std::string& fields = "");

  /// Begin and end an element. @param tag  its name and attributes
  void open(const std::string& tag);
  void close();

  /// An array within the element that is open. @param name  as it is to be shown
  void add(const std::string& name, const std::vector<float>& values);
  void add(const std::string& name, const std::vector<Vec3f>& values);
  void add(const std::string& name, const std::vector<std::int32_t>& values);

  /// Everything, elements that are open closed.
  std::string bytes() &&;

 private:
  void add(const std::string& name, const char* type, int components, const void* data,
           std::size_t size);

  std::string text_, appended_;
  std::vector<std::string> open_;
};

/// A value of a whole file, of its field data.
std::string vtk_field(const std::string& name, int value);
std::string vtk_field(const std::string& name, const std::vector<std::string>& values);

/// A text for an attribute of XML.
std::string xml_text(const std::string& text);

/// One file of a series.
struct SeriesEntry {
  double time;  ///< [s]
  int part;
  std::string name;  ///< of the body or obstacle; may be empty
  std::string file;  ///< from the series' own folder
};

/// A ParaView series (.pvd).
std::string pvd_text(const std::vector<SeriesEntry>& entries);

}  // namespace eulersolid
