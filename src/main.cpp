#include "src/api/program_entry.h"

int main(int argc, char** argv) { return eulersolid_main(argc, argv); }
