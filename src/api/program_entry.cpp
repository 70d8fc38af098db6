#include "src/api/program_entry.h"

#include <string>
#include <vector>

#include "src/commands/commands.h"
#include "src/commands/surroundings.h"

int eulersolid_main(int argc, char** argv) {
  eulersolid::prepare_streams();
  const std::vector<std::string> words(argv, argv + argc);
  if (eulersolid::has_much_to_compute(words)) eulersolid::restart_with_short_waits(argv);
  eulersolid::leave(eulersolid::run_program(words));
}
