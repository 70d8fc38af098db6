#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

/// What is seen from outside the shared library.
#define ES_API __attribute__((visibility("default")))

/// The C++ interface of eulersolid. Plain values and standard types: nothing here depends on how
/// the program is made. SI units, Z up. The namespace `v0` is inline, so that what is linked with
/// another interface does not link with this one.
namespace eulersolid::api {
inline namespace v0 {

using Vector = std::array<double, 3>;

/// Of the library: "0.2.0".
ES_API const char* version();

/// What went wrong; what() is one line.
struct ES_API Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The caller's input: of a scene its `file:line:column: ...`.
struct ES_API InputError : Error {
  using Error::Error;
};

/// The simulation cannot go on: names the body, the step and the quantity.
struct ES_API SimulationError : Error {
  using Error::Error;
};

/// The machine: no device, no memory, a file that cannot be written.
struct ES_API MachineError : Error {
  using Error::Error;
};

/// One column of a table: numbers or texts, the other is empty.
struct Column {
  std::string name, unit;  ///< the unit is "-" for a pure number, empty for texts
  std::vector<double> numbers;
  std::vector<std::string> texts;
};

/// Columns of the same length, named as in the files of a run (docs/outputs.md).
using Table = std::vector<Column>;

/// @throws InputError where there is none of this name
ES_API const Column& column(const Table& table, const std::string& name);

}  // namespace v0
}  // namespace eulersolid::api
