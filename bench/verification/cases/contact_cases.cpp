#include "bench/verification/case.h"

namespace eulersolid {

std::vector<VerificationCase> contact_cases() { return {}; }

}  // namespace eulersolid
