#include <string>
#include <vector>

#include "src/commands.h"

int main(int argc, char** argv) {
  return static_cast<int>(eulersolid::run_program(std::vector<std::string>(argv, argv + argc)));
}
