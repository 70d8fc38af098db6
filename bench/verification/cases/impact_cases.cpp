#include "bench/verification/case.h"

namespace eulersolid {

std::vector<VerificationCase> impact_cases() { return {}; }

}  // namespace eulersolid
