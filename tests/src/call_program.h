#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

#include "src/commands/commands.h"

namespace eulersolid {

/// What a call of the program left behind.
struct Outcome {
  ExitCode code = ExitCode::done;
  std::string out, err;
};

/// Call the program as `words` say, its own name first.
inline Outcome call_program(const std::vector<std::string>& words,
                            ExitCode (*program)(const std::vector<std::string>&) = run_program) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Outcome outcome;
  outcome.code = program(words);
  std::fflush(stdout);
  outcome.out = testing::internal::GetCapturedStdout();
  outcome.err = testing::internal::GetCapturedStderr();
  return outcome;
}

}  // namespace eulersolid
