#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace eulersolid {

/// What a child process may take.
struct ChildLimits {
  double seconds = 5;                         ///< of processors; ten times that on the clock
  std::size_t memory = std::size_t(2) << 30;  ///< [bytes]; as much is sent back at most
  std::size_t file = 0;                       ///< it may write so far into any [bytes]
};

/// Do work in a process of its own and return the bytes that it returns. A library that reads
/// hostile files may corrupt its memory, run for ever or ask for all memory there is: then only the
/// child ends. What it prints is lost.
/// @param name  of the file that is read, for messages
/// @param work  may throw InputError; starts the threads that it needs itself
/// @throws InputError of `work`, and where the child died or went beyond its limits;
/// std::system_error where there can be no child
std::string work_in_child(const std::string& name, const std::function<std::string()>& work,
                          const ChildLimits& limits);

/// Makes this process one that may take no more than that, beside the memory that it has, and that
/// says nothing on its streams: what work_in_child() makes of its child. There is no way back. Work
/// for a child is done in such a process itself from then on.
void confine_this_process(const ChildLimits& limits);

/// Limits for reading a file: for one that is whole, many times what is needed.
/// @param seconds  for a small one
ChildLimits limits_of_file(const std::string& path, double seconds);

}  // namespace eulersolid
