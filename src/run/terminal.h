#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/math/vec3.h"

namespace eulersolid {

/// Write what is good to know but no result: progress, warnings, a summary. That it cannot be
/// written is no reason to end a simulation.
void tell(std::FILE* stream, std::string_view text);

/// Write `warning: ...` or `error: ...` to stderr, in colour on a terminal unless NO_COLOR is set.
void print_warnings(const std::vector<std::string>& warnings);
void print_error(const std::string& message);

/// True when stderr is a terminal that can redraw a line.
bool progress_can_redraw();

/// Characters on a line of the terminal that stderr goes to; 80 when it does not say.
std::size_t terminal_columns();

/// `3.2 s`, `4 min 05 s`, `2 h 13 min`.
std::string duration_text(double seconds);

/// A part as `0.123 %`.
std::string percent_text(double part);

/// A place [m] as `(0.1, 0.2, 0.3)`; less than a nanometre is rounding.
std::string place_text(Vec3 x);

/// `12 MB`, `1.5 GB`.
std::string memory_text(double bytes);

}  // namespace eulersolid
