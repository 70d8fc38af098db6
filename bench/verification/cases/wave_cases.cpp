#include "bench/verification/case.h"

namespace eulersolid {

std::vector<VerificationCase> wave_cases() { return {}; }

}  // namespace eulersolid
