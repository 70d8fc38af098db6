#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/mesh/alembic/ogawa_file.h"

namespace eulersolid {

/// 128 bits that stand for some bytes: readers take values of one digest for the same.
std::string alembic_digest(std::string_view bytes);

/// What a property holds at each moment: its kind of number, and how many make one value.
struct AlembicValues {
  enum class Number { truth = 0, int32 = 6, float32 = 10, float64 = 11 };  ///< as Alembic has them
  Number number = Number::float32;
  int width = 1;         ///< numbers of a value
  bool is_array = true;  ///< else one value
  bool is_timed = true;  ///< else the same at all times
};

/// A property of an object in an Alembic archive: samples, one for each moment, or properties of
/// its own. Samples go to the file at once; one that is as the one before is there once.
class AlembicProperty {
 public:
  /// One that has others.
  /// @param metadata  `key=value` with `;` between them, by which readers know what it is
  AlembicProperty(std::string name, std::string metadata);
  AlembicProperty(std::string name, std::string metadata, AlembicValues values);

  void add(AlembicProperty property);

  void add_sample(OgawaFile& file, std::string_view bytes);
  void repeat_sample();  ///< @pre there is one

  /// Write what is left, once all samples are there.
  OgawaLink write(OgawaFile& file) const;
  /// Of all that is in it.
  std::string digest() const;

 private:
  std::string header() const;
  bool is_constant() const;

  std::string name_, metadata_;
  AlembicValues values_;
  bool has_values_ = false;
  std::vector<AlembicProperty> properties_;
  struct Sample {
    OgawaLink data;
    std::size_t size;  ///< [bytes]
    std::string digest;
  };
  std::vector<Sample> samples_;
};

}  // namespace eulersolid
