#pragma once

namespace eulersolid {

/// To be called first of all. Opens descriptors 0 to 2 where whoever started the program had closed
/// them, or the next file to be opened would receive what is meant for the terminal. Lets writing
/// to a pipe that nobody reads, or beyond the limit on file sizes, fail as any other writing does,
/// instead of ending the program.
void prepare_streams();

/// Hand to the system what was printed to stdout.
/// @throws std::system_error where not all of it could be written
void finish_output();

}  // namespace eulersolid
