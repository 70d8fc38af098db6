#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "kernels/core/error.h"
#include "tests/io/geometry/mesh_files.h"

namespace eulersolid::test {

/// The message of the InputError that the work ends with, or "no error".
inline std::string refusal_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

/// What a file comes to: its volume, or the error, and what was said, without the file's name.
struct Outcome {
  double volume = 0;
  std::string error;
  std::vector<std::string> remarks;
};

template <class Read>
Outcome outcome_of(const std::string& path, Read read_with) {
  Outcome outcome;
  const auto without_name = [&](const std::string& text) {
    return text.starts_with(path) ? text.substr(path.size()) : text;
  };
  try {
    outcome.volume = std::fabs(volume_of(read_with(&outcome.remarks)));
  } catch (const InputError& error) {
    outcome.error = without_name(error.what());
  }
  for (std::string& remark : outcome.remarks) remark = without_name(remark);
  return outcome;
}

}  // namespace eulersolid::test
