#pragma once

#include <string>

namespace eulersolid {

/// The text of docs/outputs.md: every column of the tables of a run, and the totals of run.json.
std::string outputs_markdown();

}  // namespace eulersolid
