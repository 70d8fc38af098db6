#include "bench/verification/case.h"

namespace eulersolid {

std::vector<VerificationCase> friction_cases() { return {}; }

}  // namespace eulersolid
