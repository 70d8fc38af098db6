#pragma once

#include "src/run/chosen_command.h"

/// What the program is started in: streams, limits, and the way out.
namespace eulersolid {

/// To be called first of all. Opens descriptors 0 to 2 where whoever started the program had closed
/// them, or the next file to be opened would receive what is meant for the terminal. Lets writing
/// to a pipe that nobody reads, or beyond the limit on file sizes, fail as any other writing does,
/// instead of ending the program.
void prepare_streams();

/// Threads of OpenMP that wait for others spin for milliseconds by default. Where another program
/// has one of the processors, they keep from it those they wait for, and a run takes ten times as
/// long (docs/benchmarks.md, "Waiting"). libgomp reads how long to spin when it is loaded, so that
/// this starts the program once more with GOMP_SPINCOUNT set, unless the user has said anything
/// about waiting. Returns where there is nothing to do, or where it cannot be done.
/// @param arguments  of main()
void restart_with_short_waits(char** arguments);

/// Libraries abort or hang with less address space (`ulimit -v`) than this [bytes].
/// @throws DeviceError where the limit is lower
void require_address_space();

/// Hand to the system what was printed to stdout.
/// @throws std::system_error where not all of it could be written
void finish_output();

/// End the program without what libraries do at exit: OpenBLAS waits for threads that it could not
/// start.
[[noreturn]] void leave(ExitCode code);

}  // namespace eulersolid
