#pragma once

#include <string>
#include <vector>

namespace eulersolid {

/// How a program that was called ended.
struct ProgramEnd {
  int code = 0;      ///< 127 where there is no such program, 126 where a signal ended it
  std::string text;  ///< what it printed, the first 100 kB of it
};

/// Call another program, found by PATH, and wait for it. It reads nothing.
/// @param words  its name and arguments
/// @throws std::system_error where there can be no other process
ProgramEnd call_program(std::vector<std::string> words);

}  // namespace eulersolid
